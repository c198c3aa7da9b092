import { ContactRequestSchema } from '@shipminer/contract/shop/inquiries'
import { describe, expect, test } from 'vitest'
import {
  askedFields,
  checkContact,
  contactBody,
  emptyContact,
  readSubject,
  subjectKind,
} from './contact-form.ts'

const filled = { ...emptyContact, name: 'Jan', email: 'jan@schip.nl', message: 'Past een box?' }

describe('checkContact', () => {
  test('name, email and message are required', () => {
    expect(checkContact(emptyContact)).toEqual({ name: 'required', email: 'required', message: 'required' })
    expect(checkContact(filled)).toEqual({})
  })

  test('who waits for a product needs no message', () => {
    expect(checkContact({ ...filled, message: '', kind: 'notify-me', product: 'sm23' })).toEqual({})
    expect(checkContact({ ...filled, message: '', kind: 'notify-me' })).toEqual({ message: 'required' })
    expect(checkContact({ ...filled, message: '', kind: 'quote', product: 'sm23' })).toEqual({
      message: 'required',
    })
  })
})

test.each([
  ['?subject=notify-me&product=sm23', { kind: 'notify-me', product: 'sm23', message: '' }],
  ['?subject=order', { kind: 'order', product: '', message: '' }],
  ['?subject=order&product=%3Cscript%3E', { kind: 'order', product: '', message: '' }],
  ['?subject=question&message=Hello', { kind: 'question', product: '', message: 'Hello' }],
  ['?subject=toString', null],
  ['?product=sm23', null],
  ['', null],
])('%s', (search, found) => {
  expect(readSubject(search)).toEqual(found)
})

test('words from a link fill an empty message and replace those of another link, never one’s own', () => {
  const asked = { kind: 'question', product: 'sm21', message: '80 kW, 40 %' }
  const first = { ...emptyContact, ...askedFields(emptyContact, asked) }
  expect(first).toMatchObject({ message: '80 kW, 40 %', kind: 'question', product: 'sm21' })
  expect(askedFields(first, { ...asked, message: '60 kW' }).message).toBe('60 kW')
  expect(askedFields({ ...first, message: 'Mine' }, asked)).not.toHaveProperty('message')
})

test('an unknown kind is a question', () => {
  expect([subjectKind('quote'), subjectKind('x'), subjectKind('')]).toEqual(['quote', 'question', 'question'])
})

test('what is sent fits the contract, blanks are left out', () => {
  const body = contactBody(
    { ...filled, phone: ' ', kind: 'notify-me', product: 'sm23' },
    { subject: 'Bericht bij Shipminer 23', language: 'nl', website: '' },
  )
  expect(JSON.parse(JSON.stringify(body))).toEqual({
    name: 'Jan',
    email: 'jan@schip.nl',
    subject: 'Bericht bij Shipminer 23',
    subjectKind: 'notify-me',
    product: 'sm23',
    message: 'Past een box?',
    language: 'nl',
  })
  expect(ContactRequestSchema.parse(body)).toMatchObject({ name: 'Jan' })
})

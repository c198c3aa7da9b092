import { describe, expect, test } from 'vitest'
import { checkFields, isEmail, trimText } from './check-sender.ts'

describe('checkFields', () => {
  test('says which required fields are empty, blanks included', () => {
    expect(checkFields({ name: ' ', email: '', phone: '' }, ['name', 'email'])).toEqual({
      name: 'required',
      email: 'required',
    })
  })

  test('an address that is none is told apart from none at all', () => {
    expect(checkFields({ name: 'Jan', email: 'jan@schip' }, ['name', 'email'])).toEqual({
      email: 'emailInvalid',
    })
  })

  test('an optional address is looked at only when there is one', () => {
    expect(checkFields({ email: '' }, [])).toEqual({})
    expect(checkFields({ email: 'x' }, [])).toEqual({ email: 'emailInvalid' })
  })
})

test.each([
  ['jan@schip-aurora.nl', true],
  [' jan@schip.nl ', true],
  ['jan@schip', false],
  ['jan schip@x.nl', false],
  ['@x.nl', false],
  ['', false],
])('%j is an address: %j', (text, is) => {
  expect(isEmail(text)).toBe(is)
})

test('what is blank is not sent', () => {
  expect([trimText('  '), trimText(' Jan ')]).toEqual([undefined, 'Jan'])
})

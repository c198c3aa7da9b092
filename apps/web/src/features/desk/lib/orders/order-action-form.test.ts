import { DeskOrderActionSchema, deskEndpoints } from '@shipminer/contract/desk'
import { describe, expect, test } from 'vitest'
import { actionFields, orderActionBody, parseEuroCents } from './order-action-form.ts'

const empty = { reason: '', on: '', amount: '' }
const plain = DeskOrderActionSchema.options.filter((action) => action !== 'refund-paid')
const full = {
  reason: ' as agreed ',
  on: '2026-12-01',
  amount: '1.250,50',
}

describe.each(plain)('%s', (action) => {
  test('asks for a reason and its own fields, and for nothing else', () => {
    const answer = orderActionBody(action, empty)
    expect('problems' in answer && Object.keys(answer.problems).sort()).toEqual(
      ['reason', ...actionFields[action]].sort(),
    )
  })
  test('makes what the call takes', () => {
    const answer = orderActionBody(action, full)
    const body = 'body' in answer ? answer.body : null
    expect(deskEndpoints.deskOrderAct.body?.safeParse(body).success).toBe(true)
    expect(body).toMatchObject({ action, reason: 'as agreed' })
  })
})

test('an installation may name the day on which it was fitted', () => {
  expect(orderActionBody('install', { ...empty, reason: 'fitted' })).toEqual({
    body: { action: 'install', reason: 'fitted' },
  })
  expect(orderActionBody('install', { ...full, on: '2026-11-30' })).toMatchObject({
    body: { on: '2026-11-30' },
  })
  expect(orderActionBody('install', { ...full, on: 'yesterday' })).toEqual({
    problems: { on: 'field.onMissing' },
  })
})

test.each([
  ['1.250,50', 125050],
  ['€ 85000', 8500000],
  ['0,01', 1],
  ['19.99', 1999],
  ['0', null],
  ['-5', null],
  ['1,2345', null],
  ['9999999', null],
  ['abc', null],
  ['', null],
])('%j is %j cents', (text, cents) => expect(parseEuroCents(text)).toBe(cents))

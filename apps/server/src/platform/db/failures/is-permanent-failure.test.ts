import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isPermanentFailure } from './is-permanent-failure.ts'

const caught = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
}

test.each([
  ['a number out of range', Object.assign(new Error(), { code: '22003' }), true],
  ['a text with NUL', Object.assign(new Error(), { code: '22021' }), true],
  ['what is stored is of no known form', caught(() => z.object({ a: z.int() }).parse({ a: '1' })), true],
  ['half a text', caught(() => JSON.parse('{"a"')), true],
  ['a figure that no number can be', caught(() => BigInt(0.5)), true],
  ['no connection', Object.assign(new Error(), { code: 'ECONNREFUSED' }), false],
  ['shutting down', Object.assign(new Error(), { code: '57P01' }), false],
  ['two that wait for each other', Object.assign(new Error(), { code: '40P01' }), false],
  ['a full disk', Object.assign(new Error(), { code: '53100' }), false],
  ['an error without a code', new Error('away'), false],
  ['no error at all', 'away', false],
])('%s', (_, error, isPermanent) => {
  expect(isPermanentFailure(error)).toBe(isPermanent)
})

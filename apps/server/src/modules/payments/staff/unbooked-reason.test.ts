import { expect, test } from 'vitest'
import { classifyUnbooked, unbookedReasonOf } from './unbooked-reason.ts'

test.each([
  ['a row that breaks a rule', Object.assign(new Error('check'), { code: '23514' }), 'refused'],
  ['a number out of range', Object.assign(new Error('range'), { code: '22003' }), 'refused'],
  ['two that wait for each other', Object.assign(new Error('deadlock'), { code: '40P01' }), 'busy'],
  ['a lock that did not come', Object.assign(new Error('lock'), { code: '55P03' }), 'busy'],
  ['a statement that ran too long', Object.assign(new Error('slow'), { code: '57014' }), 'busy'],
  ['a database that shuts down', Object.assign(new Error('down'), { code: '57P01' }), 'busy'],
  ['a line that broke', Object.assign(new Error('reset'), { code: 'ECONNRESET', syscall: 'read' }), 'busy'],
  ['a mistake in SQL', Object.assign(new Error('syntax'), { code: '42601' }), 'failed'],
  ['a mistake in the program', new TypeError('x is not a function'), 'failed'],
  ['no error at all', 'away', 'failed'],
])('%s', (_, error, reason) => {
  expect(classifyUnbooked(error)).toBe(reason)
})

test('a row of an earlier version, which holds words, reads as failed', () => {
  expect(unbookedReasonOf({ unbookedReason: null })).toBeNull()
  expect(unbookedReasonOf({ unbookedReason: 'busy' })).toBe('busy')
  expect(unbookedReasonOf({ unbookedReason: 'null value in column "at" violates' })).toBe('failed')
})

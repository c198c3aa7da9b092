import { describe, expect, test } from 'vitest'
import { isDatabaseAway } from './is-database-away.ts'

const failure = (fields: object, message = 'x') => Object.assign(new Error(message), fields)

describe('the database is away', () => {
  test.each([
    ['nobody listens', failure({ code: 'ECONNREFUSED', syscall: 'connect' })],
    ['its socket file is gone', failure({ code: 'ENOENT', syscall: 'connect' })],
    [
      'both addresses of localhost refuse',
      new AggregateError([failure({ code: 'ECONNREFUSED', syscall: 'connect' })]),
    ],
    ['it shuts down', failure({ code: '57P01' })],
    ['it starts', failure({ code: '57P03' })],
    ['too many connections', failure({ code: '53300' })],
    ['its disk is full', failure({ code: '53100' })],
    ['a file of it cannot be written', failure({ code: '58030' })],
    ['the line broke', failure({}, 'Connection terminated unexpectedly')],
    ['no connection came free', failure({}, 'timeout exceeded when trying to connect')],
  ])('%s', (_name, error) => expect(isDatabaseAway(error)).toBe(true))
})

describe('something else is wrong', () => {
  test.each([
    ['a duplicate', failure({ code: '23505' })],
    ['a statement that ran too long', failure({ code: '57014' })],
    ['a mistake in SQL', failure({ code: '42601' })],
    ['a missing file of our own', failure({ code: 'ENOENT', syscall: 'open' })],
    ['a mistake in the program', new TypeError('x is not a function')],
    ['no error at all', 'Connection terminated'],
    ['an empty collection', new AggregateError([])],
  ])('%s', (_name, error) => expect(isDatabaseAway(error)).toBe(false))
})

import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './server-log.ts'

function logged(details: object, words = 'it failed') {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  createLog('trace', stream).error(details, words)
  return { text: lines.join(''), line: JSON.parse(lines.join('')) }
}

test('an error of the database says where it happened, and nothing of the row', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    code: '23505',
    table: 'users',
    constraint: 'users_email',
    detail: 'Key (email)=(anna@rederij.nl) already exists.',
    where: 'SQL statement "INSERT … Anna"',
    params: ['Anna'],
  })
  const { line, text } = logged({ err: error })
  expect(line.err).toMatchObject({
    type: 'Error',
    message: error.message,
    stack: expect.stringContaining('server-log.test.ts'),
    code: '23505',
    table: 'users',
    constraint: 'users_email',
  })
  expect(text).not.toMatch(/anna/i)
})

test('a value that the database could not read is left out, in the stack as well', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "Kade 3, Rotterdam"'), {
    code: '22P02',
  })
  const { line, text } = logged({ err: new Error('order not stored', { cause: error }) })
  expect(line.err.cause.message).toBe('invalid input syntax for type uuid (the value is left out)')
  expect(text).not.toContain('Kade')
})

test.each([
  ['550 5.1.1 <anna.de-vries@rederij.example>: no such user', '550 5.1.1 <<left out>>: no such user'],
  [
    'fetch failed: http://user:secret@node.example:8332/',
    'fetch failed: http://<left out>@node.example:8332/',
  ],
  ['paid to NL91ABNA0417164300 today', 'paid to <left out> today'],
  ['paid to DE89 3704 0044 0532 0130 00', 'paid to <left out>'],
])('words of others: %s', (said, expected) => {
  expect(logged({ reason: said }).line.reason).toBe(expected)
})

test('ids, hashes, times and versions stay', () => {
  const details = {
    reqId: '6426dd5b-c8f6-4016-abd0-b6e0be7e9178',
    block: '00000000000000000001b2c3d4e5f60718293a4b5c6d7e8f9001122334455667',
    number: 'SM-2026-000123',
    controllerId: 'SM-AB12CD',
    url: 'https://mempool.space/api/v1/prices',
    at: '2026-05-01T10:00:00.000Z',
  }
  expect(logged(details).line).toMatchObject(details)
})

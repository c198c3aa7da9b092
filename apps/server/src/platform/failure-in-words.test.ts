import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { failureInWords, knownFailure } from './failure-in-words.ts'

const withCode = (message: string, more: object) => Object.assign(new Error(message), more)

test.each([
  [
    'a refused port',
    'connect ECONNREFUSED 127.0.0.1:5432',
    { code: 'ECONNREFUSED', syscall: 'connect' },
    'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:5432',
  ],
  [
    'a wrong password',
    'password authentication failed for user "shipminer"',
    { code: '28P01' },
    'password in DATABASE_URL',
  ],
  ['a database that is not there', 'database "ships" does not exist', { code: '3D000' }, 'Create it'],
  [
    'no more connections',
    'too many clients',
    { code: '53300' },
    'The database cannot do this now: too many clients',
  ],
  [
    'a full disk of PostgreSQL',
    'could not extend file',
    { code: '53100' },
    'The disk of the database is full',
  ],
  ['a full disk', 'no space left on device, write', { code: 'ENOSPC', syscall: 'write' }, 'The disk is full'],
  [
    'a folder of somebody else',
    'permission denied',
    { code: 'EACCES', syscall: 'open', path: '/var/a' },
    'cannot open or write /var/a (EACCES)',
  ],
  [
    'a socket of somebody else',
    'connect EACCES',
    { code: 'EACCES', syscall: 'connect', address: '/var/a/admin.sock' },
    'may not talk to /var/a/admin.sock',
  ],
  [
    'an expired certificate',
    'certificate has expired',
    { code: 'CERT_HAS_EXPIRED' },
    'certificate of the other side is not accepted: certificate has expired',
  ],
])('%s', (_, message, more, words) => {
  expect(knownFailure(withCode(message, more))).toContain(words)
})

test('a file where a folder should be', () => {
  const error = withCode('exists', { code: 'EEXIST', syscall: 'mkdir', path: '/var/a' })
  expect(knownFailure(error)).toBe('/var/a is not a folder.')
})

test('a name with several addresses, none of which answers, is not without words', async () => {
  const [one, two] = ['::1', '127.0.0.1'].map((address) =>
    withCode(`connect ECONNREFUSED ${address}:5432`, { code: 'ECONNREFUSED', syscall: 'connect' }),
  )
  const thrown = withCode('', { code: 'ECONNREFUSED' })
  expect(failureInWords(thrown)).toBe('ECONNREFUSED')
  expect(failureInWords(new AggregateError([one, two], ''))).toBe(
    'The database cannot be reached: connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432',
  )
})

test('a real refused connection', async () => {
  const error = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve))
  expect(failureInWords(error)).toBe('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1')
})

test('what has words of its own keeps them, and anything else is not known', () => {
  expect(knownFailure(new Error('There is no secret.key'))).toBeNull()
  expect(failureInWords(new Error('There is no secret.key'))).toBe('There is no secret.key')
  expect(failureInWords('thrown')).toBe('thrown')
  const missing = withCode('no such file', { code: 'ENOENT', syscall: 'open', path: 'identity.txt' })
  expect([knownFailure(missing), failureInWords(missing)]).toEqual([null, 'identity.txt is not there.'])
})

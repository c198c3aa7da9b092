import { expect, test } from 'vitest'
import { poolProblem, poolRows, poolSettings } from './pool-form.ts'

test('the form begins with what the device has', () => {
  expect(
    poolRows([
      { url: 'stratum+tcp://a:3333', user: 'w.1' },
      { url: null, user: null },
    ]),
  ).toEqual([{ url: 'stratum+tcp://a:3333', user: 'w.1', password: '' }])
  expect(poolRows([])).toEqual([{ url: '', user: '', password: '' }])
})

test.each([
  ['stratum+tcp://pool.example:3333', 'w', null],
  ['stratum2+tcp://pool.example:3336/key', 'w', null],
  ['pool.example:3333', 'w', null],
  ['http://pool.example:3333', 'w', 'url'],
  ['', 'w', 'url'],
  ['stratum+tcp://', 'w', 'url'],
  ['pool example:3333', 'w', 'url'],
  ['pool.example:3333', '  ', 'user'],
])('%s as %s: %s', (url, user, problem) => {
  expect(poolProblem({ url, user, password: '' })).toBe(problem)
})

test('an empty password leaves the one in the device', () => {
  expect(poolSettings([{ url: ' a:1 ', user: ' w ', password: '' }])).toEqual([
    { url: 'a:1', user: 'w', password: null },
  ])
  expect(poolSettings([{ url: 'a:1', user: 'w', password: 'x' }])[0]?.password).toBe('x')
})

import { anyText } from '@shipminer/testkit/any-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  maxWorkerLength,
  renderPools,
  renderWorker,
  type WorkerFacts,
  workerPatternProblem,
  workerPlaceholders,
} from './pool-worker.ts'

const facts: WorkerFacts = {
  ship: 'Ms Zoë',
  miner: 'Box 3 / links',
  ipAddress: '192.168.1.023',
  macAddress: '02:AB:cd:00-11.22',
}
const nothing: WorkerFacts = { ship: null, miner: null, ipAddress: null, macAddress: null }

test.each([
  ['account', 'account'],
  ['account.{ship}', 'account.Ms-Zoe'],
  ['{miner}', 'Box-3-links'],
  ['bc1q0.{ip}', 'bc1q0.192x168x1x23'],
  ['a.{octet}_{mac}', 'a.23_02abcd001122'],
  ['jan@rederij.nl.{ship}-{ship}', 'jan@rederij.nl.Ms-Zoe-Ms-Zoe'],
])('%s', (pattern, worker) => {
  expect(renderWorker(pattern, facts)).toEqual({ ok: true, worker })
})

test.each([
  ['', 'empty'],
  ['a b', 'characters'],
  ['a,b', 'characters'],
  ['a\\b', 'characters'],
  ['a|b', 'characters'],
  ['a"', 'characters'],
  ['a\u0000', 'characters'],
  ['a\n', 'characters'],
  ['a}', 'characters'],
  ['a{', 'characters'],
  ['{{ship}}', 'characters'],
  ['{ship', 'characters'],
  ['é', 'characters'],
  ['{}', 'placeholder'],
  ['{boat}', 'placeholder'],
  ['{SHIP}', 'placeholder'],
  ['{constructor}', 'placeholder'],
  ['x'.repeat(maxWorkerLength + 1), 'too-long'],
] as const)('no pattern: %j', (pattern, problem) => {
  expect(workerPatternProblem(pattern)).toBe(problem)
  expect(renderWorker(pattern, facts)).toEqual({ ok: false, reason: 'pattern' })
})

test.each(workerPlaceholders)('%s unknown is a reason, never a hole', (word) => {
  expect(renderWorker(`account.{${word}}`, nothing)).toEqual({ ok: false, reason: word })
})

test.each([
  ['ship', { ship: '船' }],
  ['ship', { ship: '-- / __' }],
  ['miner', { miner: '\u0000\ud800' }],
  ['octet', { ipAddress: '10.0.0.256' }],
  ['octet', { ipAddress: 'fe80::1' }],
  ['ip', { ipAddress: '10.0.0' }],
  ['mac', { macAddress: '02:ab' }],
] as const)('of which nothing is left is unknown: %s %j', (word, part) => {
  expect(renderWorker(`a.{${word}}`, { ...facts, ...part })).toEqual({ ok: false, reason: word })
})

test('too long is said, not cut', () => {
  const pattern = `${'x'.repeat(110)}.{ship}{ship}`
  expect(renderWorker(pattern, { ...facts, ship: 'Aurora'.repeat(9) })).toEqual({
    ok: false,
    reason: 'too-long',
  })
})

test('a miner gets all pools or none', () => {
  const pools = [
    { url: 'stratum+tcp://a.example:3333', worker: 'a.{octet}' },
    { url: 'stratum+tcp://b.example:3333', worker: 'b.{ship}' },
  ]
  expect(renderPools(pools, facts)).toEqual({
    ok: true,
    pools: [
      { url: 'stratum+tcp://a.example:3333', user: 'a.23', password: null },
      { url: 'stratum+tcp://b.example:3333', user: 'b.Ms-Zoe', password: null },
    ],
  })
  expect(renderPools(pools, { ...facts, ship: null })).toEqual({ ok: false, reason: 'ship' })
})

const poison = fc.oneof(
  anyText({ maxLength: 600 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.constantFrom('{ship}', '$&', '$1', '{{miner}}', '\u202e', '\ud800', 'a'.repeat(65_536), ' ', '%s'),
)
const pattern = fc
  .array(
    fc.oneof(fc.constantFrom('{ship}', '{miner}', '{ip}', '{octet}', '{mac}', 'account', '.', '-'), poison),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''))

test('whatever comes in, a worker is one that every device takes, or there is a reason', () => {
  const maybe = fc.option(poison, { nil: null })
  fc.assert(
    fc.property(pattern, maybe, maybe, maybe, maybe, (text, ship, miner, ipAddress, macAddress) => {
      const made = renderWorker(text, { ship, miner, ipAddress, macAddress })
      if (made.ok) {
        expect(made.worker).toMatch(/^[\w.@:+/#$~*-]{1,128}$/)
        expect(workerPatternProblem(text)).toBeNull()
      } else if (made.reason === 'pattern') expect(workerPatternProblem(text)).not.toBeNull()
      else if (made.reason !== 'too-long') expect(text).toContain(`{${made.reason}}`)
    }),
    { numRuns: 2_000 },
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  agedState,
  type FollowerWord,
  isIdleUnordered,
  type MinerAge,
  type MinerOrders,
  type MinerSample,
  minerState,
  minerStateReasons,
  needsAttention,
  orderExplainsMs,
  rankOfState,
  stopsWithinMs,
  type toneOfState,
  wordOfState,
  workingState,
} from './miner-state.ts'

const now = 1_000_000_000
const minute = 60_000
const healthy: MinerSample = {
  deviceState: 'mining',
  hashrateGhs: 200_000,
  expectedHashrateGhs: 200_000,
  uptimeSeconds: 100_000,
  flags: [],
  pools: 'alive',
}
const none: MinerOrders = {
  stoppedByOwnerAt: null,
  commandedAt: null,
  followerCommand: null,
  followerCommandedAt: null,
  follower: null,
  ruleCommand: null,
  ruleCommandedAt: null,
}
const still: Partial<MinerSample> = { deviceState: 'idle', hashrateGhs: 0 }
const word = (sample: Partial<MinerSample>, orders: Partial<MinerOrders> = {}) =>
  wordOfState(workingState({ ...healthy, ...sample }, { ...none, ...orders }, now))

const stopped = { stoppedByOwnerAt: now - 10 * minute }
const told = (follower: FollowerWord, followerCommand: 'rest' | 'run' | null, agoMs = 10 * minute) => ({
  follower,
  followerCommand,
  followerCommandedAt: now - agoMs,
})

describe('a miner that hashes', () => {
  test.each<[string, Partial<MinerSample>, Partial<MinerOrders>, string]>([
    ['as expected', {}, {}, 'mining.normal'],
    ['its expectation unknown', { expectedHashrateGhs: null, hashrateGhs: 1 }, {}, 'mining.normal'],
    ['at the limit', { hashrateGhs: 160_000 }, {}, 'mining.normal'],
    ['below the limit', { hashrateGhs: 159_999 }, {}, 'below-expected.slow'],
    ['one board short', { flags: ['dead-board'] }, {}, 'below-expected.lost-board'],
    ['just on', { hashrateGhs: 90_000, uptimeSeconds: 60 }, {}, 'starting.ramping'],
    ['just woken', { hashrateGhs: 90_000 }, { commandedAt: now - minute }, 'starting.ramping'],
    ['at a lower power for the ship', { hashrateGhs: 90_000 }, told('curtailed', 'rest'), 'mining.lowered'],
    ['at a lower power for its heat', { hashrateGhs: 90_000 }, { ruleCommand: 'lower' }, 'mining.cooling'],
    ['lifted again', {}, { ruleCommand: 'lower' }, 'mining.normal'],
    ['on its way to sleep for its heat', {}, { ruleCommand: 'rest' }, 'mining.cooling'],
    ['the follower gone that lowered it', {}, { followerCommand: 'rest' }, 'mining.normal'],
    ['its stop has just arrived', {}, { stoppedByOwnerAt: now - stopsWithinMs }, 'mining.stopping'],
    ['against its stop', {}, { stoppedByOwnerAt: now - stopsWithinMs - 1 }, 'mining.against-stop'],
    ['rate unknown, says it mines', { hashrateGhs: null }, {}, 'mining.normal'],
    ['too hot, and says so', { deviceState: 'fault', flags: ['overheat'] }, {}, 'error.overheat'],
    ['says it is broken', { deviceState: 'fault' }, {}, 'error.device'],
  ])('%s', (_, sample, orders, expected) => expect(word(sample, orders)).toBe(expected))
})

describe('a miner that makes nothing', () => {
  test.each<[string, Partial<MinerSample>, Partial<MinerOrders>, string]>([
    ['stopped by its owner', { deviceState: 'sleeping' }, stopped, 'asleep.owner'],
    ['asleep for its heat', { deviceState: 'sleeping' }, { ruleCommand: 'rest' }, 'asleep.heat'],
    [
      'asleep for its heat beside a follower',
      {},
      { ...told('free', 'run'), ruleCommand: 'rest' },
      'asleep.heat',
    ],
    ['its owner’s stop is stronger than heat', {}, { ...stopped, ruleCommand: 'rest' }, 'asleep.owner'],
    ['hung at lower power', {}, { ruleCommand: 'lower' }, 'idle.no-work'],
    ['restarted by a rule', {}, { ruleCommand: 'run', ruleCommandedAt: now - minute }, 'starting.ordered'],
    [
      'restarted by a rule long ago',
      {},
      { ruleCommand: 'run', ruleCommandedAt: now - orderExplainsMs - 1 },
      'idle.no-work',
    ],
    ['stopped where a device knows no sleep', {}, stopped, 'asleep.owner'],
    ['stopped, all boards dark', { deviceState: 'fault' }, stopped, 'asleep.owner'],
    ['stopped and broken', { deviceState: 'fault', flags: ['hardware-fault'] }, stopped, 'error.hardware'],
    ['the crew’s stop is the strongest', {}, { ...stopped, ...told('master-stop', 'rest') }, 'asleep.crew'],
    [
      'the owner’s is stronger than quiet hours',
      {},
      { ...stopped, ...told('quiet-hours', 'rest') },
      'asleep.owner',
    ],
    ['quiet hours', {}, told('quiet-hours', null), 'asleep.quiet-hours'],
    ['no reading', {}, told('load-unknown', null), 'asleep.load-unknown'],
    ['on the shore', {}, told('shore-power', null), 'asleep.shore-power'],
    ['the ship needs the power', { deviceState: 'sleeping' }, told('curtailed', 'rest'), 'asleep.ship'],
    ['told before it was noted', { deviceState: 'sleeping' }, told('holding', null), 'asleep.ship'],
    ['another gave way, not this one', {}, told('curtailed', null), 'idle.no-work'],
    ['told to run a while ago', {}, told('restoring', 'run', orderExplainsMs + 1), 'idle.no-work'],
    ['told to run just now', {}, told('restoring', 'run', minute), 'starting.ordered'],
    [
      'room enough: nobody wants it to rest',
      { deviceState: 'sleeping' },
      told('free', 'rest'),
      'idle.unordered-sleep',
    ],
    ['commanded just now', {}, { commandedAt: now - orderExplainsMs }, 'starting.ordered'],
    ['commanded long ago', {}, { commandedAt: now - orderExplainsMs - 1 }, 'idle.no-work'],
    ['starting by itself', { deviceState: 'starting', uptimeSeconds: 30 }, {}, 'starting.by-itself'],
    [
      'starting for longer than a start takes',
      { deviceState: 'starting', uptimeSeconds: 600 },
      {},
      'idle.no-work',
    ],
    ['starting for an hour', { deviceState: 'starting', uptimeSeconds: 3_600 }, {}, 'idle.no-work'],
    ['no pool answers', { pools: 'dead' }, {}, 'idle.no-pool'],
    [
      'no pool answers after a command',
      { deviceState: 'idle', pools: 'dead' },
      { commandedAt: now - minute },
      'idle.no-pool',
    ],
    [
      'asleep just after a command, and no pool answers',
      { deviceState: 'sleeping', pools: 'dead' },
      { commandedAt: now - minute },
      'starting.ordered',
    ],
    ['its sample says that none answers', { pools: null, flags: ['pool-dead'] }, {}, 'idle.no-pool'],
    ['every pool switched off', { pools: 'none' }, {}, 'idle.no-pool'],
    ['a pool answers', {}, {}, 'idle.no-work'],
    ['nothing known of its pools', { pools: null }, {}, 'idle.no-reason'],
    ['asleep, and nobody asked', { deviceState: 'sleeping' }, {}, 'idle.unordered-sleep'],
    ['stopped by its heat', { flags: ['overheat'] }, {}, 'error.overheat'],
    ['no board left', { deviceState: 'fault', flags: ['dead-board'] }, {}, 'error.boards'],
    ['boards dead, says idle', { flags: ['dead-board'] }, {}, 'error.boards'],
    ['rate unknown, says idle', { hashrateGhs: null }, {}, 'idle.no-work'],
    ['at rate 0 without a word of why', { deviceState: null }, {}, 'idle.no-reason'],
    ['at rate 0 without a word, stopped by its owner', { deviceState: null }, stopped, 'asleep.owner'],
  ])('%s', (_, sample, orders, expected) => expect(word({ ...still, ...sample }, orders)).toBe(expected))
})

describe('a miner that tells neither rate nor state', () => {
  const untold: Partial<MinerSample> = { deviceState: null, hashrateGhs: null }
  test.each<[string, Partial<MinerSample>, Partial<MinerOrders>, string]>([
    ['is unknown', {}, {}, 'unknown.not-told'],
    ['is unknown whatever was ordered', {}, stopped, 'unknown.not-told'],
    ['is unknown where the ship rests', {}, told('master-stop', 'rest'), 'unknown.not-told'],
    ['is unknown right after a command', {}, { commandedAt: now - minute }, 'unknown.not-told'],
    ['makes nothing without a pool', { pools: 'dead' }, {}, 'idle.no-pool'],
    ['says that it is too hot', { flags: ['overheat'] }, {}, 'error.overheat'],
    ['says that it is broken', { flags: ['hardware-fault'] }, {}, 'error.hardware'],
    ['has boards that do not work', { flags: ['dead-board'] }, {}, 'unknown.not-told'],
  ])('%s', (_, sample, orders, expected) => expect(word({ ...untold, ...sample }, orders)).toBe(expected))
})

describe('age', () => {
  const age = (over: Partial<MinerAge>): MinerAge => ({
    sampledAt: now,
    now,
    pollIntervalMs: 30_000,
    offlineAfterMs: 300_000,
    isControllerSilent: false,
    ...over,
  })
  test.each<[string, Partial<MinerAge>, string]>([
    ['fresh', {}, 'idle.no-pool'],
    ['stale', { now: now + 75_001 }, 'stale.no-answer'],
    ['offline', { now: now + 300_001 }, 'offline.no-answer'],
    ['its box is silent', { now: now + 300_001, isControllerSilent: true }, 'offline.box-silent'],
    ['a silent box explains nothing of fresh values', { isControllerSilent: true }, 'idle.no-pool'],
    ['never measured', { sampledAt: null }, 'unreported.never-measured'],
  ])('%s', (_, over, expected) =>
    expect(wordOfState(minerState({ ...healthy, ...still, pools: 'dead' }, none, age(over)))).toBe(expected),
  )
  test('a state that was stale already says no more when it is fresh to the page', () => {
    const stale = { kind: 'stale', reason: 'no-answer' } as const
    expect(agedState(stale, age({}))).toEqual(stale)
  })
})

const anySample = fc.record<MinerSample>({
  deviceState: fc.constantFrom('mining', 'idle', 'starting', 'sleeping', 'fault', null),
  hashrateGhs: fc.option(fc.integer({ min: 0, max: 300_000 })),
  expectedHashrateGhs: fc.option(fc.integer({ min: 0, max: 300_000 })),
  uptimeSeconds: fc.option(fc.integer({ min: 0, max: 100_000 })),
  flags: fc.subarray(['overheat', 'dead-board', 'pool-dead', 'hardware-fault', 'pool-fallback']),
  pools: fc.constantFrom('alive', 'dead', 'none', null),
})
const anyOrders = fc.record<MinerOrders>({
  stoppedByOwnerAt: fc.option(fc.integer({ min: 0, max: now })),
  commandedAt: fc.option(fc.integer({ min: 0, max: now })),
  followerCommand: fc.constantFrom('rest', 'run', null),
  followerCommandedAt: fc.option(fc.integer({ min: 0, max: now })),
  follower: fc.constantFrom(
    ...(['off', 'free', 'curtailed', 'holding', 'restoring', 'load-unknown', 'master-stop'] as const),
    ...(['quiet-hours', 'shore-power', null] as const),
  ),
  ruleCommand: fc.constantFrom('rest', 'lower', 'run', null),
  ruleCommandedAt: fc.option(fc.integer({ min: 0, max: now })),
})

test('whatever is reported and ordered, a miner is never green, resting or starting without a reason', () => {
  fc.assert(
    fc.property(anySample, anyOrders, (sample, orders) => {
      const state = workingState(sample, orders, now)
      expect(minerStateReasons[state.kind]).toContain(state.reason)
      const isHashing = sample.hashrateGhs === null ? sample.deviceState === 'mining' : sample.hashrateGhs > 0
      if (state.kind === 'mining' || state.kind === 'below-expected') expect(isHashing).toBe(true)
      const isOrdered =
        orders.stoppedByOwnerAt !== null ||
        orders.followerCommand === 'rest' ||
        orders.follower !== null ||
        orders.ruleCommand === 'rest'
      if (state.kind === 'asleep')
        expect(isOrdered && (!isHashing || sample.deviceState === 'fault')).toBe(true)
      const isTold = sample.deviceState !== null || sample.hashrateGhs !== null
      if (state.kind === 'unknown') expect([isTold, isIdleUnordered(state)]).toEqual([false, false])
      else if (!isHashing && state.kind !== 'asleep' && state.kind !== 'starting')
        expect([isIdleUnordered(state), needsAttention(state)]).toEqual([true, true])
    }),
  )
})

test('every state has its tone and rank, and only what works or rests as ordered needs no attention', () => {
  const all = Object.entries(minerStateReasons).flatMap(([kind, reasons]) =>
    reasons.map((reason) => ({ kind, reason }) as Parameters<typeof toneOfState>[0]),
  )
  expect(all.filter((state) => !needsAttention(state)).map(wordOfState)).toEqual([
    'mining.normal',
    'mining.lowered',
    'mining.stopping',
    'starting.by-itself',
    'starting.ordered',
    'starting.ramping',
    'asleep.owner',
    'asleep.crew',
    'asleep.ship',
    'asleep.quiet-hours',
    'asleep.shore-power',
    'asleep.not-worth',
  ])
  for (const state of all) expect(rankOfState(state)).toBeGreaterThanOrEqual(0)
})

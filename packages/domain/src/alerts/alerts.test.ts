import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MinerState } from '../fleet/miner-state.ts'
import { alertKindNames, alertKinds, ruleInForce } from './alert-kinds.ts'
import { isForAll } from './fold-causes.ts'
import { type MinerCondition, type MinerView, minerConditions } from './miner-conditions.ts'
import { planAlerts, type Verdict } from './plan-alerts.ts'
import { criticalPauseMs, groupMs, type PendingAlert, pauseMs, planNotice } from './plan-notice.ts'

const healthy: MinerView = {
  state: { kind: 'mining', reason: 'normal' },
  ranAgainstStop: false,
  isGivenUp: false,
  hashrateGhs: 200_000,
  expectedHashrateGhs: 200_000,
  temperatureC: 70,
  isOverheatFlagged: false,
  isHydro: false,
  deadBoards: 0,
  fansStill: 0,
  fansTurning: 4,
  faults: [],
  pools: { alive: 3, usable: 3, isFallbackActive: false },
  accepted: 1_000,
  rejected: 2,
}
const judge = (kind: MinerCondition, more: Partial<MinerView>, isOpen = false) =>
  minerConditions[kind]({ ...healthy, ...more }, alertKinds[kind].limit ?? 0, isOpen)
const conditions = Object.keys(minerConditions) as MinerCondition[]

/** What makes each condition hold. */
const faults: Record<MinerCondition, Partial<MinerView>> = {
  'low-hashrate': { hashrateGhs: 150_000 },
  overheat: { temperatureC: 91 },
  'dead-board': { deadBoards: 1 },
  'fan-fault': { fansStill: 1, fansTurning: 3 },
  'device-fault': { faults: [{ code: '264', meaning: 'psu-link', place: null, text: null }] },
  'pool-down': { pools: { alive: 0, usable: 3, isFallbackActive: false } },
  'pool-fallback': { pools: { alive: 2, usable: 3, isFallbackActive: true } },
  'high-rejects': { accepted: 900, rejected: 100 },
  'miner-idle': { state: { kind: 'idle', reason: 'no-work' } },
  'against-stop': { state: { kind: 'mining', reason: 'against-stop' } },
  'rule-gave-up': { state: { kind: 'idle', reason: 'no-work' }, isGivenUp: true },
}
/** Without which nothing can be said. */
const unknown: Record<MinerCondition, Partial<MinerView>> = {
  'low-hashrate': { expectedHashrateGhs: null },
  overheat: { temperatureC: null },
  'dead-board': { deadBoards: null },
  'fan-fault': { fansStill: null },
  'device-fault': { state: { kind: 'stale', reason: 'no-answer' } },
  'pool-down': { pools: null },
  'pool-fallback': { pools: null },
  'high-rejects': { rejected: null },
  'miner-idle': { state: { kind: 'stale', reason: 'no-answer' } },
  'against-stop': { state: { kind: 'stale', reason: 'no-answer' } },
  'rule-gave-up': { state: { kind: 'stale', reason: 'no-answer' }, isGivenUp: true },
}

describe.each(conditions)('%s', (kind) => {
  test('does not hold for a healthy miner', () => expect(judge(kind, {})).toBe(false))
  test('holds when it is so', () => expect(judge(kind, faults[kind])).toBe(true))
  test('says nothing of what is not known', () => expect(judge(kind, unknown[kind])).toBeNull())
  test('says nothing of old values, good or bad', () => {
    const state = { kind: 'offline', reason: 'no-answer' } as const
    expect(judge(kind, { ...faults[kind], state })).toBeNull()
    expect(judge(kind, { state })).toBeNull()
  })
  test.each<[MinerState['kind'], MinerState['reason']]>([
    ['asleep', 'owner'],
    ['asleep', 'ship'],
    ['starting', 'ordered'],
    ['starting', 'ramping'],
    ['mining', 'lowered'],
    ['mining', 'stopping'],
  ])('is silent while %s (%s), except for heat', (state, reason) =>
    expect(judge(kind, { ...faults[kind], state: { kind: state, reason } })).toBe(kind === 'overheat'),
  )
})

test('a miner that does not tell what it does opens no alert and closes none, except for what it names itself', () => {
  const state = { kind: 'unknown', reason: 'not-told' } as const
  const named: readonly MinerCondition[] = ['overheat', 'device-fault']
  for (const kind of conditions) {
    const isNamed = named.includes(kind)
    expect(judge(kind, { ...faults[kind], hashrateGhs: null, state }), kind).toBe(isNamed ? true : null)
    expect(judge(kind, { hashrateGhs: null, state }, true), kind).toBe(kind === 'overheat' ? false : null)
  }
})

test('a miner that makes nothing has one alert, for its root cause', () => {
  const told = (kind: MinerState['kind'], reason: MinerState['reason'], more: Partial<MinerView> = {}) =>
    conditions.filter((condition) => judge(condition, { state: { kind, reason }, hashrateGhs: 0, ...more }))
  expect(told('idle', 'no-pool', { pools: null })).toEqual(['pool-down'])
  expect(told('idle', 'no-work')).toEqual(['miner-idle'])
  expect(told('idle', 'unordered-sleep')).toEqual(['miner-idle'])
  expect(told('idle', 'no-reason')).toEqual(['miner-idle'])
  expect(told('error', 'boards', { deadBoards: 3 })).toEqual(['miner-idle'])
  expect(told('error', 'device')).toEqual(['miner-idle'])
  expect(told('error', 'overheat', { isOverheatFlagged: true })).toEqual(['overheat'])
  expect(told('below-expected', 'lost-board', { deadBoards: 1, hashrateGhs: 170_000 })).toEqual([
    'dead-board',
  ])
})

test('a miner that a rule gave up works again: that is over; one that still lacks a board needs a person', () => {
  expect(judge('rule-gave-up', { isGivenUp: true })).toBe(false)
  expect(
    judge('rule-gave-up', { isGivenUp: true, state: { kind: 'below-expected', reason: 'lost-board' } }),
  ).toBe(true)
})

test('a run against a stop is told also when the miner was stopped again already', () =>
  expect(judge('against-stop', { state: { kind: 'asleep', reason: 'owner' }, ranAgainstStop: true })).toBe(
    true,
  ))

test('what holds for all miners is one thing, until it holds for less than half of them', () => {
  expect(isForAll([true, true], false)).toBe(true)
  expect(isForAll([true, true, null], false)).toBe(true)
  expect(isForAll([true, true, false], false)).toBe(false)
  expect(isForAll([true, true, false], true)).toBe(true)
  expect(isForAll([true, true, false, false, false], true)).toBe(false)
  expect(isForAll([true], false)).toBe(false)
  expect(isForAll([], true)).toBe(false)
})

test('an open alert needs a clearly better value to close', () => {
  expect(judge('low-hashrate', { hashrateGhs: 165_000 })).toBe(false)
  expect(judge('low-hashrate', { hashrateGhs: 165_000 }, true)).toBe(true)
  expect(judge('overheat', { temperatureC: 87 })).toBe(false)
  expect(judge('overheat', { temperatureC: 87 }, true)).toBe(true)
  expect(judge('high-rejects', { accepted: 970, rejected: 30 })).toBe(false)
  expect(judge('high-rejects', { accepted: 970, rejected: 30 }, true)).toBe(true)
})

test('a miner that just started is not slow yet; hydro has no fans; few shares say nothing', () => {
  expect(judge('low-hashrate', { hashrateGhs: 10, state: { kind: 'starting', reason: 'ramping' } })).toBe(
    false,
  )
  expect(judge('fan-fault', { fansStill: 2, fansTurning: 2, isHydro: true })).toBe(false)
  expect(judge('fan-fault', { fansStill: 4, fansTurning: 0 })).toBe(false)
  expect(judge('high-rejects', { accepted: 10, rejected: 30 })).toBeNull()
  expect(judge('overheat', { temperatureC: null, isOverheatFlagged: true })).toBe(true)
})

describe('planAlerts', () => {
  type World = { waiting: Map<string, number>; open: Set<string> }
  const step = (world: World, now: number, verdicts: Verdict<string>[]) => {
    const plan = planAlerts({
      now,
      verdicts,
      waitingSince: (cause) => world.waiting.get(cause) ?? null,
      isOpen: (cause) => world.open.has(cause),
    })
    for (const cause of plan.wait) world.waiting.set(cause, now)
    for (const cause of plan.forget) world.waiting.delete(cause)
    for (const cause of plan.clear) world.open.delete(cause)
    for (const cause of plan.raise) world.open.add(cause)
    return plan
  }
  const verdict = (holds: boolean | null): Verdict<string>[] => [{ cause: 'a', holds, forMs: 100 }]

  test('waits for its time, tells once, and clears when it is over', () => {
    const world: World = { waiting: new Map(), open: new Set() }
    expect(step(world, 0, verdict(true)).wait).toEqual(['a'])
    expect(step(world, 99, verdict(true)).raise).toEqual([])
    expect(step(world, 100, verdict(true)).raise).toEqual(['a'])
    expect(step(world, 500, verdict(true))).toEqual({ wait: [], forget: [], raise: [], clear: [] })
    expect(step(world, 600, verdict(null)).clear).toEqual([])
    expect(step(world, 700, verdict(false)).clear).toEqual(['a'])
    expect(world).toEqual({ waiting: new Map(), open: new Set() })
  })

  test('what is new about an open cause waits its own time, then takes the place of the alert', () => {
    const world: World = { waiting: new Map(), open: new Set(['a']) }
    const more = [{ cause: 'a', holds: true, forMs: 100, isMore: true }]
    expect(step(world, 0, more)).toEqual({ wait: ['a'], forget: [], raise: [], clear: [] })
    expect(step(world, 100, more)).toEqual({ wait: [], forget: ['a'], raise: ['a'], clear: ['a'] })
    expect(world).toEqual({ waiting: new Map(), open: new Set(['a']) })
    step(world, 200, more)
    expect(step(world, 250, verdict(true)).forget).toEqual(['a'])
    expect(step(world, 310, more).raise).toEqual([])
    expect(step(world, 320, verdict(false))).toEqual({ wait: [], forget: ['a'], raise: [], clear: ['a'] })
  })

  test('what stops before its time is never told', () => {
    const world: World = { waiting: new Map(), open: new Set() }
    step(world, 0, verdict(true))
    step(world, 50, verdict(false))
    expect(step(world, 120, verdict(true)).raise).toEqual([])
  })

  test('not knowing changes nothing: time goes on', () => {
    const world: World = { waiting: new Map(), open: new Set() }
    step(world, 0, verdict(true))
    step(world, 50, verdict(null))
    expect(step(world, 100, verdict(true)).raise).toEqual(['a'])
  })

  test('never raises what is open, never clears what is not, in any world', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(true, false, null), fc.nat(200))), (steps) => {
        const world: World = { waiting: new Map(), open: new Set() }
        let now = 0
        for (const [holds, ms] of steps) {
          now += ms
          const wasOpen = world.open.has('a')
          const plan = step(world, now, verdict(holds))
          if (plan.raise.length > 0) expect(wasOpen || !holds).toBe(false)
          if (plan.clear.length > 0) expect(wasOpen && holds === false).toBe(true)
          expect(world.open.has('a') && world.waiting.has('a')).toBe(false)
        }
      }),
    )
  })
})

describe('planNotice', () => {
  const alert = (id: string, raisedAt: number, more: Partial<PendingAlert> = {}): PendingAlert => ({
    id,
    severity: 'warning',
    raisedAt,
    isOver: false,
    ...more,
  })
  const plan = (pending: PendingAlert[], more: object = {}) =>
    planNotice({
      now: 1_000_000,
      minuteOfDay: 12 * 60,
      pending,
      lastNotifiedAt: null,
      quietHours: null,
      criticalInQuietHours: true,
      ...more,
    })
  const old = 1_000_000 - groupMs

  test('alerts that come together are one message', () => {
    expect(plan([alert('a', old + 1)])).toEqual({ notify: [], drop: [] })
    expect(plan([alert('a', old), alert('b', old + 1)]).notify).toEqual(['a', 'b'])
  })
  test('there is a pause between messages, shorter when something is critical', () => {
    expect(plan([alert('a', old)], { lastNotifiedAt: 1_000_001 - pauseMs }).notify).toEqual([])
    expect(plan([alert('a', old)], { lastNotifiedAt: 1_000_000 - pauseMs }).notify).toEqual(['a'])
    const critical = [alert('a', old, { severity: 'critical' })]
    expect(plan(critical, { lastNotifiedAt: 1_000_001 - criticalPauseMs }).notify).toEqual([])
    expect(plan(critical, { lastNotifiedAt: 1_000_000 - criticalPauseMs }).notify).toEqual(['a'])
  })
  test('what is over before anybody was told needs no message, but a found block does', () => {
    const blocks = alert('block', old, { severity: 'info', isOver: true })
    expect(plan([alert('a', old, { isOver: true }), blocks])).toEqual({ notify: ['block'], drop: ['a'] })
  })
  test('quiet hours hold back what is not critical, over midnight too', () => {
    const quietHours = { fromMinute: 22 * 60, toMinute: 7 * 60 }
    const both = [alert('a', old), alert('b', old, { severity: 'critical' })]
    expect(plan(both, { quietHours, minuteOfDay: 23 * 60 }).notify).toEqual(['b'])
    expect(plan(both, { quietHours, minuteOfDay: 6 * 60 + 59 }).notify).toEqual(['b'])
    expect(plan(both, { quietHours, minuteOfDay: 7 * 60 }).notify).toEqual(['a', 'b'])
    expect(plan(both, { quietHours, minuteOfDay: 60, criticalInQuietHours: false }).notify).toEqual([])
  })
})

test('an owner’s wish stands over the product’s own rule', () => {
  expect(ruleInForce('overheat', undefined)).toEqual({ limit: 90, forMs: 120_000 })
  expect(ruleInForce('overheat', { enabled: true, limit: 80, forSeconds: null })).toEqual({
    limit: 80,
    forMs: 120_000,
  })
  expect(ruleInForce('overheat', { enabled: false, limit: null, forSeconds: null })).toBeNull()
  expect(alertKindNames).toHaveLength(26)
})

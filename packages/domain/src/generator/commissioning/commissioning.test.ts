import { describe, expect, test } from 'vitest'
import {
  actOn,
  type CommissioningAct,
  type CommissioningState,
  type CommissioningStep,
  type CommissioningView,
  cautiousReserveKw,
  commissioningSteps,
  isCheckDone,
  lookAt,
  nextStep,
  notCovered,
  resumeAfterRestart,
  trialOf,
} from './commissioning.ts'

type Miner = {
  id: string
  firmware: string
  kw: number
  stopMs: number
  isReachable: boolean
  isWanted: boolean
}
type Ship = {
  shipKw: number
  isCable: boolean
  meterFactor: number
  isRelay: boolean
  hasContactor: boolean
  isPanelSame: boolean | null
  isMeterRefused: boolean
  miners: Miner[]
}
const miner = (id: string, over: Partial<Miner> = {}): Miner => ({
  id,
  firmware: 'antminer',
  kw: 5,
  stopMs: 90_000,
  isReachable: true,
  isWanted: true,
  ...over,
})

/** A ship that does what it is told, with a clock that only the test moves. */
function ship(over: Partial<Ship> = {}) {
  const is: Ship = {
    shipKw: 20,
    isCable: true,
    meterFactor: 1,
    isRelay: true,
    hasContactor: true,
    isPanelSame: null,
    isMeterRefused: false,
    miners: [miner('a'), miner('b', { firmware: 'whatsminer', kw: 3, stopMs: 10_000 })],
    ...over,
  }
  let now = 0
  let state: CommissioningState = resumeAfterRestart({})
  let lostAt = 0
  const runs = new Set(is.miners.map(({ id }) => id))
  const changed = new Map<string, number>()
  const view = (): CommissioningView => {
    const trial = trialOf(state)
    const hasPower = !(trial?.kind === 'no-pulse' && is.isRelay)
    const miningKw = hasPower ? is.miners.reduce((sum, { id, kw }) => sum + (runs.has(id) ? kw : 0), 0) : 0
    return {
      now,
      at: 1_000_000 + now,
      loadKw: is.isCable ? (is.shipKw + miningKw) * is.meterFactor : null,
      loadAgeMs: is.isCable ? 200 : now - lostAt,
      isLoadLost: !is.isCable && now - lostAt > 10_000,
      isMeterRefused: is.isMeterRefused,
      isPanelSame: is.isPanelSame,
      hasContactor: is.hasContactor,
      capacityKw: 100,
      devices: is.miners.map(({ id, firmware, kw, isReachable, isWanted }) => ({
        id,
        firmware,
        isAsleep: !runs.has(id),
        isHashing: runs.has(id),
        watts: runs.has(id) ? kw * 1_000 : null,
        ratedWatts: kw * 1_000,
        canSleep: true,
        isReachable,
        isWanted,
      })),
    }
  }
  function obey(): void {
    const trial = trialOf(state)
    for (const { id, stopMs, isReachable } of is.miners) {
      if (!isReachable) continue
      const isWanted = trial === null || (trial.kind !== 'rest' && trial.ids.includes(id))
      if (runs.has(id) === isWanted || !changed.has(id)) changed.set(id, now)
      const since = changed.get(id) ?? now
      if (runs.has(id) !== isWanted && now - since >= (isWanted ? 120_000 : stopMs))
        isWanted ? runs.add(id) : runs.delete(id)
    }
  }
  const one = {
    is,
    act: (act: CommissioningAct) => {
      state = actOn(state, act, view())
      return one
    },
    pass(seconds: number) {
      for (let quarter = 0; quarter < seconds * 4; quarter++) {
        now += 250
        obey()
        state = lookAt(state, view())
      }
      return one
    },
    cut() {
      is.isCable = false
      lostAt = now
      return one
    },
    result: (step: CommissioningStep) => state.results[step],
    get state() {
      return state
    },
  }
  return one
}
const begin = (step: CommissioningStep): CommissioningAct => ({ kind: 'begin', step })

describe('the meter', () => {
  test('is found when it reads, and its reading noted', () =>
    expect(ship().act(begin('meter')).result('meter')).toMatchObject({
      outcome: 'passed',
      figures: { readsKw: 28 },
    }))
  test.each([
    ['refused', { isMeterRefused: true }, 'meter-refused'],
    ['silent', { isCable: false }, 'no-reading'],
  ] as const)('that is %s is not', (_, over, failure) =>
    expect(ship(over).act(begin('meter')).pass(20).result('meter')).toMatchObject({
      outcome: 'failed',
      failure,
    }),
  )
  test.each([
    [true, 'passed'],
    [false, 'failed'],
  ] as const)('against the panel: %s is %s', (isPanelSame, outcome) => {
    const one = ship().act(begin('panel')).pass(600)
    expect(one.state.active?.step).toBe('panel')
    one.is.isPanelSame = isPanelSame
    expect(one.pass(1).result('panel')?.outcome).toBe(outcome)
  })
})

describe('one miner', () => {
  test('is started alone, and the meter moves by its power', () => {
    const one = ship().act(begin('miner'))
    expect(trialOf(one.state)).toEqual({ kind: 'rest' })
    one.pass(110)
    expect(trialOf(one.state)).toEqual({ kind: 'only', ids: ['a'] })
    one.pass(200)
    const result = one.result('miner')
    expect(result?.outcome).toBe('passed')
    expect(result?.figures.minerKw).toBe(5)
    expect(result?.figures.movedKw).toBeCloseTo(5)
    expect(trialOf(one.state)).toBeNull()
  })
  test.each([0, 0.5, 2, -1])('a meter that moves %s times as far is found out', (meterFactor) =>
    expect(ship({ meterFactor }).act(begin('miner')).pass(400).result('miner')).toMatchObject({
      outcome: 'failed',
      failure: 'meter-did-not-follow',
      figures: { minerKw: 5 },
    }),
  )
  test('where none can be tried that is said', () =>
    expect(
      ship({ miners: [miner('a', { isWanted: false })] })
        .act(begin('miner'))
        .result('miner'),
    ).toMatchObject({ failure: 'no-miner' }))
  test('one that does not go to sleep ends it', () =>
    expect(
      ship({ miners: [miner('a', { stopMs: 1e9 })] })
        .act(begin('miner'))
        .pass(700)
        .result('miner'),
    ).toMatchObject({ failure: 'did-not-sleep' }))
})

test('the stop of each firmware is measured from the command until it is seen', () => {
  const one = ship().act(begin('stops')).pass(500)
  const result = one.result('stops')
  expect(result?.outcome).toBe('passed')
  expect(result?.figures.stops).toEqual([
    { firmware: 'antminer', devices: 1, tookMs: 90_000 },
    { firmware: 'whatsminer', devices: 1, tookMs: 10_000 },
  ])
})

describe('the largest step', () => {
  test('is entered', () =>
    expect(ship().act({ kind: 'enter', stepKw: 35 }).result('largest-step')).toMatchObject({
      outcome: 'passed',
      figures: { stepKw: 35, isMeasured: false },
    }))
  test('or seen, with the miners at rest', () => {
    const one = ship().act(begin('largest-step')).pass(120)
    expect(trialOf(one.state)).toEqual({ kind: 'rest' })
    one.is.shipKw = 55
    one.pass(5)
    one.is.shipKw = 20
    expect(one.pass(5).act({ kind: 'done' }).result('largest-step')).toMatchObject({
      outcome: 'passed',
      figures: { stepKw: 35, isMeasured: true },
    })
  })
  test('nothing that was switched on is no step', () =>
    expect(
      ship().act(begin('largest-step')).pass(120).act({ kind: 'done' }).result('largest-step'),
    ).toMatchObject({ failure: 'no-step' }))
})

describe('the contactor', () => {
  test('is opened under a miner, and the meter shows when', () => {
    const one = ship().act(begin('contactor')).pass(400)
    expect(one.result('contactor')).toMatchObject({ outcome: 'passed' })
    expect(one.result('contactor')?.figures.tookMs).toBeLessThan(1_000)
    expect(trialOf(one.state)).toBeNull()
  })
  test('one that stays closed is found out', () =>
    expect(ship({ isRelay: false }).act(begin('contactor')).pass(400).result('contactor')).toMatchObject({
      failure: 'did-not-open',
    }))
  test('where none is wired that is said', () =>
    expect(ship({ hasContactor: false }).act(begin('contactor')).pass(1).result('contactor')).toMatchObject({
      failure: 'no-contactor',
    }))
})

test('the cable of the meter: how long until it is noticed, and that it comes back', () => {
  const one = ship().act(begin('cable')).pass(30).cut().pass(20)
  expect(one.state.active?.phase.name).toBe('back')
  one.is.isCable = true
  const result = one.pass(1).result('cable')
  expect(result?.outcome).toBe('passed')
  expect(result?.figures.tookMs).toBeGreaterThan(10_000)
  expect(result?.figures.tookMs).toBeLessThan(10_500)
})
test('a cable that nobody pulls, or that stays out, is no proof', () => {
  expect(ship().act(begin('cable')).pass(310).result('cable')?.failure).toBe('not-noticed')
  expect(ship().act(begin('cable')).cut().pass(400).result('cable')?.failure).toBe('did-not-return')
})

describe('the whole', () => {
  test('is done when every step is passed or left out with a reason', () => {
    const one = ship({ isPanelSame: true })
    for (const step of ['meter', 'panel'] as const) one.act(begin(step))
    expect(nextStep(one.state.results)).toBe('miner')
    for (const step of commissioningSteps.slice(2)) one.act({ kind: 'skip', step, reason: 'in the lock' })
    expect(isCheckDone(one.state.results)).toBe(true)
    expect(nextStep(one.state.results)).toBeNull()
    expect(one.result('cable')).toMatchObject({ outcome: 'skipped', reason: 'in the lock' })
    expect(notCovered(one.state.results).slice(0, 5)).toEqual(commissioningSteps.slice(2))
  })
  test('a step that failed leaves it open, and can be done again', () => {
    const one = ship({ isMeterRefused: true }).act(begin('meter')).pass(20)
    expect(nextStep(one.state.results)).toBe('meter')
    one.is.isMeterRefused = false
    expect(one.act(begin('meter')).result('meter')?.outcome).toBe('passed')
  })
  test('one step at a time; it can be given up; a restart begins the step again and keeps what was found', () => {
    const one = ship().act(begin('meter')).act(begin('miner')).act(begin('cable'))
    expect(one.state.active?.step).toBe('miner')
    expect(one.act({ kind: 'skip', step: 'cable', reason: 'x' }).result('cable')).toBeUndefined()
    expect(one.act({ kind: 'enter', stepKw: 3 }).result('largest-step')).toBeUndefined()
    const after = resumeAfterRestart(one.state.results)
    expect(trialOf(after)).toBeNull()
    expect(after.results.meter?.outcome).toBe('passed')
    expect(one.act({ kind: 'done' }).result('miner')?.failure).toBe('ended-by-person')
  })
})

test.each([
  [{ capacityKw: 100, limitPercent: 85, reserveKw: 10 }, 30],
  [{ capacityKw: 100, limitPercent: 85, reserveKw: 40 }, 40],
  [{ capacityKw: 100, limitPercent: 20, reserveKw: 5 }, 20],
])('until then the reserve is never smaller, and can be kept: %j', (settings, expected) =>
  expect(cautiousReserveKw(settings)).toBe(expected),
)

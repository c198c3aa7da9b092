import type { Alert } from '@shipminer/contract/mining'
import type { ShownState } from '@shipminer/domain/fleet/shown-state'
import { describe, expect, test } from 'vitest'
import { buildController, buildMiner } from './fleet.fixture.ts'
import { judgeFleet, type PowerStanding, rowStates, type VerdictInput } from './verdict.ts'

const fine: ShownState = { kind: 'mining', reason: 'normal', hasAlerts: false }
const yielded: ShownState = { kind: 'asleep', reason: 'ship', hasAlerts: false }
const standing = (over: Partial<PowerStanding> = {}): PowerStanding => ({
  follower: 'free',
  shipWatts: 21_000,
  holdSeconds: 600,
  yieldingSince: new Map(),
  ...over,
})
const alert = (over: Partial<Alert>): Alert => ({
  id: 'a',
  kind: 'pool-down',
  severity: 'warning',
  status: 'active',
  minerId: '1',
  minerName: 'hydro-01',
  faults: [],
  controllerId: 'ctl-1',
  controllerName: 'ms Johanna',
  standsFor: null,
  otherMeter: null,
  escalatedAt: null,
  raisedAt: 500,
  resolvedAt: null,
  ...over,
})

function judge(over: Partial<VerdictInput> & { shown?: Record<string, ShownState> } = {}) {
  const miners = over.miners ?? [buildMiner({ id: '1' }), buildMiner({ id: '2' })]
  const input: VerdictInput = {
    isLinked: true,
    contactAt: 900,
    controllers: [buildController()],
    alerts: [],
    power: standing(),
    ...over,
    miners,
    states: new Map(miners.map(({ id }) => [id, over.shown?.[id] ?? fine])),
  }
  const states = rowStates({ ...input, yieldingSince: input.power?.yieldingSince ?? new Map() })
  return judgeFleet(input, states)
}

describe('the worst thing wins', () => {
  test('everything runs', () => expect(judge()).toEqual({ kind: 'fine', running: 2, total: 2 }))

  test.each<ShownState>([
    { kind: 'stale', reason: 'no-answer', hasAlerts: false },
    { kind: 'stale', reason: 'box-silent', hasAlerts: false },
    { kind: 'unreported', reason: 'never-measured', hasAlerts: false },
  ])('nobody calls it well while nothing is known of one: $kind $reason', (shown) =>
    expect(judge({ shown: { 1: yielded, 2: shown } })).toEqual({ kind: 'unreported', count: 1 }),
  )

  test('giving way is the promise at work, with since when', () => {
    const power = standing({ follower: 'curtailed', yieldingSince: new Map([['1', 700]]) })
    expect(judge({ shown: { 1: yielded }, power })).toEqual({
      kind: 'yielding',
      count: 1,
      since: 700,
      shipWatts: 21_000,
      holdSeconds: 600,
    })
  })

  test('how long there must be room is unknown, never nothing, where no ship or setting tells it', () => {
    const yielding = { 1: yielded }
    expect(judge({ shown: yielding, power: null })).toMatchObject({ kind: 'yielding', holdSeconds: null })
    expect(judge({ shown: yielding, power: standing({ holdSeconds: null }) })).toMatchObject({
      holdSeconds: null,
    })
  })

  test.each([
    ['load-unknown', 'load-unknown'],
    ['no-cooling', 'no-cooling'],
    ['quiet-hours', 'quiet-hours'],
    ['crew', 'master-stop'],
  ] as const)(
    'while the follower has not been heard yet, what it made the miners do says it: %s',
    (reason, kind) =>
      expect(judge({ shown: { 1: { kind: 'asleep', reason, hasAlerts: false } }, power: null })).toEqual({
        kind,
      }),
  )

  test('a problem comes before giving way', () => {
    const verdict = judge({ shown: { 1: yielded, 2: { kind: 'idle', reason: 'no-pool', hasAlerts: false } } })
    expect(verdict).toMatchObject({ kind: 'problem', problem: { kind: 'pool-down', minerId: '2' } })
  })

  test('several are counted, a miner once, the most severe first', () => {
    const alerts = [
      alert({ id: 'a', raisedAt: 100 }),
      alert({ id: 'b', kind: 'overheat', severity: 'critical', raisedAt: 200 }),
      alert({ id: 'c', minerId: '2', minerName: 'hydro-02', kind: 'fan-fault', raisedAt: 50 }),
    ]
    const states: Record<string, ShownState> = { 1: { ...fine, hasAlerts: true } }
    expect(judge({ alerts, shown: states })).toMatchObject({
      kind: 'problems',
      count: 2,
      worst: { kind: 'overheat' },
    })
  })

  test('what is for information or over is no problem', () => {
    const alerts = [alert({ severity: 'info', kind: 'block-found' }), alert({ id: 'b', status: 'resolved' })]
    expect(judge({ alerts })).toMatchObject({ kind: 'fine' })
  })

  test('a silent ship is one thing, not one for each of its miners', () => {
    const controllers = [buildController({ status: 'silent', lastSeenAt: 400 })]
    const stale: ShownState = { kind: 'stale', reason: 'box-silent', hasAlerts: false }
    expect(judge({ controllers, shown: { 1: stale, 2: stale } })).toEqual({
      kind: 'silent',
      name: 'ms Johanna',
      count: 1,
      since: 400,
    })
  })

  test('one silent ship of two is a problem of the fleet', () => {
    const controllers = [
      buildController(),
      buildController({ id: 'ctl-2', name: 'ms Anna', status: 'silent' }),
    ]
    const miners = [buildMiner({ id: '1' }), buildMiner({ id: '2', controllerId: 'ctl-2' })]
    expect(judge({ controllers, miners })).toMatchObject({
      kind: 'problem',
      problem: { kind: 'controller-silent', name: 'ms Anna' },
    })
  })

  test.each([
    [{ isLinked: false }, { kind: 'unlinked', since: 900 }],
    [{ miners: [] }, { kind: 'waiting' }],
    [{ power: standing({ follower: 'load-unknown' }) }, { kind: 'load-unknown' }],
    [{ power: standing({ follower: 'master-stop' }) }, { kind: 'master-stop' }],
    [{ power: standing({ follower: 'quiet-hours' }) }, { kind: 'quiet-hours' }],
  ])('%o', (over, verdict) => expect(judge(over)).toEqual(verdict))
})

test('a miner that its owner stopped is no problem, one that stands still without an order is', () => {
  const states = rowStates({
    miners: [buildMiner({ id: '1' }), buildMiner({ id: '2' })],
    alerts: [],
    yieldingSince: new Map(),
    states: new Map<string, ShownState>([
      ['1', { kind: 'asleep', reason: 'owner', hasAlerts: false }],
      ['2', { kind: 'idle', reason: 'no-work', hasAlerts: false }],
    ]),
  })
  expect(states.get('1')).toMatchObject({ word: 'stopped', isProblem: false })
  expect(states.get('2')).toMatchObject({ word: 'idle', isProblem: true })
})

test('a miner behind a silent box is unknown as of its last reading, not offline', () => {
  const miner = buildMiner({ id: '1', sampledAt: 400 })
  const rowOf = (reason: 'box-silent' | 'no-answer') =>
    rowStates({
      miners: [miner],
      states: new Map([['1', { kind: 'offline', reason, hasAlerts: false }]]),
      alerts: [],
      yieldingSince: new Map(),
    }).get('1')
  expect(rowOf('box-silent')).toMatchObject({ word: 'unknown', since: 400, isProblem: false })
  expect(rowOf('no-answer')).toMatchObject({ word: 'offline', since: 400, isProblem: true })
})

test('a miner that answers and does not tell what it does is unknown now, and no problem by that', () => {
  const rowOf = (alerts: ReturnType<typeof alert>[]) =>
    rowStates({
      miners: [buildMiner({ id: '1', sampledAt: 400 })],
      states: new Map([['1', { kind: 'unknown', reason: 'not-told', hasAlerts: alerts.length > 0 }]]),
      alerts,
      yieldingSince: new Map(),
    }).get('1')
  expect(rowOf([])).toMatchObject({ word: 'unknown', reason: 'not-told', since: null, isProblem: false })
  const hot = alert({ id: 'a', kind: 'overheat', severity: 'critical', raisedAt: 200 })
  expect(rowOf([hot])).toMatchObject({ word: 'attention', alert: 'overheat', since: 200, isProblem: true })
})

import type { LiveToClient } from '@shipminer/contract/live'
import { buildEnvironmentSample } from '@shipminer/testkit/telemetry'
import { describe, expect, test } from 'vitest'
import {
  buildController,
  buildLive,
  buildMiner,
  buildNetwork,
  buildPart,
  buildSummary,
} from '../fleet.fixture.ts'
import { emptyFleet, type FleetInput, type FleetState, fleetReducer } from './fleet-state.ts'

/** The server is 600 ms ahead in these tests. */
const ahead = 600
const start = 1_000_400

function run(...inputs: FleetInput[]): FleetState {
  return inputs.reduce(fleetReducer, emptyFleet)
}

const listed: FleetInput = {
  type: 'listed',
  at: start,
  serverTime: start + ahead,
  miners: [buildMiner({ id: '1' }), buildMiner({ id: '2', name: 'Bow' })],
  controllers: [buildController()],
}
const summed: FleetInput = {
  type: 'summed',
  at: start,
  serverTime: start + ahead,
  summary: buildSummary(),
  alerts: [],
  network: buildNetwork(),
  offlineAfterMs: 300_000,
}

function changes(at: number, over: Partial<Extract<LiveToClient, { type: 'changes' }>> = {}): FleetInput {
  const message: LiveToClient = {
    type: 'changes',
    serverTime: at + ahead,
    summary: buildSummary(),
    controllers: [],
    power: [],
    miners: [],
    ...over,
  }
  return { type: 'received', at, message }
}

function heartbeat(at: number): FleetInput {
  return { type: 'received', at, message: { type: 'heartbeat', serverTime: at + ahead } }
}

/** Ticks once a second, as the page does. */
function seconds(from: number, to: number, between: (at: number) => FleetInput[] = () => []): FleetInput[] {
  const inputs: FleetInput[] = []
  for (let at = from; at <= to; at += 1_000) inputs.push(...between(at), { type: 'ticked', at })
  return inputs
}

describe('values', () => {
  test('a list makes a fleet with states by age', () => {
    const state = run(listed)
    expect(state.ids).toEqual(['1', '2'])
    expect(state.states.get('2')).toEqual({ kind: 'mining', reason: 'normal', hasAlerts: false })
    expect(state.now).toBe(start + ahead)
    expect(state.events).toEqual([])
  })

  test('live values replace older ones and leave the rest of the miner alone', () => {
    const live = buildLive({ id: '2', hashrateThs: 99, sampledAt: 1_001_000, receivedAt: 1_001_050 })
    const state = run(listed, changes(start + 500, { miners: [live] }))
    expect(state.miners.get('2')).toMatchObject({ hashrateThs: 99, name: 'Bow', pollIntervalMs: 10_000 })
    expect(state.miners.get('1')?.hashrateThs).toBe(255)
    expect(state.ids).toEqual(['1', '2'])
  })

  test('a list that was on its way does not take live values back', () => {
    const live = buildLive({ id: '1', hashrateThs: 99, receivedAt: 1_002_000, sampledAt: 1_001_900 })
    const state = run(listed, changes(start + 2_000, { miners: [live] }), { ...listed, at: start + 2_500 })
    expect(state.miners.get('1')?.hashrateThs).toBe(99)
  })

  test('an older message does not take newer values back', () => {
    const live = buildLive({ id: '1', hashrateThs: 1, receivedAt: 900_000, sampledAt: 899_000 })
    expect(run(listed, changes(start, { miners: [live] })).miners.get('1')?.hashrateThs).toBe(255)
  })

  test('older totals do not replace live ones', () => {
    const newer = changes(start + 5_000, { summary: buildSummary({ totalHashRate: 500 }) })
    expect(run(listed, summed, newer, summed).summary?.totalHashRate).toBe(500)
  })

  test('a miner nobody listed asks for the list again, and the list settles it', () => {
    const asked = run(listed, changes(start, { miners: [buildLive({ id: '9' })] }))
    expect(asked.listOutdated).toBe(true)
    expect(asked.miners.has('9')).toBe(false)
    expect(fleetReducer(asked, listed).listOutdated).toBe(false)
  })

  test('a list from before what came live is asked for again: messages about ages build on values that it lacks', () => {
    const snapshot: FleetInput = {
      type: 'received',
      at: start + 60_000,
      message: {
        type: 'snapshot',
        serverTime: start + 60_000 + ahead,
        summary: buildSummary(),
        controllers: [buildController()],
        power: [],
        miners: [buildLive({ id: '1', sampledAt: start + 59_000, receivedAt: start + 59_100 })],
        alerts: [],
      },
    }
    const late = run(snapshot, { ...listed, at: start + 60_100 })
    expect(late).toMatchObject({ listed: true, listOutdated: true })
    expect(
      fleetReducer(late, { ...listed, at: start + 75_000, serverTime: start + 75_000 + ahead }).listOutdated,
    ).toBe(false)
  })

  test('a page of a large fleet is not asked for again: what came live of it is told anew once it is looked at', () => {
    const snapshot: FleetInput = {
      type: 'received',
      at: start + 60_000,
      message: {
        type: 'snapshot',
        serverTime: start + 60_000 + ahead,
        summary: buildSummary(),
        controllers: [buildController()],
        power: [],
        miners: [buildLive({ id: '1', sampledAt: start + 59_000, receivedAt: start + 59_100 })],
        alerts: [],
      },
    }
    const part = buildPart({ worst: [buildMiner({ id: '3' })] })
    const late = run(snapshot, { ...listed, at: start + 60_100, part })
    expect(late).toMatchObject({ listed: true, listOutdated: false, ids: ['1', '2'] })
    expect(late.miners.has('3')).toBe(true)
  })

  test('of a miner a message says only what changed, and the rest stays', () => {
    const state = run(
      listed,
      changes(start + 10_000, { miners: [{ id: '1', sampledAt: start, receivedAt: start, powerWatts: 17 }] }),
    )
    expect(state.miners.get('1')).toMatchObject({
      powerWatts: 17,
      hashrateThs: buildLive().hashrateThs,
      sampledAt: start,
    })
  })

  test('ages make younger who kept up, count its uptime on, and leave who stayed away', () => {
    const at = buildLive().sampledAt ?? 0
    const ages = (later: number, not: string[] = []): FleetInput => ({
      type: 'received',
      at: start,
      message: {
        type: 'ages',
        serverTime: start + ahead,
        ages: { [buildMiner().controllerId]: { from: at + later - 10_000, at: at + later, not } },
      },
    })
    const once = run(listed, ages(10_000))
    expect(once.miners.get('1')).toMatchObject({ sampledAt: at + 10_000, uptimeSeconds: 3_610 })
    const twice = run(listed, ages(10_000), ages(20_000, ['2']), ages(30_000))
    expect(twice.miners.get('1')?.sampledAt).toBe(at + 30_000)
    expect(twice.miners.get('2')?.sampledAt).toBe(at + 10_000)
  })

  test('what a follower reports stays, with its age, until it says something else', () => {
    const report = { controllerId: 'ctl-1', receivedAt: 5, sample: buildEnvironmentSample() }
    const message: LiveToClient = {
      type: 'ages',
      serverTime: start,
      ages: { 'ctl-1': { power: 9 }, 'ctl-2': { power: 9 } },
    }
    const change = { ...report, receivedAt: 6, sample: { generatorLoadWatts: 77 } }
    const told = [report, change].map((power) => changes(start, { power: [power] }))
    const state = run(listed, ...told, { type: 'received', at: start, message })
    expect([...state.power.values()]).toEqual([
      { ...report, receivedAt: 9, sample: { ...report.sample, generatorLoadWatts: 77 } },
    ])
  })

  test('totals that are not told stay', () => {
    const later: FleetInput = {
      type: 'received',
      at: start + 1_000,
      message: { type: 'changes', serverTime: start, summary: { totalHashRate: 7 } },
    }
    expect(run(listed, summed, later).summary).toEqual({ ...buildSummary(), totalHashRate: 7 })
  })

  test('a snapshot of fewer miners asks for the list again', () => {
    const message: LiveToClient = {
      type: 'snapshot',
      serverTime: start + ahead,
      summary: buildSummary(),
      controllers: [],
      power: [],
      miners: [buildLive({ id: '1' })],
      alerts: [],
    }
    expect(run(listed, { type: 'received', at: start, message }).listOutdated).toBe(true)
  })

  test('a changed controller replaces itself only', () => {
    const two = { ...listed, controllers: [buildController(), buildController({ id: 'ctl-2' })] }
    const silent = buildController({ id: 'ctl-2', status: 'silent' })
    const state = run(two, changes(start, { controllers: [silent] }))
    expect(state.controllers.map(({ id, status }) => [id, status])).toEqual([
      ['ctl-1', 'online'],
      ['ctl-2', 'silent'],
    ])
  })
})

describe('time', () => {
  test('a silent miner turns stale, then offline, and is told of once', () => {
    const inputs = seconds(start, start + 400_000, (at) => (at % 10 === 0 ? [heartbeat(at)] : []))
    let state = run(listed, summed)
    const seen: string[] = []
    const told: string[] = []
    for (const input of inputs) {
      state = fleetReducer(state, input)
      if (seen.at(-1) !== state.statuses.get('1')) seen.push(state.statuses.get('1') ?? '')
      told.push(...state.events.map((event) => event.kind))
    }
    expect(seen).toEqual(['online', 'stale', 'offline'])
    expect(told).toEqual(['miner-offline', 'miner-offline'])
  })

  test('without a link values turn stale, but no miner is called offline', () => {
    const state = run(
      listed,
      summed,
      { type: 'link-changed', at: start, link: 'down' },
      ...seconds(start, start + 900_000),
    )
    expect(state.statuses.get('1')).toBe('stale')
    expect(state.summary?.totalHashRate).toBe(255)
    expect(state.now - state.contactAt).toBe(900_000)
  })

  test('a miner that comes back is told of', () => {
    const gone = run(listed, summed, ...seconds(start, start + 400_000, (at) => [heartbeat(at)]))
    const sampledAt = start + 400_500
    const live = buildLive({ id: '1', sampledAt, receivedAt: sampledAt })
    const back = fleetReducer(gone, changes(start + 401_000, { miners: [live] }))
    expect(back.events).toEqual([{ kind: 'miner-back', id: '1', name: 'Miner 1' }])
  })

  test('after a sleep old values are excused until the server speaks or ten seconds pass', () => {
    const awake = start + 3_600_000
    const woken = run(listed, summed, { type: 'ticked', at: start + 1_000 }, { type: 'ticked', at: awake })
    expect(woken.statuses.get('1')).toBe('online')
    expect(woken.now).toBe(start + 1_000 + ahead)
    expect(fleetReducer(woken, { type: 'ticked', at: awake + 9_999 }).statuses.get('1')).toBe('online')
    expect(fleetReducer(woken, { type: 'ticked', at: awake + 10_000 }).statuses.get('1')).toBe('stale')
    expect(fleetReducer(woken, heartbeat(awake + 500)).statuses.get('1')).toBe('offline')
  })

  test('after a sleep a word that tells no values does not make old ones stale', () => {
    const awake = start + 3_600_000
    const hello: FleetInput = {
      type: 'received',
      at: awake,
      message: { type: 'authenticated', serverTime: awake + ahead },
    }
    const asleep = run(listed, summed, { type: 'ticked', at: start + 1_000 })
    for (const word of [hello, { ...summed, at: awake, serverTime: awake + ahead }] as const) {
      const woken = fleetReducer(asleep, word)
      expect(woken.statuses.get('1')).toBe('online')
      expect(woken.events).toEqual([])
      expect(fleetReducer(woken, { type: 'ticked', at: awake + 500 }).statuses.get('1')).toBe('online')
      const later = { ...listed, at: awake + 600, serverTime: awake + 600 + ahead }
      expect(fleetReducer(woken, later).statuses.get('1')).toBe('offline')
    }
  })

  test('an answer that speaks for one miner alone calls no other offline', () => {
    const later = start + 400_000
    const ticks = seconds(start, later)
    const fresh = buildMiner({ id: '1', sampledAt: later, receivedAt: later + 10 })
    const state = run(listed, summed, ...ticks, { type: 'read', at: later + 500, miner: fresh })
    expect([state.statuses.get('1'), state.statuses.get('2')]).toEqual(['online', 'stale'])
    const timed: FleetInput = { type: 'timed', at: later + 900, serverTime: later + 900 + ahead }
    expect(fleetReducer(state, timed).statuses.get('2')).toBe('stale')
  })

  test('a miner read alone counts as contact once the time is known, and leaves the list alone', () => {
    const read: FleetInput = { type: 'read', at: start + 5_000, miner: buildMiner({ id: '1', model: 'X' }) }
    expect(run(read)).toMatchObject({ now: 0, contactAt: 0, listed: false, ids: [] })
    const state = run(listed, read)
    expect(state).toMatchObject({
      now: start + 5_000 + ahead,
      contactAt: start + 5_000 + ahead,
      ids: ['1', '2'],
    })
    expect(state.miners.get('1')?.model).toBe('X')
    expect(state.listOutdated).toBe(false)
  })

  test('a tick that changes nothing keeps the maps', () => {
    const state = run(listed, summed)
    const next = fleetReducer(state, { type: 'ticked', at: start + 1_000 })
    expect(next.states).toBe(state.states)
    expect(next.statuses).toBe(state.statuses)
    expect(next.miners).toBe(state.miners)
  })

  test('ticks before the first answer know no time', () => {
    expect(run({ type: 'ticked', at: 5 }).now).toBe(0)
  })
})

describe('events', () => {
  test.each([
    [['live', 'down'], ['link-lost']],
    [
      ['live', 'polling', 'live'],
      ['link-lost', 'link-back'],
    ],
    [
      ['live', 'down', 'polling', 'live'],
      ['link-lost', 'link-back'],
    ],
    [['connecting', 'live'], []],
    [
      ['live', 'connecting', 'live'],
      ['link-lost', 'link-back'],
    ],
    [['down', 'live'], []],
  ] as const)('%j tells %j', (links, expected) => {
    let state = emptyFleet
    const told: string[] = []
    for (const link of links) {
      state = fleetReducer(state, { type: 'link-changed', at: 0, link })
      told.push(...state.events.map((event) => event.kind))
    }
    expect(told).toEqual(expected)
  })

  test('a new alert is told of, the first load and a miner gone offline are not', () => {
    const alert = {
      id: 'a1',
      kind: 'controller-silent',
      severity: 'critical',
      status: 'active',
      minerId: null,
      minerName: null,
      controllerId: 'ctl-1',
      controllerName: 'ms Johanna',
      standsFor: null,
      otherMeter: null,
      escalatedAt: null,
      raisedAt: 0,
      resolvedAt: null,
      faults: [] as [],
    } as const
    const first = run(listed, { ...summed, alerts: [alert] })
    expect(first.events).toEqual([])
    const second = { ...alert, id: 'a2' }
    const third = { ...alert, id: 'a3', kind: 'miner-offline' as const }
    const next = fleetReducer(first, changes(start, { alerts: [alert, second, third] }))
    expect(next.events).toEqual([{ kind: 'alert-raised', id: 'a2', name: 'ms Johanna' }])
  })
})

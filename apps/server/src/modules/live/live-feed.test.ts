import type { LivePower } from '@shipminer/contract/live'
import { buildEnvironmentSample } from '@shipminer/testkit/telemetry'
import { describe, expect, test } from 'vitest'
import {
  ageNewsOf,
  type FeedMiner,
  type FeedState,
  feedSummary,
  mergeMiners,
  mergePower,
  snapshotMessage,
} from './live-feed.ts'

const miner = (id: string, more: Partial<FeedMiner> = {}): FeedMiner => ({
  id,
  controllerId: 'SM-1',
  sampledAt: 100_000,
  receivedAt: 100_100,
  state: 'mining',
  minerState: { kind: 'mining', reason: 'normal' },
  unreachable: null,
  hashrateThs: 200.5,
  powerWatts: 5000,
  temperatureC: 61.5,
  uptimeSeconds: 10,
  acceptedShares: 1,
  rejectedShares: 0,
  alertCount: 0,
  ...more,
})
const feed = (...miners: FeedMiner[]): FeedState => ({
  controllers: new Map([
    [
      'SM-1',
      {
        id: 'SM-1',
        name: 'Aurora',
        location: null,
        ipAddress: null,
        status: 'online',
        lastSeenAt: 1,
        version: null,
        pollIntervalMs: 10_000,
        connectedMiners: miners.length,
        droppedSamples: null,
        memory: null,
      },
    ],
  ]),
  miners: new Map(miners.map((entry) => [entry.id, entry])),
  power: new Map(),
  sentUpTo: new Map([['SM-1', { at: 100_000, power: null }]]),
  alerts: { worst: [], count: 0 },
  earnings: { today: null, month: null },
})

describe('feedSummary', () => {
  test('counts fresh values by the controller’s own poll period', () => {
    const state = feed(miner('1'), miner('2', { sampledAt: 60_000 }), miner('3', { hashrateThs: null }))
    expect(feedSummary(state, 110_000, 300_000)).toMatchObject({
      totalDevices: 3,
      onlineDevices: 2,
      staleDevices: 1,
      totalHashRate: 200.5,
      hashRateKnown: 1,
      totalPowerConsumption: 10_000,
      averageTemperature: 61.5,
    })
  })
})

describe('mergeMiners', () => {
  test('keeps quiet about rows that say the same to the eye, and remembers how fresh they are', () => {
    const state = feed(miner('1'))
    expect(mergeMiners(state, [miner('1')])).toEqual([])
    expect(
      mergeMiners(state, [miner('1', { hashrateThs: 203, sampledAt: 110_000, uptimeSeconds: 20 })]),
    ).toEqual([])
    expect(state.miners.get('1')).toMatchObject({ hashrateThs: 200.5, sampledAt: 110_000, uptimeSeconds: 20 })
  })

  test('tells of a known miner what changed and no more, and all of a new one', () => {
    const state = feed(miner('1'))
    const changed = mergeMiners(state, [miner('1', { hashrateThs: 150, sampledAt: 110_000 }), miner('9')])
    expect(changed).toEqual([
      { id: '1', sampledAt: 110_000, receivedAt: 100_100, hashrateThs: 150 },
      expect.objectContaining({ id: '9', powerWatts: 5000 }),
    ])
    expect(state.miners.get('1')).toMatchObject({ hashrateThs: 150, powerWatts: 5000 })
  })

  test('for one who asks for less it takes more to be news', () => {
    const told = [1, 2].map(
      (width) => mergeMiners(feed(miner('1')), [miner('1', { temperatureC: 63.5 })], width).length,
    )
    expect(told).toEqual([1, 0])
  })

  test('small steps add up to news', () => {
    const state = feed(miner('1', { powerWatts: 1000 }))
    const told = [1010, 1020, 1024, 1030].map(
      (powerWatts) => mergeMiners(state, [miner('1', { powerWatts })]).length,
    )
    expect(told).toEqual([0, 0, 0, 1])
  })

  test('tells that one is back whose age went with nobody, though its values are the same', () => {
    const state = feed(miner('1', { sampledAt: 60_000 }))
    expect(mergeMiners(state, [miner('1', { sampledAt: 110_000, uptimeSeconds: 60 })])).toEqual([
      { id: '1', sampledAt: 110_000, receivedAt: 100_100 },
    ])
  })
})

test('totals are those of the values that were told', () => {
  const state = feed(miner('1'), miner('2'))
  mergeMiners(state, [miner('1', { hashrateThs: 202 }), miner('2', { hashrateThs: 300 })])
  expect(feedSummary(state, 110_000, 300_000).totalHashRate).toBe(500.5)
})

test('ages are told once for a controller, and who stays away is named once', () => {
  const state = feed(miner('1'), miner('2'))
  expect(ageNewsOf(state)).toEqual({})
  mergeMiners(state, [miner('1', { sampledAt: 110_000 })])
  // The other may still come.
  expect(ageNewsOf(state)).toEqual({})
  mergeMiners(state, [miner('1', { sampledAt: 120_000 })])
  expect(ageNewsOf(state)).toEqual({ 'SM-1': { from: 100_000, at: 120_000, not: ['2'] } })
  mergeMiners(state, [miner('1', { sampledAt: 130_000 })])
  expect(ageNewsOf(state)).toEqual({ 'SM-1': { from: 120_000, at: 130_000 } })
})

describe('what followers report', () => {
  const report = (receivedAt: number, more: Partial<LivePower['sample']> = {}): LivePower => ({
    controllerId: 'SM-1',
    receivedAt,
    sample: buildEnvironmentSample({ capacityWatts: 80_000, generatorLoadWatts: 40_000, ...more }),
  })

  test('is news at another state and at a step that the picture shows', () => {
    const state = feed()
    expect(mergePower(state, [report(1_000)])).toHaveLength(1)
    expect(mergePower(state, [report(2_000, { generatorLoadWatts: 41_500 })])).toHaveLength(0)
    expect(mergePower(state, [report(3_000, { generatorLoadWatts: 42_000, shipLoadWatts: 1_234 })])).toEqual([
      {
        controllerId: 'SM-1',
        receivedAt: 3_000,
        sample: { generatorLoadWatts: 42_000, shipLoadWatts: 1_234 },
      },
    ])
    expect(
      mergePower(state, [report(4_000, { generatorLoadWatts: 42_000, state: 'curtailed' })]),
    ).toHaveLength(1)
    expect(mergePower(state, [report(5_000, { generatorLoadWatts: null, state: 'curtailed' })])).toHaveLength(
      1,
    )
  })

  test('its age is told now and then', () => {
    const state = feed()
    mergePower(state, [report(1_000)])
    expect(ageNewsOf(state)).toEqual({})
    mergePower(state, [report(15_000)])
    expect(ageNewsOf(state)).toEqual({ 'SM-1': { power: 15_000 } })
    mergePower(state, [report(20_000)])
    expect(ageNewsOf(state)).toEqual({})
  })
})

test('a snapshot names no inner keys', () => {
  const state = feed(miner('1'))
  const message = snapshotMessage(state, 110_000, feedSummary(state, 110_000, 300_000))
  expect(message.type === 'snapshot' && 'controllerId' in (message.miners[0] ?? {})).toBe(false)
})

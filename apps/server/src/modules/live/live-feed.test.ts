import { describe, expect, test } from 'vitest'
import { type FeedMiner, type FeedState, feedSummary, mergeMiners, snapshotMessage } from './live-feed.ts'

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
  alerts: [],
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

test('mergeMiners keeps quiet about rows that say the same', () => {
  const state = feed(miner('1'))
  expect(mergeMiners(state, [miner('1')])).toEqual([])
  const changed = mergeMiners(state, [miner('1', { hashrateThs: 201 }), miner('9')])
  expect(changed.map((entry) => entry.id)).toEqual(['1', '9'])
  expect(state.miners.get('1')?.hashrateThs).toBe(201)
})

test('a snapshot names no inner keys', () => {
  const message = snapshotMessage(feed(miner('1')), 110_000, 300_000)
  expect(message.type === 'snapshot' && 'controllerId' in (message.miners[0] ?? {})).toBe(false)
})

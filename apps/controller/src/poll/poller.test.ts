import type { DeviceIdentity, DeviceReading, Sample } from '@shipminer/contract/telemetry'
import type { BoardEvent, DeviceReport } from '@shipminer/contract/uplink'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readOnlyControl } from '../drivers/device-control.ts'
import type { DeviceAddress, Driver, PollOutcome } from '../drivers/driver.ts'
import { silentLogger } from '../platform/logger.ts'
import type { CounterTotals } from './counters.ts'
import { createDeviceTable, type DeviceTable } from './device-table.ts'
import { createPoller, type Poller } from './poller.ts'
import { buildIdentity, buildReading } from './test-readings.ts'

const intervalMs = 30_000
const slotStart = 1_700_000_010_000

type Answer = (identity: DeviceIdentity, signal: AbortSignal | undefined) => Promise<PollOutcome>

let samples: Sample[]
let reports: DeviceReport[]
let events: BoardEvent[]
let answers: Map<string, Answer>
let polled: string[]
let totals: Map<string, CounterTotals>
let table: DeviceTable
let poller: Poller

const driver: Driver = {
  name: 'fake',
  identify: async () => null,
  poll(address, known, { signal }) {
    polled.push(address.host)
    return (answers.get(address.host) ?? (async () => ({ ok: false, reason: 'no-route' }) as const))(
      known,
      signal,
    )
  },
  ...readOnlyControl,
}

const answering =
  (reading: Partial<DeviceReading> = {}): Answer =>
  async (identity) => ({ ok: true, identity, reading: buildReading(reading) })

const device = (
  id: number,
  host = `192.168.1.${id}`,
): { address: DeviceAddress; identity: DeviceIdentity } => ({
  address: { host, port: 4028 },
  identity: buildIdentity({
    key: `mac:02:00:00:00:00:0${id}`,
    macAddress: `02:00:00:00:00:0${id}`,
    ipAddress: host,
  }),
})

function createTestPoller(): Poller {
  return createPoller({
    intervalMs,
    concurrency: 2,
    timeoutMs: 5_000,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    clockOffsetMs: () => 0,
    driverByName: (name) => (name === 'fake' ? driver : null),
    table,
    totals,
    collector: {
      addSample: (sample) => samples.push(sample),
      addReport: (report) => reports.push(report),
      addEvent: (event) => events.push(event),
      addCommand: () => {},
      addEnvironment: () => {},
      addPowerEvent: () => {},
      flush: async () => {},
    },
    onDevicesChanged: () => {},
    log: silentLogger,
  })
}

beforeEach(() => {
  vi.useFakeTimers({ now: slotStart - 1_000 })
  samples = []
  reports = []
  events = []
  polled = []
  answers = new Map()
  totals = new Map()
  table = createDeviceTable([])
  poller = createTestPoller()
  poller.start()
})

afterEach(async () => {
  const stopped = poller.stop()
  await vi.advanceTimersByTimeAsync(6_000)
  await stopped
  vi.useRealTimers()
})

describe('poller', () => {
  test('a found device is asked at once and then in every burst; the first sample has no deltas', async () => {
    answers.set('192.168.1.1', answering())
    poller.onFound(device(1))
    await vi.advanceTimersByTimeAsync(100)
    answers.set('192.168.1.1', answering({ acceptedShares: 110, uptimeSeconds: 1_030 }))
    await vi.advanceTimersByTimeAsync(3 * intervalMs)
    expect(samples).toHaveLength(4)
    expect(samples.map(({ acceptedShares }) => acceptedShares)).toEqual([null, 10, 0, 0])
    expect(samples.slice(1).map(({ sampledAt }) => sampledAt % intervalMs)).toEqual([7_500, 7_500, 7_500])
    expect(events).toMatchObject([{ kind: 'device-found', deviceKey: 'mac:02:00:00:00:00:01' }])
    expect(reports).toHaveLength(1)
  })

  test('a device that hangs delays no other, and its connection is not doubled', async () => {
    let released: (() => void) | undefined
    answers.set(
      '192.168.1.1',
      () => new Promise((resolve) => (released = () => resolve({ ok: false, reason: 'timeout' }))),
    )
    for (const id of [2, 3, 4]) answers.set(`192.168.1.${id}`, answering())
    for (const id of [1, 2, 3, 4]) poller.onFound(device(id))
    await vi.advanceTimersByTimeAsync(100)
    expect(new Set(samples.map(({ deviceKey }) => deviceKey)).size).toBe(3)
    await vi.advanceTimersByTimeAsync(4 * intervalMs)
    expect(polled.filter((host) => host === '192.168.1.1')).toHaveLength(1)
    expect(reports.filter(({ unreachable }) => unreachable === 'timeout')).toHaveLength(1)
    expect(samples.filter(({ deviceKey }) => deviceKey.endsWith('4'))).toHaveLength(5)
    released?.()
    answers.set('192.168.1.1', answering())
    await vi.advanceTimersByTimeAsync(2 * intervalMs)
    expect(samples.filter(({ deviceKey }) => deviceKey.endsWith('1')).length).toBeGreaterThan(0)
  })

  test('a driver that throws is a failed poll, not the end', async () => {
    answers.set('192.168.1.1', async () => {
      throw new Error('bug')
    })
    poller.onFound(device(1))
    await vi.advanceTimersByTimeAsync(100)
    expect(reports.at(-1)).toMatchObject({ unreachable: 'garbled' })
    answers.set('192.168.1.1', answering())
    await vi.advanceTimersByTimeAsync(2 * intervalMs)
    expect(samples.length).toBeGreaterThan(0)
    expect(reports.at(-1)).toMatchObject({ unreachable: null })
  })

  test('a device found at a new address is followed, with its counters', async () => {
    answers.set('192.168.1.1', answering())
    poller.onFound(device(1))
    await vi.advanceTimersByTimeAsync(100)
    answers.clear()
    answers.set('192.168.1.99', answering({ acceptedShares: 105 }))
    poller.onFound(device(1, '192.168.1.99'))
    await vi.advanceTimersByTimeAsync(intervalMs)
    expect(samples.at(-1)).toMatchObject({ deviceKey: 'mac:02:00:00:00:00:01', acceptedShares: 5 })
    expect(table.entries()).toHaveLength(1)
  })

  test('another MAC at the address: told, and both devices keep their own figures', async () => {
    answers.set('192.168.1.1', answering())
    poller.onFound(device(1))
    await vi.advanceTimersByTimeAsync(100)
    const intruder = device(2, '192.168.1.1')
    answers.set('192.168.1.1', async (known) => ({
      ok: true,
      identity: { ...intruder.identity, key: known.key },
      reading: buildReading({ acceptedShares: 9_999 }),
    }))
    await vi.advanceTimersByTimeAsync(intervalMs)
    expect(events.at(-2)).toMatchObject({ kind: 'device-replaced', deviceKey: 'mac:02:00:00:00:00:02' })
    expect(samples.at(-1)).toMatchObject({ deviceKey: 'mac:02:00:00:00:00:02', acceptedShares: null })
    expect(
      reports.find(
        ({ identity, unreachable }) => identity.key.endsWith('01') && unreachable === 'unidentified',
      ),
    ).toBeDefined()
    const before = polled.length
    await vi.advanceTimersByTimeAsync(intervalMs)
    expect(polled.length - before).toBe(1)
    answers.set('192.168.1.7', answering({ acceptedShares: 130 }))
    poller.onFound(device(1, '192.168.1.7'))
    await vi.advanceTimersByTimeAsync(intervalMs)
    const ownGains = samples
      .filter(({ deviceKey }) => deviceKey.endsWith('01'))
      .map((sample) => sample.acceptedShares)
    expect(ownGains.filter((gain) => gain !== null && gain > 0)).toEqual([30])
  })

  test('a device known by its address alone gets its lasting name without losing its counters', async () => {
    const nameless = {
      address: { host: '192.168.1.1', port: 4028 },
      identity: buildIdentity({ key: 'net:192.168.1.1:4028', macAddress: null, ipAddress: '192.168.1.1' }),
    }
    answers.set('192.168.1.1', answering())
    poller.onFound(nameless)
    await vi.advanceTimersByTimeAsync(100)
    answers.set('192.168.1.1', async (known) => ({
      ok: true,
      identity: { ...known, macAddress: '02:00:00:00:00:01' },
      reading: buildReading({ acceptedShares: 104 }),
    }))
    await vi.advanceTimersByTimeAsync(intervalMs)
    expect(table.entries().map(({ identity }) => identity.key)).toEqual(['mac:02:00:00:00:00:01'])
    expect(samples.at(-1)).toMatchObject({ deviceKey: 'mac:02:00:00:00:00:01', acceptedShares: 4 })
    expect(events.filter(({ kind }) => kind === 'device-replaced')).toEqual([])
  })

  test('a restart within the slot does not ask twice', async () => {
    answers.set('192.168.1.1', answering())
    poller.onFound(device(1))
    await vi.advanceTimersByTimeAsync(9_000)
    const before = polled.length
    await poller.stop()
    table = createDeviceTable(table.entriesToStore())
    poller = createTestPoller()
    poller.start()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(polled.length).toBe(before)
    await vi.advanceTimersByTimeAsync(intervalMs)
    expect(polled.length).toBe(before + 1)
    expect(samples.at(-1)).toMatchObject({ acceptedShares: 0 })
  })
})

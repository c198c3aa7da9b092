import type { PowerEvent } from '@shipminer/contract/power/environment'
import type { Sample } from '@shipminer/contract/telemetry'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allAbilities } from '../drivers/device-control.ts'
import { silentLogger } from '../platform/logger.ts'
import { createDeviceTable, type DeviceTable } from '../poll/device-table.ts'
import { startStopGuard } from './stop-guard.ts'

const key = 'mac:02:00:00:00:00:01'
let now: number
let table: DeviceTable
let stopped: Set<string>
let acted: string[]
let events: PowerEvent[]
let isUpdating: boolean
let guard: ReturnType<typeof startStopGuard>

/** A poll, and the check after it. */
function seen(state: Sample['state'], hashrateGhs: number | null, more: Partial<Sample> = {}): void {
  now += 30_000
  const entry = table.get(key)
  if (!entry) throw new Error('no device')
  entry.lastSample = { sampledAt: now, state, hashrateGhs, powerWatts: 3_400, ...more } as Sample
  guard.look()
}

beforeEach(() => {
  now = 0
  stopped = new Set()
  acted = []
  events = []
  isUpdating = false
  const identity = { key, driver: 'fake', ipAddress: '10.0.0.1', port: 4028 } as never
  table = createDeviceTable([{ identity, address: { host: '10.0.0.1', port: 4028 }, lastSeenAt: 0 }])
  guard = startStopGuard({
    runner: {
      act: async (deviceKey, { kind }) => {
        acted.push(`${kind} ${deviceKey}`)
        return { result: 'confirmed', reason: null }
      },
    },
    table,
    wishes: { isStopped: (deviceKey) => stopped.has(deviceKey) },
    capabilitiesOf: () => allAbilities('yes'),
    isUpdating: () => isUpdating,
    onEvent: (event) => events.push(event),
    clock: { now: () => now, monotonic: () => now },
    log: silentLogger,
  })
})
afterEach(() => guard.stop())

test('a stopped miner that mines again is stopped again, and that is an event', () => {
  stopped.add(key)
  seen('mining', 100)
  seen('sleeping', 0)
  expect(acted).toEqual([])
  seen('mining', 100)
  expect(acted).toEqual([`sleep ${key}`])
  expect(events).toEqual([{ at: now, kind: 'ran-against-stop', deviceKey: key, watts: 3_400 }])
  guard.look()
  guard.look()
  expect(acted).toHaveLength(1)
})
test('an answer that says neither state nor rate is no rest: the time to stop runs on', () => {
  stopped.add(key)
  seen('mining', 100)
  seen('idle', null, { stateUnknown: true })
  seen('mining', 100)
  expect(acted).toEqual([])
})
test('one that its owner did not stop, or started again, is left alone', () => {
  seen('mining', 100)
  stopped.add(key)
  seen('sleeping', 0)
  stopped.delete(key)
  seen('mining', 100)
  expect(acted).toEqual([])
})
test('after a restart it is watched as before', () => {
  stopped.add(key)
  for (let polls = 0; polls < 8; polls++) seen('mining', 100)
  expect(acted).toEqual([`sleep ${key}`])
})

test('a miner that wakes up with new firmware is no alarm, and rests again after it', async () => {
  stopped.add(key)
  seen('sleeping', 0)
  isUpdating = true
  seen('mining', 100)
  seen('mining', 100)
  expect([acted, events]).toEqual([[], []])
  await guard.putToRest(key)
  expect(acted).toEqual([`sleep ${key}`])
})

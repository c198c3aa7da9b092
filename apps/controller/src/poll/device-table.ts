import type { DeviceIdentity, Sample } from '@shipminer/contract/telemetry'
import type { DeviceReport } from '@shipminer/contract/uplink'
import type { DeviceAddress } from '../drivers/driver.ts'

export type DeviceEntry = {
  identity: DeviceIdentity
  address: DeviceAddress
  /** Another device answers at its address: not polled until a search finds it elsewhere. */
  displaced: boolean
  /** Controller clock, ms; null: not answered since the controller started. */
  lastAnswerAt: number | null
  /** When a search or a poll last saw it at all, ms. */
  lastSeenAt: number
  unreachable: DeviceReport['unreachable']
  lastSample: Sample | null
  lastReport: DeviceReport | null
}

/** What is kept of a device over a restart. */
export type StoredDevice = { identity: DeviceIdentity; address: DeviceAddress; lastSeenAt: number }

/** A ship has hundreds of devices; more than this is a mistake in the ranges and must not eat the memory. */
const MOST_DEVICES = 2_000

export type Placement = {
  outcome: 'added' | 'moved' | 'seen' | 'refused'
  /** The device that lost this address to the one that was placed. */
  displacedKey: string | null
}

export type DeviceTable = {
  get(key: string): DeviceEntry | undefined
  /** The device that is expected at this address. */
  at(address: DeviceAddress): DeviceEntry | undefined
  entries(): DeviceEntry[]
  /** A device was seen at its address: adds it, or follows it to its new address. */
  place(address: DeviceAddress, identity: DeviceIdentity, now: number): Placement
  remove(key: string): void
  entriesToStore(): StoredDevice[]
}

/** All known devices by identity key. The address is only where a device was last seen. */
export function createDeviceTable(stored: readonly StoredDevice[]): DeviceTable {
  const devices = new Map<string, DeviceEntry>()
  for (const { identity, address, lastSeenAt } of stored) {
    devices.set(identity.key, newEntry(address, identity, lastSeenAt))
  }

  function at({ host, port }: DeviceAddress): DeviceEntry | undefined {
    for (const entry of devices.values()) {
      if (!entry.displaced && entry.address.host === host && entry.address.port === port) return entry
    }
    return undefined
  }

  return {
    get: (key) => devices.get(key),
    at,
    entries: () => [...devices.values()],
    place(address, identity, now) {
      const known = devices.get(identity.key)
      const holder = at(address)
      let displacedKey: string | null = null
      if (holder !== undefined && holder.identity.key !== identity.key) {
        displacedKey = holder.identity.key
        holder.displaced = true
        holder.unreachable = 'unidentified'
      }
      if (known === undefined) {
        if (devices.size >= MOST_DEVICES) return { outcome: 'refused', displacedKey }
        devices.set(identity.key, newEntry(address, identity, now))
        return { outcome: 'added', displacedKey }
      }
      const moved = known.displaced || !sameAddress(known.address, address)
      known.identity = identity
      known.address = address
      known.displaced = false
      known.lastSeenAt = now
      return { outcome: moved ? 'moved' : 'seen', displacedKey }
    },
    remove: (key) => void devices.delete(key),
    entriesToStore: () =>
      [...devices.values()].map(({ identity, address, lastSeenAt }) => ({ identity, address, lastSeenAt })),
  }
}

function sameAddress(a: DeviceAddress, b: DeviceAddress): boolean {
  return a.host === b.host && a.port === b.port && a.webPort === b.webPort && a.powerPort === b.powerPort
}

function newEntry(address: DeviceAddress, identity: DeviceIdentity, now: number): DeviceEntry {
  return {
    identity,
    address,
    displaced: false,
    lastAnswerAt: null,
    lastSeenAt: now,
    unreachable: null,
    lastSample: null,
    lastReport: null,
  }
}

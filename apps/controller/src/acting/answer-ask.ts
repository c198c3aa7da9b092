import { networkInterfaces } from 'node:os'
import type { ConnectionTest } from '@shipminer/contract/control'
import { isPrivateAddress } from '@shipminer/domain/private-address'
import { type FoundDevice, identifyDevice } from '../discovery/identify-device.ts'
import type { Driver } from '../drivers/driver.ts'

const IDENTIFY_MS = 6_000
const POLL_MS = 3_000
const nothing: ConnectionTest = {
  reachable: false,
  driver: null,
  make: null,
  model: null,
  firmware: null,
  hashrateThs: null,
  reason: null,
}

/**
 * Examines one address that shore asks about: only a private one, and never this box itself, so that the request cannot be used to reach
 * anything outside the ship's own network. Loopback is allowed where the box is set to search it (the simulated ship).
 */
export async function answerAsk(options: {
  ipAddress: string
  port: number
  drivers: readonly Driver[]
  mayLookAtLoopback: boolean
  signal: AbortSignal
}): Promise<{ test: ConnectionTest; found: FoundDevice | null }> {
  const { ipAddress: host, port, drivers, signal } = options
  const isLoopback = host.startsWith('127.')
  const isOurs = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === host),
  )
  const isAllowed = isLoopback ? options.mayLookAtLoopback : isPrivateAddress(host) && !isOurs
  if (!isAllowed) return { test: { ...nothing, reason: 'no-route' }, found: null }
  const found = await identifyDevice(host, { cgminer: [], http: [], any: [port] }, {}, drivers, {
    timeoutMs: IDENTIFY_MS,
    signal,
  })
  if (found === null) return { test: { ...nothing, reason: 'unidentified' }, found: null }
  const { identity } = found
  const driver = drivers.find(({ name }) => name === identity.driver)
  const polled = await driver?.poll(found.address, identity, { timeoutMs: POLL_MS, signal })
  const hashrateGhs = polled?.ok ? polled.reading.hashrateGhs : null
  return {
    test: {
      reachable: true,
      driver: identity.driver,
      make: identity.make,
      model: identity.model,
      firmware: identity.firmware,
      hashrateThs: hashrateGhs === null ? null : hashrateGhs / 1000,
      reason: null,
    },
    found,
  }
}

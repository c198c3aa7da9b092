import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { type Budget, budgetFrom } from '../drivers/budget.ts'
import type { DeviceAddress, Driver, ReadContext } from '../drivers/driver.ts'
import type { Evidence } from '../drivers/judge/evidence.ts'
import { WEB_PORT } from '../drivers/side-ports.ts'
import { gatherCgminerEvidence, gatherHttpEvidence, gatherV3Evidence } from './gather-evidence.ts'

export type FoundDevice = { address: DeviceAddress; identity: DeviceIdentity }

/** The open ports of one host, and which protocol each is tried in first. */
export type OpenPorts = {
  cgminer: readonly number[]
  http: readonly number[]
  /** Ports of Whatsminer's third API. */
  whatsminer?: readonly number[]
  /** Web pages over TLS. No driver knows a device by them; they are asked only to describe a stranger. */
  https?: readonly number[]
  /** Ports of unknown use: the cgminer API is tried first, then HTTP, then Whatsminer's third API. */
  any: readonly number[]
}

/**
 * Finds out what answers on a host. Queries one port after the other, so a small device never has two connections.
 * Null when nothing there is a device one of the drivers knows.
 */
export async function identifyDevice(
  host: string,
  open: OpenPorts,
  named: Pick<DeviceAddress, 'webPort' | 'powerPort'>,
  drivers: readonly Driver[],
  context: ReadContext,
): Promise<FoundDevice | null> {
  const budget = budgetFrom(context)
  const evidence = await gather(host, open, named, budget)
  const port = evidence.cgminer?.port ?? evidence.http?.port ?? evidence.whatsminer?.port
  if (port === undefined) return null
  const address: DeviceAddress = { host, port, ...named, ...unusualWebPort(evidence) }
  for (const driver of drivers) {
    if (budget.remainingMs() === 0) return null
    const identity = await driver.identify(address, evidence, {
      timeoutMs: budget.remainingMs(),
      ...(context.signal === undefined ? {} : { signal: context.signal }),
    })
    if (identity !== null) return { address: { ...address, port: identity.port }, identity }
  }
  return null
}

/** Web pages that were found beside the API, on another port than drivers look at by themselves. */
function unusualWebPort({ cgminer, http }: Evidence): Pick<DeviceAddress, 'webPort'> {
  return cgminer === null || http === null || http.port === WEB_PORT ? {} : { webPort: http.port }
}

async function gather(
  host: string,
  open: OpenPorts,
  named: Pick<DeviceAddress, 'webPort' | 'powerPort'>,
  budget: Budget,
): Promise<Evidence> {
  const evidence: Evidence = { cgminer: null, http: null, whatsminer: null }
  for (const port of open.whatsminer ?? [])
    evidence.whatsminer ??= await gatherV3Evidence({ host, port }, budget)
  if (evidence.whatsminer !== null) return evidence
  for (const port of [...open.cgminer, ...open.any]) {
    evidence.cgminer ??= await gatherCgminerEvidence({ host, port }, budget)
  }
  const webPorts = named.webPort === undefined ? open.http : [named.webPort]
  const restPorts = evidence.cgminer === null ? [...open.any, ...open.cgminer] : []
  for (const port of [...webPorts, ...restPorts]) {
    evidence.http ??= await gatherHttpEvidence({ host, port }, budget)
  }
  if (evidence.cgminer === null && evidence.http === null) {
    for (const port of open.any) evidence.whatsminer ??= await gatherV3Evidence({ host, port }, budget)
  }
  return evidence
}

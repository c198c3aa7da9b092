import type { Stranger } from '@shipminer/contract/control/strangers'
import type { Driver } from '../drivers/driver.ts'
import { drivers as standardDrivers } from '../drivers/registry.ts'
import { type AddressRange, addressesOf, namedPorts } from './address-range.ts'
import { describeStranger } from './describe-stranger.ts'
import { type FoundDevice, identifyDevice, type OpenPorts } from './identify-device.ts'
import { isPortOpen } from './port-probe.ts'

export type ScanOptions = {
  /** Ends the scan early; what was found until then stays found. */
  signal?: AbortSignal
  /** Ports of the cgminer API. 4028 by default. */
  cgminerPorts?: readonly number[]
  /** Ports of Whatsminer's third API. 4433 by default. */
  whatsminerPorts?: readonly number[]
  /** Ports of web pages. 80 by default. */
  httpPorts?: readonly number[]
  /** Ports of web pages over TLS. 443 by default. */
  httpsPorts?: readonly number[]
  /** Called with what answers and is no device that a driver knows. */
  onStranger?: (stranger: Stranger) => void
  /** Hosts scanned in parallel; each takes at most as many sockets as there are ports. 256 by default. */
  concurrency?: number
  /** How long a port may take to accept a connection, ms. 800 by default. */
  connectTimeoutMs?: number
  /** How long one device may take to say what it is, ms. 5,000 by default. */
  identifyTimeoutMs?: number
  /** The whole scan, ms; it ends then, finished or not. 60,000 by default. */
  budgetMs?: number
  drivers?: readonly Driver[]
}

export type ScanSummary = {
  /** Addresses whose scan was completed. */
  scanned: number
  /** Addresses on which some port was open. */
  answered: number
  found: number
  /** False when the budget or the caller ended the scan before every address was scanned. */
  complete: boolean
}

type Target = { host: string; range: AddressRange }

/**
 * Looks for devices at every address of the ranges and yields each as soon as it is known. Ports are tried in parallel
 * over many hosts; the ports of a host that answer are then queried one after the other. Hosts that are not devices, and
 * devices that do not answer, are not reported. The generator returns a summary.
 */
export async function* scan(
  ranges: readonly AddressRange[],
  options: ScanOptions = {},
): AsyncGenerator<FoundDevice, ScanSummary, void> {
  const settings = { ...DEFAULTS, ...options }
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = setTimeout(end, settings.budgetMs)
  options.signal?.addEventListener('abort', end, { once: true })
  if (options.signal?.aborted) end()

  const summary: ScanSummary = { scanned: 0, answered: 0, found: 0, complete: false }
  const ready: FoundDevice[] = []
  let wake: () => void = () => {}
  let running = 0
  const targets = targetsOf(ranges)

  async function worker(): Promise<void> {
    for (;;) {
      if (ending.signal.aborted) return
      const next = targets.next()
      if (next.done) return
      const open = await openPorts(next.value, settings, ending.signal)
      if (ending.signal.aborted) return
      if (open !== null) {
        summary.answered += 1
        const device = await identifyDevice(
          next.value.host,
          open,
          namedPorts(next.value.range),
          settings.drivers ?? standardDrivers,
          { timeoutMs: settings.identifyTimeoutMs, signal: ending.signal },
        )
        if (device !== null) {
          summary.found += 1
          ready.push(device)
          wake()
        } else if (settings.onStranger && !ending.signal.aborted) {
          const context = { timeoutMs: settings.identifyTimeoutMs, signal: ending.signal }
          settings.onStranger(await describeStranger(next.value.host, open, context))
        }
      }
      if (!ending.signal.aborted) summary.scanned += 1
    }
  }

  try {
    const workers = Array.from({ length: Math.max(1, settings.concurrency) }, () => {
      running += 1
      return worker().finally(() => {
        running -= 1
        wake()
      })
    })
    const all = Promise.all(workers)
    all.catch(() => {})
    for (;;) {
      const device = ready.shift()
      if (device !== undefined) yield device
      else if (running === 0) break
      else await new Promise<void>((resolve) => (wake = resolve))
    }
    await all
    summary.complete = targets.next().done === true && !ending.signal.aborted
    return summary
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', end)
    end()
  }
}

const DEFAULTS = {
  cgminerPorts: [4028] as readonly number[],
  httpPorts: [80] as readonly number[],
  whatsminerPorts: [4433] as readonly number[],
  httpsPorts: [443] as readonly number[],
  concurrency: 256,
  connectTimeoutMs: 800,
  identifyTimeoutMs: 5000,
  budgetMs: 60_000,
}

function* targetsOf(ranges: readonly AddressRange[]): Generator<Target> {
  const seen = new Set<string>()
  for (const range of ranges) {
    for (const host of addressesOf(range)) {
      const key = `${host}:${range.port ?? ''}`
      if (seen.has(key)) continue
      seen.add(key)
      yield { host, range }
    }
  }
}

async function openPorts(
  target: Target,
  settings: Pick<
    Required<Omit<ScanOptions, 'signal' | 'drivers' | 'onStranger'>>,
    'cgminerPorts' | 'httpPorts' | 'httpsPorts' | 'whatsminerPorts' | 'connectTimeoutMs'
  >,
  signal: AbortSignal,
): Promise<OpenPorts | null> {
  const probe = async (ports: readonly number[]) => {
    const open = await Promise.all(
      ports.map((port) => isPortOpen(target.host, port, settings.connectTimeoutMs, signal)),
    )
    return ports.filter((_, index) => open[index])
  }
  if (target.range.port !== null) {
    const any = await probe([target.range.port])
    return any.length === 0 ? null : { cgminer: [], http: [], any }
  }
  const [cgminer, http, whatsminer, https] = await Promise.all([
    probe(settings.cgminerPorts),
    probe(settings.httpPorts),
    probe(settings.whatsminerPorts),
    probe(settings.httpsPorts),
  ])
  const isSilent = cgminer.length + http.length + whatsminer.length + https.length === 0
  return isSilent ? null : { cgminer, http, whatsminer, https, any: [] }
}

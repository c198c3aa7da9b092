import { lookup } from 'node:dns/promises'
import { isIPv4 } from 'node:net'
import { errorText, type Logger } from '../../platform/logger.ts'
import type { MeterSearchStatus } from '../../status-page/meter/meter-status.ts'
import { askHost, type MeterPorts } from './ask-host.ts'
import { withFound } from './read-found.ts'

/** Hosts looked at together, at the most; the search for miners takes four times as many. */
const together = 64
/** One host, and the whole search, which ends then, finished or not, ms. As in the search for miners. */
const hostMs = 5_000
const searchMs = 60_000
const lookupMs = 3_000
const standardPorts: MeterPorts = { modbus: 502, http: 80, mqtt: 1883 }

/** A search of the ship's network for meters, when a person asks for it. */
export type MeterSearch = {
  /** Null: none was made since the start. */
  status(): MeterSearchStatus | null
  /** Begins one, where none is under way. */
  start(): void
  /** Ends the one that is under way; what it found stays. */
  end(): Promise<void>
}

/** Looks only at `hosts`, one search at a time, and not at what the box itself reads from or writes to: that is neither asked nor delayed. */
export function createMeterSearch(options: {
  /** Addresses of the box's own networks. */
  hosts: () => readonly string[]
  /** Addresses and names of what is wired or on trial. */
  meterAddresses: () => readonly string[]
  ports?: MeterPorts
  log: Logger
}): MeterSearch {
  const { ports = standardPorts, log } = options
  let status: MeterSearchStatus | null = null
  let underWay: { ending: AbortController; done: Promise<void> } | null = null

  async function search(shown: MeterSearchStatus, signal: AbortSignal): Promise<void> {
    const ended = new Promise<null>((resolve) =>
      signal.addEventListener('abort', () => resolve(null), { once: true }),
    )
    // A trial that begins, or the box that stops, does not wait for a name that is slow to be found.
    const taken = await Promise.race([addressesOf(options.meterAddresses()), ended])
    if (taken === null) return
    if (typeof taken === 'string') {
      shown.unknownName = taken
      return
    }
    const hosts = options.hosts().filter((host) => !taken.has(host))
    shown.total = hosts.length
    const targets = hosts.values()
    const work = async () => {
      for (const host of targets) {
        if (signal.aborted) return
        // What was wired meanwhile is left alone too.
        const isTaken = options.meterAddresses().includes(host)
        const answers = isTaken ? [] : await askHost(host, ports, { timeoutMs: hostMs, signal })
        // What was broken off says nothing.
        if (signal.aborted) return
        for (const one of answers) shown.found = withFound(shown.found, one)
        shown.looked += 1
      }
    }
    await Promise.all(Array.from({ length: together }, work))
  }

  return {
    status: () => status && { ...status },
    start() {
      if (underWay !== null) return
      const shown: MeterSearchStatus = { isRunning: true, looked: 0, total: 0, found: [], unknownName: null }
      status = shown
      const ending = new AbortController()
      const timer = setTimeout(() => ending.abort(), searchMs)
      const done = search(shown, ending.signal)
        .catch((error: unknown) => log.error({ error: errorText(error) }, 'search for meters failed'))
        .then(() => {
          clearTimeout(timer)
          shown.isRunning = false
          underWay = null
          const { looked, total, found } = shown
          log.info({ looked, total, found: found.length }, 'search for meters ended')
        })
      underWay = { ending, done }
    },
    async end() {
      underWay?.ending.abort()
      await underWay?.done
    },
  }
}

/** The addresses of hosts; a text: a name that cannot be found now, so that it is unknown whose address it is. */
async function addressesOf(hosts: readonly string[]): Promise<ReadonlySet<string> | string> {
  const addresses = new Set(hosts.filter((host) => isIPv4(host)))
  for (const host of new Set(hosts.filter((one) => !isIPv4(one)))) {
    const found = await Promise.race([
      lookup(host, { all: true }).catch(() => []),
      new Promise<[]>((resolve) => setTimeout(resolve, lookupMs, []).unref()),
    ])
    if (found.length === 0) return host
    for (const { address } of found) addresses.add(address.replace(/^::ffff:/i, ''))
  }
  return addresses
}

import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import type { DeviceReport } from '@shipminer/contract/uplink'
import type { DeviceAddress, Driver, PollOutcome } from '../drivers/driver.ts'
import { readableSerial } from '../drivers/identity-key.ts'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import type { Collector } from './collector.ts'
import { type CounterTotals, countSince } from './counters.ts'
import { isNewsworthy, toDetail } from './device-report.ts'
import type { DeviceEntry, DeviceTable } from './device-table.ts'
import { lastingKey, recognise } from './recognise.ts'
import {
  addDevice,
  createSchedule,
  endBackOff,
  endPoll,
  nextPolls,
  releasePoll,
  removeDevice,
} from './schedule.ts'
import { toSample } from './to-sample.ts'

/** A driver keeps to its budget by itself; this is how much later the poller gives up on it. */
const GRACE_MS = 500
/** The clock may be set while the poller sleeps. */
const LONGEST_SLEEP_MS = 1_000
/** Fluctuating figures of a report are updated at least this often. */
const REPORT_REFRESH_MS = 600_000
const FORGET_AFTER_MS = 30 * 86_400_000
const FORGET_AFTER_FAILURES = 300

export type Poller = {
  start(): void
  /** A search has found a device: new, moved, or where it was. */
  onFound(device: { address: DeviceAddress; identity: DeviceIdentity }): void
  /** Ends all polls and resolves when none runs any more. */
  stop(): Promise<void>
}

/**
 * Polls every device of the table once per poll interval and hands samples, reports and events to the collector.
 * `totals` are the running totals before the start; the poller keeps them up to date.
 */
export function createPoller(options: {
  intervalMs: number
  concurrency: number
  timeoutMs: number
  clock: Clock
  /** Server clock minus controller clock, ms, as last measured: bursts keep away from the edges of the server's slots. */
  clockOffsetMs: () => number
  driverByName: (name: string) => Driver | null
  table: DeviceTable
  totals: Map<string, CounterTotals>
  collector: Collector
  /** The list of devices, or an address in it, has changed. */
  onDevicesChanged: () => void
  log: Logger
}): Poller {
  const { intervalMs, timeoutMs, clock, driverByName, table, totals, collector, onDevicesChanged, log } =
    options
  /** Devices that did not answer yet since the start: their totals are of an earlier run. */
  const remembered = new Set(totals.keys())
  const scheduleTime = (at: number) => at + options.clockOffsetMs()
  let schedule = createSchedule({ intervalMs, concurrency: options.concurrency })
  let timer: NodeJS.Timeout | null = null
  let running = false
  let stopped = false
  // Each poll has a controller of its own: signals attached to one that lives for months would pile up.
  const underWay = new Set<AbortController>()
  const polls = new Set<Promise<void>>()

  for (const { identity } of table.entries()) schedulePolls(identity.key)

  function schedulePolls(key: string): void {
    const sampledAt = totals.get(key)?.sampledAt ?? null
    schedule = addDevice(schedule, key, sampledAt === null ? null : scheduleTime(sampledAt))
  }

  function tick(): void {
    if (!running) return
    const now = scheduleTime(clock.now())
    const next = nextPolls(schedule, now)
    schedule = next.state
    for (const key of next.start) {
      const poll = pollDevice(key).catch((error: unknown) => {
        log.error({ deviceKey: key, error: errorText(error) }, 'poll failed in the controller itself')
        schedule = endPoll(schedule, key, { answered: false, lingering: false })
      })
      polls.add(poll)
      void poll.then(() => {
        polls.delete(poll)
        tick()
      })
    }
    if (timer !== null) clearTimeout(timer)
    const sleepMs =
      next.wakeAt === null ? LONGEST_SLEEP_MS : Math.min(LONGEST_SLEEP_MS, Math.max(1, next.wakeAt - now))
    timer = setTimeout(tick, sleepMs)
  }

  async function pollDevice(key: string): Promise<void> {
    const entry = table.get(key)
    const driver = entry === undefined ? null : driverByName(entry.identity.driver)
    if (entry === undefined || driver === null) {
      if (entry !== undefined) entry.unreachable = 'unidentified'
      schedule = endPoll(schedule, key, { answered: false, lingering: false })
      return
    }
    const startedAt = clock.now()
    const { outcome, lingering } = await askWithinBudget(driver, entry.address, entry.identity)
    if (stopped) return
    schedule = endPoll(schedule, key, { answered: outcome.ok, lingering: lingering !== null })
    if (lingering !== null) {
      void lingering.then(() => {
        schedule = releasePoll(schedule, key)
      })
    }
    if (table.get(key) !== entry || entry.displaced) return
    if (outcome.ok) recordReading(entry, outcome, startedAt)
    else recordFailure(entry, outcome.reason, startedAt)
  }

  /** `lingering` is set when the driver did not let go in time: it settles when the driver does. */
  async function askWithinBudget(
    driver: Driver,
    address: DeviceAddress,
    identity: DeviceIdentity,
  ): Promise<{ outcome: PollOutcome; lingering: Promise<unknown> | null }> {
    const budget = new AbortController()
    underWay.add(budget)
    const poll = driver
      .poll(address, identity, { timeoutMs, signal: budget.signal })
      .catch((error: unknown): PollOutcome => {
        log.error({ deviceKey: identity.key, driver: driver.name, error: errorText(error) }, 'driver threw')
        return { ok: false, reason: 'garbled' }
      })
    let giveUp: NodeJS.Timeout | undefined
    const overrun = new Promise<null>((resolve) => {
      giveUp = setTimeout(() => {
        budget.abort()
        resolve(null)
      }, timeoutMs + GRACE_MS)
    })
    const outcome = await Promise.race([poll, overrun])
    clearTimeout(giveUp)
    underWay.delete(budget)
    if (outcome !== null) return { outcome, lingering: null }
    return { outcome: { ok: false, reason: 'timeout' }, lingering: poll }
  }

  function recordReading(
    expected: DeviceEntry,
    outcome: PollOutcome & { ok: true },
    sampledAt: number,
  ): void {
    const entry = resolveEntry(expected, expected.address, outcome.identity, sampledAt, true)
    if (entry === null) return
    const key = entry.identity.key
    const { reading } = outcome
    const counted = countSince(totals.get(key) ?? null, reading, sampledAt)
    totals.set(key, counted.totals)
    const sample = toSample({
      deviceKey: key,
      sampledAt,
      periodSeconds: intervalMs / 1_000,
      reading,
      deltas: counted.deltas,
      reset: counted.reset,
    })
    entry.lastAnswerAt = clock.now()
    entry.lastSeenAt = entry.lastAnswerAt
    entry.unreachable = null
    entry.lastSample = sample
    collector.addSample(sample, counted.totals, { isRemembered: remembered.delete(key) })
    report(entry, {
      observedAt: sampledAt,
      identity: entry.identity,
      detail: toDetail(reading),
      unreachable: null,
    })
  }

  function recordFailure(
    entry: DeviceEntry,
    reason: NonNullable<DeviceReport['unreachable']>,
    observedAt: number,
  ): void {
    entry.unreachable = reason
    report(entry, {
      observedAt,
      identity: entry.identity,
      detail: entry.lastReport?.detail ?? null,
      unreachable: reason,
    })
    const failures = schedule.devices.get(entry.identity.key)?.failures ?? 0
    // The count keeps a clock that jumped over years from emptying the list.
    if (observedAt - entry.lastSeenAt > FORGET_AFTER_MS && failures >= FORGET_AFTER_FAILURES) {
      log.info({ deviceKey: entry.identity.key }, 'device not seen for a month: forgotten')
      forget(entry.identity.key)
    }
  }

  /** The entry of the device that really answered: the expected one, perhaps under a better name, or another at its address. */
  function resolveEntry(
    expected: DeviceEntry,
    address: DeviceAddress,
    answeredAs: DeviceIdentity,
    now: number,
    polledNow: boolean,
  ): DeviceEntry | null {
    const known = expected.identity
    const recognition = recognise(known, answeredAs)
    if (recognition === 'same') {
      expected.identity = keepKnown(known, answeredAs)
      return expected
    }
    const identity: DeviceIdentity = { ...answeredAs, key: lastingKey(answeredAs) ?? answeredAs.key }
    if (recognition === 'named') {
      const before = totals.get(known.key)
      forget(known.key)
      if (before !== undefined && !totals.has(identity.key)) {
        totals.set(identity.key, before)
        if (remembered.has(known.key)) remembered.add(identity.key)
      }
    }
    place(address, identity, now, polledNow)
    return table.get(identity.key) ?? null
  }

  function place(address: DeviceAddress, identity: DeviceIdentity, now: number, polledNow: boolean): void {
    const { outcome, displacedKey } = table.place(address, identity, now)
    if (displacedKey !== null) {
      schedule = removeDevice(schedule, displacedKey)
      collector.addEvent({ at: now, kind: 'device-replaced', deviceKey: identity.key, count: null })
      const displaced = table.get(displacedKey)
      if (displaced !== undefined) recordFailure(displaced, 'unidentified', now)
      log.warn(
        { deviceKey: identity.key, displacedKey, ipAddress: identity.ipAddress },
        'another device answers at this address',
      )
    }
    if (outcome === 'refused') {
      log.error({ deviceKey: identity.key }, 'too many devices: this one is left out')
      return
    }
    if (outcome === 'added') {
      collector.addEvent({ at: now, kind: 'device-found', deviceKey: identity.key, count: null })
      const { key, driver, model, ipAddress } = identity
      log.info({ deviceKey: key, driver, model, ipAddress }, 'device found')
    }
    if (outcome === 'moved')
      log.info({ deviceKey: identity.key, ipAddress: identity.ipAddress }, 'device has moved')
    if (polledNow) schedule = addDevice(schedule, identity.key, scheduleTime(now))
    else schedulePolls(identity.key)
    schedule = endBackOff(schedule, identity.key)
    if (outcome !== 'seen') onDevicesChanged()
  }

  function forget(key: string): void {
    table.remove(key)
    totals.delete(key)
    schedule = removeDevice(schedule, key)
    onDevicesChanged()
  }

  function report(entry: DeviceEntry, next: DeviceReport): void {
    const last = entry.lastReport
    const due = last === null || Math.abs(next.observedAt - last.observedAt) >= REPORT_REFRESH_MS
    if (!due && !isNewsworthy(last, next)) return
    entry.lastReport = next
    collector.addReport(next)
  }

  return {
    start() {
      running = true
      tick()
    },
    onFound({ address, identity }) {
      if (stopped) return
      const now = clock.now()
      const holder = table.at(address)
      if (holder === undefined || holder.identity.key === identity.key) place(address, identity, now, false)
      else if (resolveEntry(holder, address, identity, now, false) === holder) {
        holder.lastSeenAt = now
        schedule = endBackOff(schedule, holder.identity.key)
      }
      tick()
    },
    async stop() {
      running = false
      stopped = true
      for (const budget of underWay) budget.abort()
      if (timer !== null) clearTimeout(timer)
      await Promise.all(polls)
    },
  }
}

/** What an answer does not contain keeps its known value. The key never changes here. */
function keepKnown(known: DeviceIdentity, answered: DeviceIdentity): DeviceIdentity {
  return {
    ...answered,
    key: known.key,
    make: answered.make ?? known.make,
    model: answered.model ?? known.model,
    firmware: answered.firmware ?? known.firmware,
    serial: readableSerial(answered.serial) ?? known.serial,
    macAddress: answered.macAddress ?? known.macAddress,
    hostname: answered.hostname ?? known.hostname,
  }
}

import type { Capabilities } from '@shipminer/contract/control'
import { wireCapabilities } from '../../commands/device-command.ts'
import type { DeviceCapabilities, DeviceCredentials } from '../../drivers/device-control.ts'
import type { Driver } from '../../drivers/driver.ts'
import { type Clock, pause } from '../../platform/clock.ts'
import { errorText, type Logger } from '../../platform/logger.ts'
import type { Collector } from '../../poll/collector.ts'
import type { DeviceEntry, DeviceTable } from '../../poll/device-table.ts'

const ASK_AGAIN_MS = 6 * 3_600_000
/** A device that did not answer, or refused its login, is queried sooner. */
const RETRY_MS = 15 * 60_000
const BETWEEN_MS = 500
const TIMEOUT_MS = 10_000

export type CapabilityWatch = {
  of(deviceKey: string): DeviceCapabilities | null
  /** Their login is another one: what they can do is queried again. */
  askAgain(deviceKeys: readonly string[]): void
  done: Promise<void>
}

/** Queries every device now and then for what it can do, one after the other, and reports to shore when that changed. */
export function startCapabilityWatch(options: {
  table: DeviceTable
  driverByName: (name: string) => Driver | null
  login: (entry: DeviceEntry) => DeviceCredentials | null
  collector: Collector
  clock: Clock
  signal: AbortSignal
  log: Logger
}): CapabilityWatch {
  const { table, clock, signal, log } = options
  const known = new Map<string, { capabilities: DeviceCapabilities; reported: string; askAt: number }>()

  /** To be queried out of turn, also while a query is under way. */
  const asked = new Set<string>()

  async function ask(entry: DeviceEntry): Promise<void> {
    const key = entry.identity.key
    asked.delete(key)
    const driver = options.driverByName(entry.identity.driver)
    if (driver === null) return
    const login = options.login(entry)
    const capabilities = await driver.capabilities(
      { address: entry.address, identity: entry.identity },
      login,
      { timeoutMs: TIMEOUT_MS, signal, now: clock.now },
    )
    const isAnswer = capabilities.sleep !== 'unreachable' && capabilities.sleep !== 'login'
    const before = known.get(key)
    if (capabilities.sleep === 'unreachable' && before !== undefined) {
      before.askAt = clock.monotonic() + RETRY_MS
      return
    }
    const wire: Capabilities = wireCapabilities(capabilities, login === null ? 'none-needed' : 'set')
    const reported = JSON.stringify(wire)
    known.set(key, {
      capabilities,
      reported,
      askAt: clock.monotonic() + (isAnswer ? ASK_AGAIN_MS : RETRY_MS),
    })
    const report = entry.lastReport
    if (before?.reported !== reported && report !== null)
      options.collector.addReport({ ...report, observedAt: clock.now(), capabilities: wire })
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const now = clock.monotonic()
      const due = table
        .entries()
        .filter(
          (entry) =>
            !entry.displaced &&
            entry.lastReport !== null &&
            entry.unreachable === null &&
            (asked.has(entry.identity.key) || (known.get(entry.identity.key)?.askAt ?? now) <= now),
        )
      for (const entry of due) {
        if (signal.aborted) return
        await ask(entry).catch((error: unknown) => {
          log.error({ deviceKey: entry.identity.key, error: errorText(error) }, 'abilities not known')
        })
        await pause(BETWEEN_MS, signal)
      }
      await pause(due.length === 0 ? 2_000 : BETWEEN_MS, signal)
    }
  }

  return {
    of: (deviceKey) => known.get(deviceKey)?.capabilities ?? null,
    askAgain(deviceKeys) {
      for (const key of deviceKeys) asked.add(key)
    },
    done: loop(),
  }
}

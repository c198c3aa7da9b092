import type { AddressRange } from './discovery/address-range.ts'
import type { FoundDevice } from './discovery/identify-device.ts'
import { scan } from './discovery/scan.ts'
import { type Clock, pause } from './platform/clock.ts'
import { errorText, type Logger } from './platform/logger.ts'

export type SearchLoop = {
  /** When the last search ended, ms of the controller's clock; null before the first end. */
  lastEndedAt(): number | null
  /** Resolves when the signal has ended the loop. */
  done: Promise<void>
}

/** Looks for devices at once and then every `intervalMs`, one search at a time, until the signal aborts. */
export function startSearchLoop(options: {
  ranges: () => readonly AddressRange[]
  intervalMs: number
  clock: Clock
  onFound: (device: FoundDevice) => void
  onEnded?: (isComplete: boolean) => void
  signal: AbortSignal
  log: Logger
  scanFn?: typeof scan
}): SearchLoop {
  const { ranges, intervalMs, clock, onFound, onEnded, signal, log, scanFn = scan } = options
  let lastEndedAt: number | null = null

  async function search(): Promise<void> {
    const startedAt = clock.monotonic()
    const devices = scanFn(ranges(), { signal })
    for (;;) {
      const next = await devices.next()
      if (next.done) {
        const durationMs = Math.round(clock.monotonic() - startedAt)
        lastEndedAt = clock.now()
        onEnded?.(next.value.complete)
        log.info({ ...next.value, durationMs }, 'search for devices ended')
        return
      }
      onFound(next.value)
    }
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      await search().catch((error: unknown) =>
        log.error({ error: errorText(error) }, 'search for devices failed'),
      )
      await pause(intervalMs, signal)
    }
  }

  return { lastEndedAt: () => lastEndedAt, done: loop() }
}

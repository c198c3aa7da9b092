import type { LoadProblem } from '@shipminer/domain/generator/load/judge-load'
import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'

/** How a source of readings is doing, for pages and logs. `at` is the controller's monotonic clock, ms. */
export type LoadSourceStatus = {
  kind: 'signal-k' | 'modbus-tcp' | 'sunspec' | 'shelly-rpc' | 'victron-mqtt' | 'mqtt' | 'contact'
  /** `connected`: readings come. `refused`: values come that cannot be right. `silent`: the line is up and nothing useful comes over it. `waiting`: no line, retrying. */
  state:
    | 'stopped'
    | 'connecting'
    | 'connected'
    | 'refused'
    | 'silent'
    | 'waiting'
    | 'needs-approval'
    | 'denied'
  /** What is wrong, for people; null when nothing is. */
  detail: string | null
  /** Values come, and are not believed; null where they are, or none come. */
  problem?: LoadProblem | null
  lastReadingAt: number | null
  /** The meter by its name, and whether what it reads has passed the checks since the start. */
  preset?: { name: string; isVerified: boolean } | null
}

/**
 * Something on board that reports the load of the generator. Every reading goes to the `onReading` it was made with, the moment it arrives.
 * Never throws: a source that fails is silent and tries again. To add a source, return one of these and name it in `open-meter.ts`.
 */
export type LoadSource = {
  start(): void
  status(): LoadSourceStatus
  /** Asks the meter soon who it is, without waiting for the hour. Left out by sources that hear it by themselves, or never. */
  askIdentity?(): void
  stop(): Promise<void>
}

export type OnReading = (reading: LoadReading) => void

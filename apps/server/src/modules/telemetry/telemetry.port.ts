import type { TelemetrySums } from '../../platform/db/schema.ts'

export { ownHistory } from './own-history.ts'
export { flagsOfBits } from './telemetry.policy.ts'

/** One step of a chart: sums over what was sampled in it. `at` is the start of the step, ms. Steps without a sample do not exist. */
export type SeriesPoint = TelemetrySums & { at: number }

/** One step of several ships together. Means of what was known, null where nothing was; `miners` reported on average. */
export type FleetPoint = {
  at: number
  hashrateGhs: number | null
  powerWatts: number | null
  miners: number
  tempMaxDc: number | null
  accepted: number | null
  rejected: number | null
}

/** One miner's UTC day (`'2026-11-20'`). */
export type DaySums = TelemetrySums & { controllerId: string; minerId: number; day: string }

/** What other modules read of telemetry. */
export type TelemetrySeries = {
  /**
   * One miner between two times (ms), in steps of a multiple of 300 s; the open 5-minute bucket is included.
   * Steps of whole hours and days read fewer rows: 300 for a day, 3,600 for up to a month, 86,400 for more.
   */
  miner(query: {
    controllerId: string
    minerId: number
    from: number
    to: number
    stepSeconds: number
  }): Promise<SeriesPoint[]>
  /** Several ships together. */
  fleet(query: {
    controllerIds: readonly string[]
    from: number
    to: number
    stepSeconds: number
  }): Promise<FleetPoint[]>
  /** Each miner over a range (ms), for means. */
  minerSums(query: {
    controllerIds: readonly string[]
    from: number
    to: number
  }): Promise<Pick<DaySums, 'minerId' | 'hashGh' | 'hashrateSeconds' | 'energyJ' | 'powerSeconds'>[]>
  /** Days of each miner, both ends included. */
  days(query: {
    controllerIds: readonly string[]
    fromDay: string
    toDay: string
    minerId?: number
  }): Promise<DaySums[]>
}

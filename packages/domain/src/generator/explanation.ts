import type { Worth } from './proof/worth.ts'

/** Why everything is off. */
export type OffReason =
  | 'master-stop'
  | 'ship-needs-power'
  | 'load-unknown'
  | 'meter-contradicted'
  | 'shore-power'
  | 'battery'
  | 'quiet-hours'
  /** The miners' cooling water does not flow. */
  | 'no-cooling'

/**
 * What the law is doing: waiting for first readings, holding everything off, bringing the load down, waiting out the hold time before a
 * start, starting miners, or nothing to do.
 */
export type Activity = 'waiting' | 'off' | 'shedding' | 'holding' | 'restoring' | 'steady'

export type Warning =
  | { code: 'reserve-too-low'; requiredKw: number }
  /** Over the limit with nothing left to take away. */
  | { code: 'cannot-shed-enough'; shortKw: number }
  | { code: 'disobedient'; deviceIds: readonly string[] }
  /** Miners that take power and cannot be commanded. */
  | { code: 'not-curtailable'; deviceIds: readonly string[] }
  | { code: 'not-reachable'; deviceIds: readonly string[] }
  | { code: 'repeated-overload'; count: number }
  /** A step of the ship may come, and room for it is kept free. */
  | { code: 'making-room'; names: readonly string[] }
  /** The frequency of the set sags: its engine has more load than it bears. */
  | { code: 'low-frequency' }
  /** The voltage of a phase sags: the set, or what leads to it, has more load than it bears. */
  | { code: 'low-voltage' }
  /** The mean over 24 running hours, and not the limit, holds miners back. */
  | { code: 'mean-load' }

/** The reasons and figures of one decision, for pages, history and alerts; kW, ms. Null is unknown. */
export type Explanation = {
  activity: Activity
  offReason: OffReason | null
  /** What ship and miners together may take. */
  limitKw: number | null
  generatorLoadKw: number | null
  shipLoadKw: number | null
  miningKw: number | null
  /** What miners may take now: limit − ship − reserve. Below zero when the ship alone is above. */
  allowedKw: number | null
  /** The part of it that no miner is counted for. */
  headroomKw: number | null
  overKw: number
  /** What the generator carried on average over its last 24 running hours, percent of what it can give. */
  meanLoadPercent: number | null
  /** What all wanted miners take at full power. */
  fleetKw: number
  /** The part of it that they were commanded to take or are not allowed to take yet. */
  curtailedKw: number
  /** What miners that rest for the sake of the fuel would take. It is no part of what is curtailed. */
  restingKw: number
  worth: Worth
  /** What a kilowatt-hour of the curtailed part earns, cents; null when not known. */
  curtailedRevenuePerKwh: number | null
  /** How old the load is. */
  loadAgeMs: number | null
  requiredReserveKw: number
  warnings: readonly Warning[]
}

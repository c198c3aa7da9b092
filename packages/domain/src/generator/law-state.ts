import type { DevicePhase, LastCommand } from './devices/device-phase.ts'
import type { MeanLoad } from './load/mean-load.ts'
import { noSag, type SupplySag } from './load/supply-sag.ts'
import type { HeldMinimum } from './plan/held-minimum.ts'
import { noRise, type RiseMemory } from './plan/reserve.ts'
import { newWorth, type WorthState } from './proof/worth.ts'

/** What the law remembers of one device. Times in ms of the law's clock. */
export type DeviceMemory = {
  phase: DevicePhase
  changedAt: number
  lastCommand: LastCommand | null
  /** When it was started within the last hour. */
  starts: readonly number[]
  /** Not started before: its last start failed. */
  notBefore: number
  /** It lost its power and has not answered since. */
  wasCutOff?: boolean
}

/** A load that stays the same to the last digit, since when, and what each miner was seen to take since then, W. */
export type UnchangedLoad = { loadKw: number; since: number; taken: ReadonlyMap<string, number> }

/** What the law remembers between two decisions. It is not kept over a restart: then everything is read again. */
export type LawState = {
  startedAt: number
  devices: ReadonlyMap<string, DeviceMemory>
  /** The newest reading that was used. */
  arrivedAt: number | null
  shipLoadKw: number | null
  /** Mining power that was allowed recently. */
  held: HeldMinimum
  rise: RiseMemory
  /** What the generator carried over its last running hours. */
  mean: MeanLoad
  sag: SupplySag
  worth: WorthState
  lastStartAt: number | null
  /** Since when the load is above what is allowed. */
  overSince: number | null
  /** When overloads began, within the last hour. */
  overloads: readonly number[]
  /** Since when the load contradicts what the miners measure. */
  contradictedSince: number | null
  /** The load that the meter has been reporting without any change. */
  unchanged: UnchangedLoad | null
  /** Until when such a meter is not believed. */
  distrustedUntil: number
}

/** A law that knows nothing yet: it starts no miner and stops none until it has a reading of the load, or has waited for one in vain. */
export function newLawState(now: number): LawState {
  return {
    startedAt: now,
    devices: new Map(),
    arrivedAt: null,
    shipLoadKw: null,
    held: [],
    rise: noRise,
    mean: [],
    sag: noSag,
    worth: newWorth,
    lastStartAt: null,
    overSince: null,
    overloads: [],
    contradictedSince: null,
    unchanged: null,
    distrustedUntil: Number.NEGATIVE_INFINITY,
  }
}

/** The same law with another meter: what it thought of the one before, and the room that showed, is forgotten. */
export const otherMeter = (state: LawState): LawState => ({
  ...state,
  arrivedAt: null,
  shipLoadKw: null,
  held: [],
  sag: noSag,
  contradictedSince: null,
  unchanged: null,
  distrustedUntil: Number.NEGATIVE_INFINITY,
})

import type { FollowerSettings } from '../follower-settings.ts'
import { plausibleVolts } from './judge-load.ts'
import type { LoadReading } from './load-reading.ts'

/**
 * A set whose frequency or voltage stays low has more load than it bears, whatever its plate says: a bad filter, hot air, a set beside it that
 * dropped out. They are the earliest signs, and the only ones where no power is measured.
 */
export type SupplySag = {
  /** When the first frequency below its limit was measured; null: it is not below, or not known. */
  frequencySince: number | null
  /** The same of the voltage of the lowest phase. */
  voltageSince: number | null
  /** When miners last gave way because of either. */
  shedAt: number | null
}

export const noSag: SupplySag = { frequencySince: null, voltageSince: null, shedAt: null }

/** A dip shorter than this is the governor or the regulator taking up a step, and one measurement may be wrong, ms. */
const settleMs = 1_000
/** Time between two steps, for the first to show, ms. */
const betweenMs = 10_000
/** What gives way at once, as a share of what the set can give. */
const stepShare = 0.2
/** A frequency outside this range is not that of a running set. */
const plausibleFrequency: readonly [number, number] = [0.85, 1.15]

/** Whether a frequency can be that of a running set of 50 or 60 Hz: all that a meter without power has to show for itself. */
export const isRunning = (hz: number | null): boolean => hz !== null && hz >= 42.5 && hz <= 69

/** One measured figure of the supply, and below which share of its nominal value it is low. */
type Sign = {
  figure: number | null
  measuredAt: number
  nominal: number
  shedPercent: number | null
  /** As shares of the nominal value; outside it is no figure of a running set. */
  plausible: readonly [number, number]
}

/** What a reading says about the supply: which of its signs sag, and how much has to give way now because of that, kW. */
export function judgeSag(
  before: SupplySag,
  input: { reading: LoadReading | null; settings: FollowerSettings; now: number },
): { sag: SupplySag; lows: ('low-frequency' | 'low-voltage')[]; needKw: number } {
  const { settings, now } = input
  const reading = input.reading?.powerSource === 'generator' ? input.reading : null
  const frequency = judgeSign(before.frequencySince, before.shedAt, reading && frequencyOf(reading, settings))
  const voltage = judgeSign(before.voltageSince, before.shedAt, reading && voltageOf(reading, settings))
  // Both tell of the same overload: together they ask for one step.
  const isDue = frequency.isDue || voltage.isDue
  return {
    sag: {
      frequencySince: frequency.since,
      voltageSince: voltage.since,
      shedAt: isDue ? now : before.shedAt,
    },
    lows: [
      ...(frequency.isSagging ? (['low-frequency'] as const) : []),
      ...(voltage.isSagging ? (['low-voltage'] as const) : []),
    ],
    needKw: isDue ? stepShare * settings.capacityKw : 0,
  }
}

function judgeSign(
  before: number | null,
  shedAt: number | null,
  sign: Sign | null,
): { since: number | null; isSagging: boolean; isDue: boolean } {
  const ofNominal = sign === null || sign.figure === null ? null : sign.figure / sign.nominal
  const isLow =
    sign !== null &&
    sign.shedPercent !== null &&
    ofNominal !== null &&
    ofNominal >= sign.plausible[0] &&
    ofNominal <= sign.plausible[1] &&
    ofNominal * 100 < sign.shedPercent
  if (!isLow) return { since: null, isSagging: false, isDue: false }
  // By when it was measured: one figure says nothing of how long it stays, however long it is the newest.
  const { measuredAt } = sign
  const since = before ?? measuredAt
  const isSagging = measuredAt - since >= settleMs
  const isDue = isSagging && (shedAt === null || measuredAt - shedAt >= betweenMs)
  return { since, isSagging, isDue }
}

const frequencyOf = (reading: LoadReading, settings: FollowerSettings): Sign => ({
  figure: reading.frequencyHz ?? null,
  measuredAt: reading.frequencyAt ?? reading.arrivedAt,
  nominal: settings.nominalHz,
  shedPercent: settings.shedFrequencyPercent,
  plausible: plausibleFrequency,
})

const voltageOf = (reading: LoadReading, settings: FollowerSettings): Sign => ({
  figure: reading.lowestVolts ?? null,
  measuredAt: reading.lowestVoltsAt ?? reading.arrivedAt,
  nominal: settings.nominalVolts,
  shedPercent: settings.shedVoltagePercent,
  plausible: [plausibleVolts[0] / settings.nominalVolts, plausibleVolts[1] / settings.nominalVolts],
})

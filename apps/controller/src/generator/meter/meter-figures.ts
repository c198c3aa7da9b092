import { judgeLoad, judgeSupply, type LoadProblem } from '@shipminer/domain/generator/load/judge-load'
import type { LoadReading, PowerSource } from '@shipminer/domain/generator/load/load-reading'
import { isRunning } from '@shipminer/domain/generator/load/supply-sag'

/** What a meter says at one moment: kW, V phase to neutral, A, Hz. Null or empty: it does not measure that. */
export type MeterFigures = {
  /** The meter's own sum; null where the phases are to be added up. */
  totalKw: number | null
  phasesKw: readonly number[]
  voltages: readonly number[]
  /** When each of them was measured, where that is not when the rest was. */
  voltagesAt?: readonly number[]
  currents: readonly number[]
  frequencyHz: number | null
  /** When it was measured, where that is not when the rest was. */
  frequencyAt?: number | null
  powerSource?: PowerSource
  /** No figure is newer than this, ms of the monotonic clock. */
  arrivedAt: number
}

/** Why there are no figures that could be assessed, for people. */
export class MeterError extends Error {}

/**
 * The reading that the figures of a meter make, or the problem for which they are not believed. Throws a `MeterError` where nothing but a
 * frequency is measured and no set runs.
 */
export function judgeFigures(
  figures: MeterFigures,
  { mostKw, source }: { mostKw: number; source: string },
): { reading: LoadReading } | { problem: LoadProblem } {
  const { totalKw, phasesKw, voltages, frequencyHz, currents } = figures
  const isMeasured = totalKw !== null || phasesKw.length > 0
  const problem =
    (voltages.length === 0 ? null : judgeSupply({ voltages, frequencyHz })) ??
    (isMeasured ? judgeLoad({ totalKw, phasesKw, capacityKw: mostKw }) : null)
  if (problem !== null) return { problem }
  if (!isMeasured && !isRunning(frequencyHz))
    throw new MeterError(`no frequency of a running set: ${frequencyHz}`)
  const lowest = voltages.indexOf(Math.min(...voltages))
  const sumKw = totalKw ?? phasesKw.reduce((sum, kw) => sum + kw, 0)
  return {
    reading: {
      generatorLoadKw: isMeasured ? Math.max(0, sumKw) : null,
      phasesKw: phasesKw.map((kw) => Math.max(0, kw)),
      currentAmps: currents.length === 0 ? null : Math.max(...currents),
      frequencyHz,
      frequencyAt: figures.frequencyAt ?? null,
      lowestVolts: voltages[lowest] ?? null,
      lowestVoltsAt: figures.voltagesAt?.[lowest] ?? null,
      shipNeedsPower: false,
      powerSource: figures.powerSource ?? 'generator',
      arrivedAt: figures.arrivedAt,
      source,
    },
  }
}

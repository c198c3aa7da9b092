import type { LoadReading, PowerSource } from '@shipminer/domain/generator/load-reading'
import type { DeltaValue } from './delta.ts'
import type { LoadPaths } from './load-paths.ts'

/** How values of a ship become its load. */
export type LoadMapping = {
  load: LoadPaths
  /** Only values of this `$source` count; null: of whichever comes first and keeps coming. */
  sourceFilter: string | null
  /** More than this, or less than nothing, is a broken meter: the value does not count. */
  mostKw: number
  /** What a ratio is a share of, kW. */
  capacityKw: number
  /** A path that tells what feeds the ship, and the words in it that mean shore power and batteries. */
  powerSource: { path: string; shore: readonly string[]; battery: readonly string[] } | null
  /** A path that is true, 1 or `on` while the ship needs everything. */
  shipNeedsPower: string | null
  /** A phase older than this against the newest one is missing. */
  phaseAgeMs: number
}

export type LoadCollector = {
  /** Takes values that arrived together; the reading that they complete, or null. */
  take(values: readonly DeltaValue[], arrivedAt: number): LoadReading | null
}

type Latest = { kw: number; arrivedAt: number }

/** Small negative power is the error of a meter at no load. */
const leastKw = -1

/** Every path to subscribe to. */
export const pathsOf = ({ load, powerSource, shipNeedsPower }: LoadMapping): string[] => [
  ...load.paths,
  ...(powerSource === null ? [] : [powerSource.path]),
  ...(shipNeedsPower === null ? [] : [shipNeedsPower]),
]

/**
 * Adds up the phases. A reading is complete when every path has a plausible value from one source, none much older than the newest;
 * its age is that of its oldest part. A value that is no number, or not plausible, makes its path unknown until the next one.
 */
export function createLoadCollector(mapping: LoadMapping): LoadCollector {
  const latest = new Map<string, Latest>()
  const sourceOf = new Map<string, { source: string | null; arrivedAt: number }>()
  let powerSource: PowerSource = 'generator'
  let shipNeedsPower = false

  /** Two devices that tell the same path must not be mixed: the first keeps it while it keeps talking. */
  function isFromOurs({ path, source }: DeltaValue, arrivedAt: number): boolean {
    if (mapping.sourceFilter !== null) return source === mapping.sourceFilter
    const before = sourceOf.get(path)
    if (
      before !== undefined &&
      before.source !== source &&
      arrivedAt - before.arrivedAt < 2 * mapping.phaseAgeMs
    )
      return false
    sourceOf.set(path, { source, arrivedAt })
    return true
  }

  return {
    take(values, arrivedAt) {
      let isTouched = false
      let source = ''
      for (const one of values) {
        if (mapping.powerSource?.path === one.path) {
          powerSource = readPowerSource(one.value, mapping.powerSource)
          isTouched = true
        } else if (mapping.shipNeedsPower === one.path) {
          shipNeedsPower = isOn(one.value)
          isTouched = true
        } else if (mapping.load.paths.includes(one.path) && isFromOurs(one, arrivedAt)) {
          const kw = readKw(one.value, mapping)
          isTouched = true
          source = one.source ?? ''
          if (kw === null) latest.delete(one.path)
          else latest.set(one.path, { kw, arrivedAt })
        }
      }
      if (!isTouched) return null
      const parts = mapping.load.paths.flatMap((path) => latest.get(path) ?? [])
      if (parts.length < mapping.load.paths.length) return null
      const oldest = Math.min(...parts.map((part) => part.arrivedAt))
      const newest = Math.max(...parts.map((part) => part.arrivedAt))
      if (newest - oldest > mapping.phaseAgeMs) return null
      const sumKw = Math.max(
        0,
        parts.reduce((sum, { kw }) => sum + kw, 0),
      )
      if (sumKw > mapping.mostKw) return null
      return {
        generatorLoadKw: sumKw,
        phasesKw: mapping.load.arePhases ? parts.map(({ kw }) => Math.max(0, kw)) : [],
        shipNeedsPower,
        powerSource,
        arrivedAt: oldest,
        source: `Signal K ${source}`.trim(),
      }
    },
  }
}

function readKw(value: unknown, { load, capacityKw, mostKw }: LoadMapping): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const kw = { W: value / 1_000, kW: value, ratio: value * capacityKw }[load.unit]
  return kw >= leastKw && kw <= mostKw ? kw : null
}

function readPowerSource(
  value: unknown,
  words: { shore: readonly string[]; battery: readonly string[] },
): PowerSource {
  const word = String(value).toLowerCase()
  if (words.shore.some((one) => one.toLowerCase() === word)) return 'shore'
  if (words.battery.some((one) => one.toLowerCase() === word)) return 'battery'
  return 'generator'
}

/** What cannot be read means yes: the ship comes first. */
const isOn = (value: unknown) => !(value === false || value === 0 || value === 'off' || value === 'false')

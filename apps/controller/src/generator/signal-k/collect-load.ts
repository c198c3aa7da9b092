import { judgeLoad, type LoadProblem, plausibleVolts } from '@shipminer/domain/generator/load/judge-load'
import type { LoadReading, PowerSource } from '@shipminer/domain/generator/load/load-reading'
import { isRunning } from '@shipminer/domain/generator/load/supply-sag'
import type { DeltaValue } from './delta.ts'
import type { LoadPaths } from './load-paths.ts'

/** How values of a ship become its load. */
export type LoadMapping = {
  load: LoadPaths
  /** Only values of this `$source` count; null: those of the only source. */
  sourceFilter: string | null
  /** What a ratio is a share of, and what a load is checked against, kW; 0: not known yet. */
  capacityKw: number
  /** Paths of frequency, Hz, of the currents of the phases, A, and of their voltages to neutral, V. */
  frequency?: string | null
  currents?: readonly string[]
  voltages?: readonly string[]
  /** A path that reports what feeds the ship, and the words in it that mean shore power and batteries. */
  powerSource: { path: string; shore: readonly string[]; battery: readonly string[] } | null
  /** A path that is true, 1 or `on` while the ship needs all power. */
  shipNeedsPower: string | null
  /** A phase older than this against the newest one is missing. */
  phaseAgeMs: number
}

export type LoadCollector = {
  /** Takes values that arrived together; the reading that they complete, or null. */
  take(values: readonly DeltaValue[], arrivedAt: number): LoadReading | null
  /** Why the values are not believed; null while they are. */
  problem(): LoadProblem | null
  /** Who reported the parts of the newest load, each once; null where one of them has no name, or no power is measured. */
  sources(): string[] | null
}

type Latest = { kw: number; arrivedAt: number; source?: string | null }

/** For this long two devices that reported the same path count as two, though one of them is silent now. */
const twoSourcesMs = 60_000

/** Every path to subscribe to. */
export const pathsOf = ({
  load,
  powerSource,
  shipNeedsPower,
  frequency,
  currents,
  voltages,
}: LoadMapping): string[] => [
  ...load.paths,
  ...(powerSource === null ? [] : [powerSource.path]),
  ...(shipNeedsPower === null ? [] : [shipNeedsPower]),
  ...(frequency ? [frequency] : []),
  ...(currents ?? []),
  ...(voltages ?? []),
]

/**
 * Adds up the phases. A reading is complete when every path has a plausible value from one source, none much older than the newest;
 * its age is that of its oldest part. A value that is not a number makes its path unknown until the next one; a sum that cannot be right, or two
 * devices on one path, are refused and named.
 */
export function createLoadCollector(mapping: LoadMapping): LoadCollector {
  const isMeasured = mapping.load.paths.length > 0
  const latest = new Map<string, Latest>()
  /** When each source last reported each path. */
  const received = new Map<string, Map<string, number>>()
  const extra = new Map<string, Latest>()
  const extraPaths = new Set([mapping.frequency, ...(mapping.currents ?? []), ...(mapping.voltages ?? [])])
  let powerSource: PowerSource = 'generator'
  let shipNeedsPower = false
  let problem: LoadProblem | null = null

  /** Two devices that report the same path at the same time: only a person knows which of them measures the generator. */
  function twoSources(arrivedAt: number): LoadProblem | null {
    for (const [path, sources] of received) {
      const talking = [...sources].filter(([, at]) => arrivedAt - at < twoSourcesMs)
      const isOverlap = [...(overlapsOf.get(path) ?? [])].some((at) => arrivedAt - at < twoSourcesMs)
      if (talking.length > 1 && isOverlap)
        return { code: 'two-sources', path, sources: talking.map(([source]) => source).sort() }
    }
    return null
  }
  /** When two sources last reported at the same time. One that takes over from one that fell silent is no conflict. */
  const overlapsOf = new Map<string, number[]>()
  function noteSource({ path, source }: DeltaValue, arrivedAt: number): void {
    const sources = received.get(path) ?? new Map<string, number>()
    received.set(path, sources)
    const name = source ?? '?'
    for (const [other, at] of sources) {
      if (other !== name && arrivedAt - at < 2 * mapping.phaseAgeMs) overlapsOf.set(path, [arrivedAt])
      if (arrivedAt - at > twoSourcesMs) sources.delete(other)
    }
    sources.set(name, arrivedAt)
  }
  const isOurs = ({ source }: DeltaValue) => mapping.sourceFilter === null || source === mapping.sourceFilter

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
        } else if (extraPaths.has(one.path)) {
          if (!isOurs(one)) continue
          if (!isMeasured && one.path === mapping.frequency && mapping.sourceFilter === null)
            noteSource(one, arrivedAt)
          source = one.source ?? source
          const figure = typeof one.value === 'number' && Number.isFinite(one.value) ? one.value : null
          if (figure === null) extra.delete(one.path)
          else extra.set(one.path, { kw: figure, arrivedAt })
          isTouched = true
        } else if (mapping.load.paths.includes(one.path) && isOurs(one)) {
          if (mapping.sourceFilter === null) noteSource(one, arrivedAt)
          const kw = readKw(one.value, mapping)
          isTouched = true
          source = one.source ?? source
          if (kw === null) latest.delete(one.path)
          else latest.set(one.path, { kw, arrivedAt, source: one.source })
        }
      }
      if (!isTouched) return null
      if (!isMeasured) return frequencyAlone(source, arrivedAt)
      const parts = mapping.load.paths.flatMap((path) => latest.get(path) ?? [])
      if (parts.length < mapping.load.paths.length) return null
      const oldest = Math.min(...parts.map((part) => part.arrivedAt))
      const newest = Math.max(...parts.map((part) => part.arrivedAt))
      if (newest - oldest > mapping.phaseAgeMs) return null
      const sumKw = parts.reduce((sum, { kw }) => sum + kw, 0)
      const phasesKw = mapping.load.arePhases ? parts.map(({ kw }) => kw) : []
      problem =
        twoSources(arrivedAt) ?? judgeLoad({ totalKw: sumKw, phasesKw, capacityKw: mapping.capacityKw })
      if (problem !== null) return null
      return {
        generatorLoadKw: Math.max(0, sumKw),
        phasesKw: phasesKw.map((kw) => Math.max(0, kw)),
        currentAmps: figureOf(mapping.currents ?? [], arrivedAt),
        frequencyHz: figureOf(mapping.frequency ? [mapping.frequency] : [], arrivedAt),
        frequencyAt: extra.get(mapping.frequency ?? '')?.arrivedAt ?? null,
        ...lowestVoltage(arrivedAt),
        shipNeedsPower,
        powerSource,
        arrivedAt: oldest,
        source: `Signal K ${source}`.trim(),
      }
    },
    problem: () => problem,
    sources() {
      const parts = mapping.load.paths.map((path) => latest.get(path)?.source ?? null)
      const named = parts.filter((source) => source !== null)
      return parts.length === 0 || named.length < parts.length ? null : [...new Set(named)].sort()
    },
  }

  /** Where no power is measured, a frequency of a running set is a reading. */
  function frequencyAlone(source: string, now: number): LoadReading | null {
    const frequency = extra.get(mapping.frequency ?? '')
    problem = twoSources(now)
    if (problem !== null || frequency === undefined || !isRunning(frequency.kw)) return null
    return {
      generatorLoadKw: null,
      phasesKw: [],
      currentAmps: figureOf(mapping.currents ?? [], now),
      frequencyHz: frequency.kw,
      ...lowestVoltage(now),
      shipNeedsPower,
      powerSource,
      arrivedAt: frequency.arrivedAt,
      source: `Signal K ${source}`.trim(),
    }
  }

  /** The highest recent value of these paths. */
  function figureOf(paths: readonly string[], now: number): number | null {
    const fresh = freshOf(paths, now)
    return fresh.length === 0 ? null : Math.max(...fresh.map(({ kw }) => kw))
  }

  /** A phase that shows no voltage of a running set says nothing, and does not hide that another one is low. */
  function lowestVoltage(now: number): Pick<LoadReading, 'lowestVolts' | 'lowestVoltsAt'> {
    const [lowest] = freshOf(mapping.voltages ?? [], now)
      .filter(({ kw: volts }) => volts >= plausibleVolts[0] && volts <= plausibleVolts[1])
      .sort((a, b) => a.kw - b.kw)
    return { lowestVolts: lowest?.kw ?? null, lowestVoltsAt: lowest?.arrivedAt ?? null }
  }

  function freshOf(paths: readonly string[], now: number): Latest[] {
    return paths
      .flatMap((path) => extra.get(path) ?? [])
      .filter((one) => now - one.arrivedAt <= 2 * mapping.phaseAgeMs)
  }
}

function readKw(value: unknown, { load, capacityKw }: LoadMapping): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return { W: value / 1_000, kW: value, ratio: value * capacityKw }[load.unit]
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

/** An unreadable value means yes: the ship comes first. */
const isOn = (value: unknown) => !(value === false || value === 0 || value === 'off' || value === 'false')

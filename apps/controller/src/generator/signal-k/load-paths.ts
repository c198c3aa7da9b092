/** Forms in which generators appear on Signal K servers. The schema does not prescribe one form, so each ship chooses. */
export type PathPreset =
  /** `electrical.ac.<id>.phase.A|B|C.realPower`, W: the schema's form. */
  | 'three-phase'
  /** `electrical.ac.<id>.phase.single.realPower`, W. */
  | 'single-phase'
  /** `electrical.ac.<id>.A|B|C.realPower`, W: what the NMEA 2000 converter writes for PGN 127503. */
  | 'nmea2000-three-phase'
  /** `electrical.ac.<source>.<connection>.A|B|C.power`, W: PGNs 127744 to 127746; the id has both parts. */
  | 'nmea2000-power'
  /** `propulsion.<id>.engineLoad`, a share of the capacity. */
  | 'engine-load'
  /** `electrical.generators.<id>.power`, W: not in the schema, seen in the field. */
  | 'generator-power'

/** Paths to add up, and what one of them gives. */
export type LoadPaths = { paths: readonly string[]; unit: 'W' | 'kW' | 'ratio'; arePhases: boolean }

export const pathPresets: Readonly<Record<PathPreset, (id: string) => LoadPaths>> = {
  'three-phase': (id) => phases(`electrical.ac.${id}.phase`, 'realPower'),
  'single-phase': (id) => one(`electrical.ac.${id}.phase.single.realPower`, 'W'),
  'nmea2000-three-phase': (id) => phases(`electrical.ac.${id}`, 'realPower'),
  'nmea2000-power': (id) => phases(`electrical.ac.${id}`, 'power'),
  'engine-load': (id) => one(`propulsion.${id}.engineLoad`, 'ratio'),
  'generator-power': (id) => one(`electrical.generators.${id}.power`, 'W'),
}

function phases(start: string, end: string): LoadPaths {
  return { paths: ['A', 'B', 'C'].map((phase) => `${start}.${phase}.${end}`), unit: 'W', arePhases: true }
}

const one = (path: string, unit: LoadPaths['unit']): LoadPaths => ({ paths: [path], unit, arePhases: false })

/** The same form for generators that run in parallel: all added up, and without phases, which would belong to different machines. */
export function presetPaths(preset: PathPreset, ids: readonly string[]): LoadPaths {
  const each = ids.map(pathPresets[preset])
  const [first] = each
  if (first !== undefined && each.length === 1) return first
  return { paths: each.flatMap(({ paths }) => paths), unit: first?.unit ?? 'W', arePhases: false }
}

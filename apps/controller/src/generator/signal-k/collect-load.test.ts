import { describe, expect, test } from 'vitest'
import { createLoadCollector, type LoadMapping, pathsOf } from './collect-load.ts'
import { presetPaths } from './load-paths.ts'

const mapping: LoadMapping = {
  load: presetPaths('three-phase', ['g1']),
  sourceFilter: null,
  capacityKw: 100,
  powerSource: null,
  shipNeedsPower: null,
  phaseAgeMs: 3_000,
}
const phase = (name: string, value: unknown, source: string | null = 'n2k.1') => ({
  path: `electrical.ac.g1.phase.${name}.realPower`,
  value,
  source,
})
const all = (watts: number, source?: string) => ['A', 'B', 'C'].map((name) => phase(name, watts, source))

describe('paths', () => {
  test.each([
    ['three-phase', ['g1'], ['electrical.ac.g1.phase.A.realPower'], 3, 'W'],
    ['single-phase', ['g1'], ['electrical.ac.g1.phase.single.realPower'], 1, 'W'],
    ['nmea2000-three-phase', ['0'], ['electrical.ac.0.A.realPower'], 3, 'W'],
    ['nmea2000-power', ['35.1'], ['electrical.ac.35.1.A.power'], 3, 'W'],
    ['engine-load', ['genset'], ['propulsion.genset.engineLoad'], 1, 'ratio'],
    ['generator-power', ['main'], ['electrical.generators.main.power'], 1, 'W'],
  ] as const)('%s of %j', (preset, ids, first, count, unit) => {
    const load = presetPaths(preset, ids)
    expect(load.paths.slice(0, 1)).toEqual(first)
    expect(load.paths).toHaveLength(count)
    expect(load.unit).toBe(unit)
    expect(load.arePhases).toBe(count === 3)
  })
  test('generators in parallel are added up, without phases', () =>
    expect(presetPaths('three-phase', ['g1', 'g2'])).toMatchObject({
      arePhases: false,
      paths: { length: 6 },
    }))
  test('every path is subscribed to', () =>
    expect(
      pathsOf({ ...mapping, shipNeedsPower: 'x.y', powerSource: { path: 's.t', shore: [], battery: [] } }),
    ).toHaveLength(5))
})

describe('a frequency alone', () => {
  const path = 'electrical.ac.g1.frequency'
  const alone = { ...mapping, load: { paths: [], unit: 'W', arePhases: false }, frequency: path } as const
  test('is a reading without a load, while it is that of a running set', () => {
    const collector = createLoadCollector(alone)
    expect(pathsOf(alone)).toEqual([path])
    expect(collector.take([{ path, value: 48.6, source: 'n2k.1' }], 1_000)).toMatchObject({
      generatorLoadKw: null,
      frequencyHz: 48.6,
      arrivedAt: 1_000,
      source: 'Signal K n2k.1',
    })
    expect(collector.take([{ path, value: 0, source: 'n2k.1' }], 2_000)).toBeNull()
    expect(collector.take([{ path, value: null, source: 'n2k.1' }], 3_000)).toBeNull()
  })
  test('of two devices is that of none', () => {
    const collector = createLoadCollector(alone)
    collector.take([{ path, value: 50, source: 'n2k.1' }], 1_000)
    expect(collector.take([{ path, value: 49, source: 'n2k.2' }], 1_500)).toBeNull()
    expect(collector.problem()?.code).toBe('two-sources')
  })
})

describe('a load', () => {
  test('is the sum of all phases, with the age of the oldest', () => {
    const collector = createLoadCollector(mapping)
    expect(collector.take([phase('A', 10_000)], 1_000)).toBeNull()
    expect(collector.take([phase('B', 12_000)], 1_500)).toBeNull()
    expect(collector.take([phase('C', 8_000)], 2_000)).toMatchObject({
      generatorLoadKw: 30,
      phasesKw: [10, 12, 8],
      arrivedAt: 1_000,
      powerSource: 'generator',
      shipNeedsPower: false,
      source: 'Signal K n2k.1',
    })
  })
  test('is nothing while a phase is much older than the others', () => {
    const collector = createLoadCollector(mapping)
    collector.take(all(10_000), 0)
    expect(collector.take([phase('A', 10_000), phase('B', 10_000)], 3_001)).toBeNull()
    expect(collector.take([phase('C', 10_000)], 3_002)?.generatorLoadKw).toBe(30)
  })
  test.each([null, '10', Number.NaN, Number.POSITIVE_INFINITY, {}, -2_000])(
    'is unknown while a phase is %s',
    (broken) => {
      const collector = createLoadCollector(mapping)
      collector.take(all(10_000), 0)
      expect(collector.take([phase('B', broken)], 100)).toBeNull()
      expect(collector.take([phase('A', 10_000)], 200)).toBeNull()
      expect(collector.take([phase('B', 9_000)], 300)?.generatorLoadKw).toBe(29)
    },
  )
  test('a little below zero is zero', () =>
    expect(createLoadCollector(mapping).take(all(-100), 0)).toMatchObject({
      generatorLoadKw: 0,
      phasesKw: [0, 0, 0],
    }))
  test('above twice the capacity is an overload, and counts', () =>
    expect(createLoadCollector(mapping).take(all(90_000), 0)?.generatorLoadKw).toBe(270))
  test('comes with frequency and the highest current, while they are told', () => {
    const collector = createLoadCollector({ ...mapping, frequency: 'f', currents: ['i.a', 'i.b'] })
    const extra = [
      { path: 'f', value: 49.2, source: null },
      { path: 'i.a', value: 80, source: null },
      { path: 'i.b', value: 120, source: null },
    ]
    expect(collector.take([...all(10_000), ...extra], 0)).toMatchObject({
      frequencyHz: 49.2,
      currentAmps: 120,
    })
    // A newer load does not make the frequency newer.
    expect(collector.take(all(10_000), 900)).toMatchObject({
      frequencyHz: 49.2,
      frequencyAt: 0,
      arrivedAt: 900,
    })
    expect(collector.take(all(10_000), 7_000)).toMatchObject({ frequencyHz: null, currentAmps: null })
  })
  test('comes with the lowest voltage and its time; a phase without one hides no other', () => {
    const collector = createLoadCollector({ ...mapping, voltages: ['v.a', 'v.b', 'v.c'] })
    const volts = (path: string, value: unknown) => ({ path, value, source: null })
    collector.take([volts('v.a', 231), volts('v.b', 199), volts('v.c', 0)], 100)
    expect(collector.take(all(10_000), 900)).toMatchObject({
      lowestVolts: 199,
      lowestVoltsAt: 100,
      arrivedAt: 900,
    })
    expect(collector.take([volts('v.b', null)], 1_000)).toMatchObject({ lowestVolts: 231 })
    expect(collector.take(all(10_000), 7_000)).toMatchObject({ lowestVolts: null, lowestVoltsAt: null })
  })
  test('without power comes with the lowest voltage, too', () => {
    const alone = { ...mapping, load: { ...mapping.load, paths: [] }, frequency: 'f', voltages: ['v.a'] }
    const told = [
      { path: 'v.a', value: 199, source: null },
      { path: 'f', value: 50, source: null },
    ]
    expect(createLoadCollector(alone).take(told, 100)).toMatchObject({
      generatorLoadKw: null,
      frequencyHz: 50,
      lowestVolts: 199,
      lowestVoltsAt: 100,
    })
  })
  test.each([
    [[10_000, -9_000, 10_000], { code: 'phase-below-zero', phase: 1 }],
    [[-10_000, -9_000, -10_000], { code: 'below-zero' }],
    [[14, 13, 14], { code: 'unit-too-small' }],
    [[14e6, 13e6, 14e6], { code: 'unit-too-large' }],
  ])('of %j W is refused and named', (watts, problem) => {
    const collector = createLoadCollector(mapping)
    const values = watts.map((one, index) => phase('ABC'[index] ?? '', one))
    expect(collector.take(values, 0)).toBeNull()
    expect(collector.problem()).toEqual(problem)
    expect(collector.take(all(10_000), 100)?.generatorLoadKw).toBe(30)
    expect(collector.problem()).toBeNull()
  })
  test('is a share of the capacity where the engine tells one', () => {
    const collector = createLoadCollector({ ...mapping, load: presetPaths('engine-load', ['e']) })
    expect(collector.take([{ path: 'propulsion.e.engineLoad', value: 0.42, source: null }], 5)).toMatchObject(
      { generatorLoadKw: 42, phasesKw: [] },
    )
  })
  test('other paths make no reading', () =>
    expect(
      createLoadCollector(mapping).take([{ path: 'navigation.speed', value: 1, source: null }], 0),
    ).toBeNull())
})

describe('sources', () => {
  test('only that of the filter counts', () => {
    const collector = createLoadCollector({ ...mapping, sourceFilter: 'meter' })
    expect(collector.take(all(10_000, 'other'), 0)).toBeNull()
    expect(collector.take(all(10_000, 'meter'), 1)?.generatorLoadKw).toBe(30)
  })
  test('two that tell the same path are refused by name, until one of them is silent for a minute', () => {
    const collector = createLoadCollector(mapping)
    expect(collector.take(all(10_000, 'first'), 0)?.generatorLoadKw).toBe(30)
    expect(collector.take(all(1_000, 'second'), 1_000)).toBeNull()
    expect(collector.take(all(11_000, 'first'), 2_000)).toBeNull()
    expect(collector.problem()).toEqual({
      code: 'two-sources',
      path: 'electrical.ac.g1.phase.A.realPower',
      sources: ['first', 'second'],
    })
    expect(collector.take(all(11_000, 'first'), 30_000)).toBeNull()
    expect(collector.take(all(11_000, 'first'), 63_000)?.generatorLoadKw).toBe(33)
  })
  test('one of them that is chosen counts', () => {
    const collector = createLoadCollector({ ...mapping, sourceFilter: 'second' })
    collector.take(all(10_000, 'first'), 0)
    expect(collector.take(all(1_000, 'second'), 1_000)?.generatorLoadKw).toBe(3)
  })
  test('one that takes over from one that fell silent is no conflict', () => {
    const collector = createLoadCollector(mapping)
    collector.take(all(10_000, 'first'), 0)
    expect(collector.take(all(12_000, 'second'), 8_000)?.generatorLoadKw).toBe(36)
  })
})

describe('what feeds the ship', () => {
  const powerSource = { path: 'electrical.source', shore: ['Shore'], battery: ['inverter'] }
  test.each([
    ['shore', 'shore'],
    ['SHORE', 'shore'],
    ['inverter', 'battery'],
    ['genset', 'generator'],
    [null, 'generator'],
  ])('%s is %s', (value, expected) => {
    const collector = createLoadCollector({ ...mapping, powerSource })
    collector.take(all(10_000), 0)
    expect(collector.take([{ path: 'electrical.source', value, source: null }], 10)?.powerSource).toBe(
      expected,
    )
  })
})

test.each([
  [true, true],
  [1, true],
  ['on', true],
  [null, true],
  [false, false],
  [0, false],
  ['off', false],
])('"ship needs power" of %s is %s', (value, expected) => {
  const collector = createLoadCollector({ ...mapping, shipNeedsPower: 'x.y' })
  collector.take(all(10_000), 0)
  expect(collector.take([{ path: 'x.y', value, source: null }], 10)?.shipNeedsPower).toBe(expected)
})

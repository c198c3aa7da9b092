import { describe, expect, test } from 'vitest'
import { aReading } from '../devices/test-devices.ts'
import { defaultSettings, settingsRanges } from '../follower-settings.ts'
import { plausibleVolts } from './judge-load.ts'
import type { LoadReading } from './load-reading.ts'
import { judgeSag, noSag, type SupplySag } from './supply-sag.ts'

const settings = defaultSettings(100)
/** What gave way, in readings a quarter of a second apart. */
function given(
  readingOf: (ms: number) => Partial<LoadReading>,
  over: Partial<typeof settings> = {},
  untilMs = 25_000,
) {
  let sag: SupplySag = noSag
  const shed: [ms: number, kw: number][] = []
  for (let now = 0; now <= untilMs; now += 250) {
    const reading = aReading({ arrivedAt: now, ...readingOf(now) })
    const judged = judgeSag(sag, { reading, settings: { ...settings, ...over }, now })
    sag = judged.sag
    if (judged.needKw > 0) shed.push([now, judged.needKw])
  }
  return shed
}
/** What gave way while the frequency was this. */
const seen = (
  hzOf: (ms: number) => number | null,
  { frequencyAt, ...over }: Partial<typeof settings> & { frequencyAt?: (ms: number) => number } = {},
  untilMs?: number,
) => given((ms) => ({ frequencyHz: hzOf(ms), frequencyAt: frequencyAt?.(ms) ?? null }), over, untilMs)

describe('a frequency that stays low', () => {
  test('makes a fifth give way after a second, and again while it lasts', () =>
    expect(seen(() => 48.8)).toEqual([
      [1_000, 20],
      [11_000, 20],
      [21_000, 20],
    ]))
  test('is no dip that the governor takes up within a second', () =>
    expect(seen((ms) => (ms % 3_000 < 750 ? 47 : 50))).toEqual([]))
  test.each([
    ['of a droop set at its usual load', 49.2, {}],
    ['that is not measured', null, {}],
    ['of a set that stands still, or a wrong register', 20, {}],
    ['where the ship sets no limit', 48, { shedFrequencyPercent: null }],
    ['of a ship with 60 Hz', 59.5, { nominalHz: 60 }],
  ] as const)('is none: %s', (_, hz, over) => expect(seen(() => hz, over)).toEqual([]))
  test('is no single figure, however long the next one takes; nor does one make miners give way twice', () => {
    // The load is new every 250 ms, its frequency every 12 s.
    const measuredAt = (ms: number) => Math.floor(ms / 12_000) * 12_000
    expect(seen((ms) => (ms < 12_000 ? 48.8 : 50), { frequencyAt: measuredAt })).toEqual([])
    expect(seen(() => 48.8, { frequencyAt: measuredAt }, 35_000)).toEqual([
      [12_000, 20],
      [24_000, 20],
    ])
  })
  test('of the shore is none of the set’s', () => {
    const reading = aReading({ frequencyHz: 48, powerSource: 'shore' })
    expect(judgeSag({ ...noSag, frequencySince: 0 }, { reading, settings, now: 5_000 })).toEqual({
      sag: noSag,
      lows: [],
      needKw: 0,
    })
  })
})

describe('a voltage that stays low on the lowest phase', () => {
  /** What gave way while it was this. */
  const seenVolts = (
    voltsOf: (ms: number) => number | null,
    { voltsAt, ...over }: Partial<typeof settings> & { voltsAt?: (ms: number) => number } = {},
    untilMs?: number,
  ) => given((ms) => ({ lowestVolts: voltsOf(ms), lowestVoltsAt: voltsAt?.(ms) ?? null }), over, untilMs)

  test('makes a fifth give way after a second, and again while it lasts', () =>
    expect(seenVolts(() => 201)).toEqual([
      [1_000, 20],
      [11_000, 20],
      [21_000, 20],
    ]))
  test('also where no power is measured', () =>
    expect(given(() => ({ generatorLoadKw: null, phasesKw: [], lowestVolts: 201 }), {}, 5_000)).toEqual([
      [1_000, 20],
    ]))
  test('is no dip that the regulator takes up within a second', () =>
    expect(seenVolts((ms) => (ms % 3_000 < 750 ? 190 : 230))).toEqual([]))
  test.each([
    ['88 % of its nominal value is still well', 202.5, {}],
    ['that is not measured', null, {}],
    ['of a set that stands still, or a wrong register', 60, {}],
    ['that is no number', Number.NaN, {}],
    ['where the ship sets no limit', 190, { shedVoltagePercent: null }],
    ['of a ship with 380 V', 210, { nominalVolts: 220, shedVoltagePercent: 95 }],
  ] as const)('is none: %s', (_, volts, over) => expect(seenVolts(() => volts, over)).toEqual([]))
  test.each([
    ['of a ship with 440 V', 222, { nominalVolts: 254 }],
    ['by the limit that the ship sets', 215, { shedVoltagePercent: 95 }],
    ['where the frequency sheds nothing', 201, { shedFrequencyPercent: null }],
  ] as const)('is one: %s', (_, volts, over) =>
    expect(seenVolts(() => volts, over, 5_000)).toEqual([[1_000, 20]]),
  )
  test('is no single figure, however long the next one takes; nor does one make miners give way twice', () => {
    const measuredAt = (ms: number) => Math.floor(ms / 12_000) * 12_000
    expect(seenVolts((ms) => (ms < 12_000 ? 201 : 230), { voltsAt: measuredAt })).toEqual([])
    expect(seenVolts(() => 201, { voltsAt: measuredAt }, 35_000)).toEqual([
      [12_000, 20],
      [24_000, 20],
    ])
  })
  test('of the shore is none of the set’s', () =>
    expect(given(() => ({ lowestVolts: 201, powerSource: 'shore' }))).toEqual([]))
  test('together with the frequency asks for one step, not for two', () => {
    const both = (ms: number) => ({ frequencyHz: 48.8, lowestVolts: ms < 500 ? 230 : 201 })
    expect(given(both)).toEqual([
      [1_000, 20],
      [11_000, 20],
      [21_000, 20],
    ])
    // One that follows the other goes on in its steps.
    const after = (ms: number) => ({
      frequencyHz: ms < 3_000 ? 48.8 : 50,
      lowestVolts: ms < 3_000 ? 230 : 201,
    })
    expect(given(after)).toEqual([
      [1_000, 20],
      [11_000, 20],
      [21_000, 20],
    ])
  })
  test('each is named while it lasts', () => {
    const reading = aReading({ arrivedAt: 2_000, frequencyHz: 48.8, lowestVolts: 201 })
    const since = { frequencySince: 0, voltageSince: 500, shedAt: 1_500 }
    expect(judgeSag(since, { reading, settings, now: 2_000 })).toEqual({
      sag: since,
      lows: ['low-frequency', 'low-voltage'],
      needKw: 0,
    })
    const well = aReading({ arrivedAt: 2_000, frequencyHz: 50, lowestVolts: 201 })
    expect(judgeSag(since, { reading: well, settings, now: 2_000 }).lows).toEqual(['low-voltage'])
  })
})

test('the lowest limit that a ship can set is one that a running set can fall below', () => {
  const [leastVolts] = settingsRanges.nominalVolts
  const [leastPercent] = settingsRanges.shedVoltagePercent
  expect((leastVolts * leastPercent) / 100).toBeGreaterThan(plausibleVolts[0])
})

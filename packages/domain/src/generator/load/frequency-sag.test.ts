import { describe, expect, test } from 'vitest'
import { aReading } from '../devices/test-devices.ts'
import { defaultSettings } from '../follower-settings.ts'
import { type FrequencySag, judgeFrequency, noSag } from './frequency-sag.ts'

const settings = defaultSettings(100)
/** What gave way at each quarter of a second while the frequency was this. */
function seen(
  hzOf: (ms: number) => number | null,
  { frequencyAt, ...over }: Partial<typeof settings> & { frequencyAt?: (ms: number) => number } = {},
  untilMs = 25_000,
) {
  let sag: FrequencySag = noSag
  const shed: [ms: number, kw: number][] = []
  for (let now = 0; now <= untilMs; now += 250) {
    const reading = aReading({
      frequencyHz: hzOf(now),
      frequencyAt: frequencyAt?.(now) ?? null,
      arrivedAt: now,
    })
    const judged = judgeFrequency(sag, { reading, settings: { ...settings, ...over }, now })
    sag = judged.sag
    if (judged.needKw > 0) shed.push([now, judged.needKw])
  }
  return shed
}

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
    expect(judgeFrequency({ since: 0, shedAt: null }, { reading, settings, now: 5_000 }).isSagging).toBe(
      false,
    )
  })
})

import { describe, expect, test } from 'vitest'
import { defaultSettings } from './follower-settings.ts'
import { type RecordedLoad, type ReplayedMiner, replay } from './replay.ts'

const settings = { ...defaultSettings(100), deadbandKw: 1 }
const miners: ReplayedMiner[] = ['a', 'b', 'c', 'd'].map((id, index) => ({
  id,
  ratedPowerWatts: 5_000,
  curtailment: { sleepMs: 180_000, lower: null, startMs: 240_000 },
  revenuePerKwh: 10 + index,
}))
const minutes = (count: number, kw: (minute: number) => number | null): RecordedLoad[] =>
  Array.from({ length: count }, (_, minute) => ({ at: minute * 60_000, shipLoadKw: kw(minute) }))

test('a quiet day: everything runs after the hold time', () => {
  const { points, report, overloads } = replay(
    minutes(1_440, () => 20),
    settings,
    miners,
  )
  expect(points).toHaveLength(1_440)
  expect(points[4]).toMatchObject({ miningKw: 0, activity: 'holding' })
  expect(points.at(-1)).toMatchObject({ miningKw: 20, activity: 'steady', allowedKw: 55 })
  expect(overloads).toBe(0)
  expect(report.usedShare).toBeGreaterThan(0.99)
  expect(report.unknownHours).toBe(0)
})

test('a higher reserve mines less and loses more', () => {
  const loads = minutes(1_440, (minute) => (minute % 240 < 60 ? 62 : 50))
  const [wide, narrow] = [30, 5].map((reserveKw) => replay(loads, { ...settings, reserveKw }, miners).report)
  expect(wide?.usedKwh).toBeLessThan(narrow?.usedKwh ?? 0)
  expect(wide?.lostRevenueCents).toBeGreaterThan(narrow?.lostRevenueCents ?? 0)
})

test('steps of the load are counted, and the poorest miners give way', () => {
  const { overloads, points, report } = replay(
    minutes(180, (minute) => (minute >= 60 && minute < 90 ? 62 : 20)),
    settings,
    miners,
  )
  expect(overloads).toBe(1)
  expect(points[60]?.activity).toBe('shedding')
  expect(points[70]?.miningKw).toBe(10)
  expect(report.curtailedHours).toBeGreaterThan(0.5)
})

test('an unknown load is off and not counted as possible', () => {
  const { points, report } = replay(
    minutes(120, (minute) => (minute < 60 ? 20 : null)),
    settings,
    miners,
  )
  expect(points.at(-1)).toMatchObject({ miningKw: 0, offReason: 'load-unknown', shipLoadKw: null })
  expect(report.unknownHours).toBeCloseTo(1)
})

describe('time of day', () => {
  const quiet = { ...settings, quietHours: [{ fromMinute: 0, toMinute: 60 }] }
  const offMinutes = (utcOffset: number) =>
    replay(
      minutes(1_440, () => 20),
      quiet,
      miners,
      utcOffset,
    )
      .points.filter(({ offReason }) => offReason === 'quiet-hours')
      .map(({ at }) => at / 60_000)
  test('is that of the ship', () => {
    expect(offMinutes(0)).toEqual(Array.from({ length: 60 }, (_, minute) => minute))
    expect(offMinutes(60)[0]).toBe(1_380)
  })
})

test('nothing in, nothing out', () => {
  expect(replay([], settings, miners)).toMatchObject({ points: [], overloads: 0, commands: 0 })
  expect(
    replay(
      minutes(10, () => 20),
      settings,
      [],
    ).report.possibleKwh,
  ).toBe(0)
})

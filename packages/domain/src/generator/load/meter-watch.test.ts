import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../follower-settings.ts'
import { randomProfile, standardProfiles } from '../simulation/load-profiles.ts'
import { createRandom } from '../simulation/random.ts'
import { perfectMeter, simulate } from '../simulation/simulate.ts'
import { noFaults } from '../simulation/simulated-miner.ts'
import { searchedFleets, standardFleets } from '../simulation/standard-set.ts'
import { worstLoads } from '../simulation/worst-loads.ts'
import { profileOf } from '../simulation/worst-profile.ts'
import { type MeterDoubt, type MeterStep, meterDoubt, newMeterWatch, watchMeter } from './meter-watch.ts'

const of = (...shares: number[]): MeterStep[] =>
  shares.map((share, index) => {
    const minersKw = index % 2 === 0 ? 11 : -5.5
    return { minersKw, meterKw: share * minersKw }
  })
const times = (count: number, share: number) => Array.from({ length: count }, () => share)

describe('steps that the meter did not follow', () => {
  test.each<[string, MeterStep[], MeterDoubt | null]>([
    ['half of it, four times', of(...times(4, 0.5)), null],
    ['half of it, five times', of(...times(5, 0.5)), 'too-little'],
    ['nothing at all', of(0.02, -0.05, 0, 0.04, 0.1), 'too-little'],
    ['the other way', of(...times(5, -1)), 'too-little'],
    ['less, each time otherwise', of(0.6, 0.1, -0.4, 0.5, 0), null],
    ['too much, seven times', of(...times(7, 1.5)), null],
    ['too much, eight times', of(...times(8, 1.5)), 'too-much'],
    [
      'ten times too much, with its noise',
      of(...times(8, 10).map((share, index) => share + index / 5)),
      'too-much',
    ],
    ['at random', of(2, 0.1, -1, 3, 0.4, 1.9, -2, 0.2, 1.6, 0.5, -0.3), null],
    ['at random, and for long', of(2, 0.1, -1, 3, 0.4, 1.9, -2, 0.2, 1.6, 0.5, -0.3, 2.2), 'unrelated'],
    ['half of it, after others', of(2, -1, ...times(5, 0.5)), 'too-little'],
  ])('%s', (_, steps, doubt) => expect(meterDoubt(steps)).toBe(doubt))
})

type Run = Parameters<typeof simulate>[0]

/** What the watch makes of a run: the steps that it saw, the longest row that was not followed, and when the meter was doubted or not believed, s. */
function watchRun(run: Run) {
  let watch = newMeterWatch()
  const seen = { steps: 0, longest: 0, doubt: null as MeterDoubt | null, noticedAt: null as number | null }
  simulate({
    ...run,
    onDecision({ state, explanation }, { reading, devices }, now) {
      const { strays } = watch
      const kw = reading?.generatorLoadKw ?? null
      watch = watchMeter(watch, {
        ...{ now, devices, memories: state.devices, law: explanation, checkedShare: null },
        reading: kw === null || reading === null ? null : { kw, at: reading.arrivedAt },
      })
      if (explanation.offReason === 'meter-contradicted') seen.noticedAt ??= now / 1_000
      if (watch.strays === strays) return
      seen.steps += 1
      seen.longest = Math.max(seen.longest, watch.strays.length)
      seen.doubt ??= meterDoubt(watch.strays)
      if (seen.doubt !== null) seen.noticedAt ??= now / 1_000
    },
  })
  return seen
}

const isLong = process.env.TEST_LONG === '1'
const fleets = Object.values(searchedFleets)
const settings = { ...defaultSettings(100), meanLimitPercent: null }
const dayHours = isLong ? 24 : 3
/** In the short form the fleets that report their power. */
const tried = isLong ? fleets : Object.values(standardFleets)

describe('an honest meter is never doubted', () => {
  test('on the standard set, with every fleet', () => {
    const all = tried.flatMap((fleet) =>
      standardProfiles(100, dayHours * 3_600).map((profile) =>
        watchRun({
          ...{ profile, settings, fleet, minerFaults: noFaults, random: createRandom(101) },
          meterFaults: { ...perfectMeter, noiseKw: 0.3 },
        }),
      ),
    )
    expect(all.filter(({ doubt }) => doubt !== null)).toEqual([])
    expect(Math.max(...all.map(({ longest }) => longest))).toBeLessThanOrEqual(3)
    // It was put to the test.
    expect(all.reduce((sum, { steps }) => sum + steps, 0)).toBeGreaterThan(isLong ? 150 : 10)
  }, 600_000)
  test('on random ships with failing commands, lost readings, noise and slow meters', () => {
    const all = Array.from({ length: isLong ? 2_000 : 40 }, (_, index) => {
      const seed = index + 1
      const random = createRandom(seed * 31)
      return watchRun({
        profile: randomProfile(seed, 100, 7_200),
        settings: { ...defaultSettings(100), holdMs: [30_000, 120_000, 300_000][seed % 3] ?? 300_000 },
        fleet: fleets[seed % fleets.length] ?? [],
        minerFaults: { ignored: 0.03, refused: 0.03, pollLost: 0.03 },
        meterFaults: {
          noiseKw: random.between(0, 1),
          everySeconds: seed % 4 === 0 ? 5 : 1,
          lostPerSecond: 1 / 400,
          lostMaxMs: 25_000,
        },
        random,
        isRunning: random.chance(0.5),
      })
    })
    expect(all.filter(({ doubt }) => doubt !== null)).toEqual([])
    expect(Math.max(...all.map(({ longest }) => longest))).toBeLessThanOrEqual(3)
  }, 600_000)
  test('under the worst loads that were found, each one over and over', () => {
    const all = worstLoads
      .slice(0, isLong ? undefined : 4)
      .map(({ fleet, shape, seed, noiseKw, hasContactor }) => {
        const hour = profileOf(shape, 3_600).shipLoadKw
        const shipLoadKw = Float64Array.from({ length: 6 * 3_600 }, (_, at) => hour[at % 3_600] ?? 0)
        return watchRun({
          ...{ profile: { name: 'worst', shipLoadKw }, settings, fleet: searchedFleets[fleet] },
          ...{ minerFaults: noFaults, meterFaults: { ...perfectMeter, noiseKw }, random: createRandom(seed) },
          ...{ isRunning: true, hasContactor },
        })
      })
    expect(all.filter(({ doubt }) => doubt !== null)).toEqual([])
  }, 600_000)
})

describe('a meter that turns into a liar is noticed, at half an hour of rest twice a day', () => {
  const from = 3 * 3_600
  const quietHours = [
    { fromMinute: 360, toMinute: 390 },
    { fromMinute: 1_080, toMinute: 1_110 },
  ]
  const liars: Record<string, NonNullable<Run['shows']>> = {
    'half of it': (kw) => kw / 2,
    'a tenth of it': (kw) => kw / 10,
    'half as much again': (kw) => 1.5 * kw,
    'a load that stands still but for noise': () => 30,
    'the ship without the miners': (_, __, shipKw) => shipKw,
    'miners counted the other way': (kw, _, shipKw) => Math.max(0, 2 * shipKw + 30 - kw),
    'another bus': (_, second) => 40 + 15 * Math.sin(second / 400),
  }
  test.each(Object.entries(liars).slice(0, isLong ? undefined : 2))(
    '%s',
    (_, shows) => {
      const [profile] = standardProfiles(100, (isLong ? 5 : 3) * 86_400).slice(2, 3)
      if (profile === undefined) throw new Error('no profile')
      const { noticedAt } = watchRun({
        ...{ profile, settings: { ...settings, quietHours }, fleet: fleets[0] ?? [], minerFaults: noFaults },
        ...{ meterFaults: { ...perfectMeter, noiseKw: 0.3 }, random: createRandom(101) },
        shows: (kw, second, shipKw) => (second < from ? kw : shows(kw, second, shipKw)),
      })
      if (isLong) console.info(_, noticedAt === null ? null : ((noticedAt - from) / 3_600).toFixed(1))
      expect(noticedAt).not.toBeNull()
    },
    600_000,
  )
})

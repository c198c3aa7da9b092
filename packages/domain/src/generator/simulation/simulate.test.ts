import { describe, expect, test } from 'vitest'
import { decide } from '../decide.ts'
import { defaultSettings } from '../follower-settings.ts'
import { standardMixes, standardProfiles } from './load-profiles.ts'
import { createRandom } from './random.ts'
import { perfectMeter, type SimulationResult, simulate } from './simulate.ts'
import { type MinerKind, minerKinds, noFaults } from './simulated-miner.ts'
import { mostSwitchesAllowed, randomRun, shareOfBest, standardFleets, standardRuns } from './standard-set.ts'

const seeds = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
const worst = (results: readonly SimulationResult[]) => ({
  beyondBudgetMs: Math.max(...results.map(({ beyondBudgetMs }) => beyondBudgetMs)),
  mostSwitchesPerHour: Math.max(...results.map(({ mostSwitchesPerHour }) => mostSwitchesPerHour)),
})

/** An hour with a load that alternates between high and low, this many seconds each. */
const square = (
  seed: number,
  seconds: number,
  ignored: number,
  law: typeof decide,
  meterFaults = perfectMeter,
) =>
  simulate({
    profile: {
      name: 'square',
      shipLoadKw: Float64Array.from({ length: 3_600 }, (_, at) =>
        Math.floor(at / seconds) % 2 === 0 ? 20 : 60,
      ),
    },
    settings: defaultSettings(100),
    fleet: standardFleets['16 Whatsminers (sleep within 20 s, lower within 15 s)'],
    minerFaults: { ...noFaults, ignored },
    meterFaults,
    random: createRandom(seed),
    isRunning: true,
    law,
  })

describe('300 random ships with failing commands, lost readings and noise', () => {
  const results = seeds(300).map((seed) => randomRun(seed, 2_400))
  test('are never above the limit for longer than detection and the confirmed delays', () =>
    expect(worst(results).beyondBudgetMs).toBeLessThanOrEqual(0))
  test('were above it for some time: the bar was put to the test', () => {
    expect(results.filter(({ longestOverMs }) => longestOverMs > 0).length).toBeGreaterThan(100)
    expect(Math.max(...results.map(({ largestOverKw }) => largestOverKw))).toBeGreaterThan(20)
  })
  test('were lowered before they slept, where that is quicker', () => {
    const sum = (of: (one: SimulationResult) => number) => results.reduce((total, one) => total + of(one), 0)
    expect(sum(({ lowers }) => lowers)).toBeGreaterThan(sum(({ sleeps }) => sleeps) / 10)
  })
  test('switch no miner more often than the settings allow', () =>
    expect(worst(results).mostSwitchesPerHour).toBeLessThanOrEqual(mostSwitchesAllowed))
})

test.each([11_088, 11_094])(
  'ship %i, whose slow miner was told again and again and began anew each time',
  (seed) => expect(randomRun(seed, 7_200).beyondBudgetMs).toBeLessThanOrEqual(0),
)

describe('the standard set, 3 hours each', () => {
  const runs = standardRuns(3 * 3_600)
  const results = runs.map(({ result }) => result)
  test('is every profile with every fleet', () =>
    expect(runs).toHaveLength(Object.keys(standardMixes).length * Object.keys(standardFleets).length))
  test('uses at least 90 % of the best that was possible, each fleet', () => {
    for (const fleet of Object.keys(standardFleets))
      expect(
        shareOfBest(runs.filter((run) => run.fleet === fleet).map(({ result }) => result)),
      ).toBeGreaterThanOrEqual(0.9)
  })
  test('is within the budget and the switches', () => {
    expect(worst(results).beyondBudgetMs).toBeLessThanOrEqual(0)
    expect(worst(results).mostSwitchesPerHour).toBeLessThanOrEqual(mostSwitchesAllowed)
  })
  test('uses no more than was possible', () => {
    for (const { minedKwh, bestKwh } of results) expect(minedKwh).toBeLessThanOrEqual(bestKwh * 1.02)
  })
})

test('a prime-rated set carries no more than 70 % on average over any day, and hardly less where there is work', () => {
  const seconds = 36 * 3_600
  const run = (meanLimitPercent: number | null) =>
    simulate({
      profile: { name: 'flat', shipLoadKw: new Float64Array(seconds).fill(30) },
      settings: { ...defaultSettings(100), meanLimitPercent },
      fleet: standardFleets['16 Whatsminers (sleep within 20 s, lower within 15 s)'],
      minerFaults: noFaults,
      meterFaults: { ...perfectMeter, everySeconds: 5 },
      random: createRandom(3),
    })
  const [prime, continuous] = [run(70), run(null)]
  expect(continuous.highestMeanPercent).toBeGreaterThan(73)
  expect(prime.highestMeanPercent).toBeLessThanOrEqual(70.5)
  expect(prime.highestMeanPercent).toBeGreaterThan(68)
  expect(prime.mostSwitchesPerHour).toBeLessThanOrEqual(mostSwitchesAllowed)
})

describe('a wrong law is noticed', () => {
  test('one that takes a word for the deed', () => {
    const broken: typeof decide = (state, input, clock) => {
      const devices = new Map(
        [...state.devices].map(([id, memory]) => [
          id,
          memory.lastCommand === null
            ? memory
            : { ...memory, lastCommand: { ...memory.lastCommand, dueAt: Number.POSITIVE_INFINITY } },
        ]),
      )
      return decide({ ...state, devices }, { ...input, failures: [] }, clock)
    }
    const run = (law: typeof decide) => worst(seeds(20).map((seed) => square(seed, 1_200, 0.3, law)))
    expect(run(decide).beyondBudgetMs).toBeLessThanOrEqual(0)
    expect(run(broken).beyondBudgetMs).toBeGreaterThan(0)
  })
  test('one that looks seldom', () => {
    const broken: typeof decide = (state, input, clock) =>
      clock.now % 8_000 === 0
        ? decide(state, input, clock)
        : { ...decide(state, input, clock), state, actions: [] }
    expect(worst(seeds(30).map((seed) => randomRun(seed, 2_400, broken))).beyondBudgetMs).toBeGreaterThan(0)
  })
  test('one that trusts an old reading', () => {
    const broken: typeof decide = (state, input, clock) =>
      decide(
        state,
        { ...input, reading: input.reading === null ? null : { ...input.reading, arrivedAt: clock.now } },
        clock,
      )
    const silent = { ...perfectMeter, lostPerSecond: 1 / 60, lostMaxMs: 90_000 }
    const run = (law: typeof decide) => worst(seeds(20).map((seed) => square(seed, 300, 0, law, silent)))
    expect(run(decide).beyondBudgetMs).toBeLessThanOrEqual(0)
    expect(run(broken).beyondBudgetMs).toBeGreaterThan(0)
  })
  test('one that does not hold', () => {
    const broken: typeof decide = (state, input, clock) =>
      decide(
        state,
        { ...input, settings: { ...input.settings, holdMs: 5_000, maxStartsPerHour: 1_000 } },
        clock,
      )
    const run = (law: typeof decide) => square(1, 90, 0, law).mostSwitchesPerHour
    expect(run(decide)).toBeLessThanOrEqual(mostSwitchesAllowed)
    expect(run(broken)).toBeGreaterThan(mostSwitchesAllowed)
  })
})

test('profiles are what their seed makes of them, never below zero nor above the generator', () => {
  const [once, again] = [standardProfiles(100, 7_200), standardProfiles(100, 7_200)]
  expect(once).toEqual(again)
  for (const { shipLoadKw } of once)
    for (const kw of shipLoadKw) if (!(kw >= 0 && kw <= 100)) throw new Error(`${kw} kW`)
})

describe('miners that reach only a part of their power', () => {
  const weak = (kind: MinerKind, reaches: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      kind: { ...kind, reaches },
      revenuePerKwh: 8 + index / 10,
    }))
  const fleet = [
    ...weak(minerKinds.whatsminer, 2 / 3, 8),
    ...weak(minerKinds.antminer, 1 / 2, 4),
    ...weak(minerKinds.quick, 1 / 3, 2),
    ...weak(minerKinds.whatsminer, 1, 4),
  ]
  test('are within the budget, switched no more than allowed, and use what there is', () => {
    const results = standardProfiles(100, 3 * 3_600).map((profile, index) =>
      simulate({
        profile,
        settings: { ...defaultSettings(100), meanLimitPercent: null },
        fleet,
        minerFaults: noFaults,
        meterFaults: { ...perfectMeter, noiseKw: 0.3 },
        random: createRandom(501 + index),
      }),
    )
    expect(worst(results).beyondBudgetMs).toBeLessThanOrEqual(0)
    expect(worst(results).mostSwitchesPerHour).toBeLessThanOrEqual(mostSwitchesAllowed)
    expect(shareOfBest(results)).toBeGreaterThanOrEqual(0.9)
  })
})

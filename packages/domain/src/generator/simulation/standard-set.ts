import { decide } from '../decide.ts'
import { defaultSettings } from '../follower-settings.ts'
import { randomProfile, standardProfiles } from './load-profiles.ts'
import { createRandom } from './random.ts'
import { type Fleet, perfectMeter, type SimulationResult, simulate } from './simulate.ts'
import { type MinerKind, minerKinds, noFaults } from './simulated-miner.ts'

/** The generator of every run. Fleets take more than it has to spare, so that there is something to decide. */
const capacityKw = 100

const fleetOf = (kinds: readonly MinerKind[]): Fleet =>
  kinds.map((kind, index) => ({ kind, revenuePerKwh: 8 + index / 10 }))
const times = (count: number, kind: MinerKind) => Array.from({ length: count }, () => kind)

/** Fleets of the standard set by name: slow ones, ones that can lower their power, and both together. */
export const standardFleets = {
  '10 stock Antminers (sleep within 3 min)': fleetOf(times(10, minerKinds.antminer)),
  '16 Whatsminers (sleep within 20 s, lower within 15 s)': fleetOf(times(16, minerKinds.whatsminer)),
  'both, and 2 with quick firmware': fleetOf([
    ...times(5, minerKinds.antminer),
    ...times(4, minerKinds.whatsminer),
    ...times(2, minerKinds.quick),
  ]),
} as const satisfies Record<string, Fleet>

const withoutMeter = (kind: MinerKind): MinerKind => ({ ...kind, measuresPower: false })
const weak = (kind: MinerKind, reaches: number): MinerKind => ({ ...kind, reaches })

/** Stock Antminers report no power; what they take is known from the nameplate only. */
const unmeasuredFleet = fleetOf(times(10, withoutMeter(minerKinds.antminer)))

/**
 * Fleets by name that the search was let loose on: those of the standard set, and such as report no power, or reach only a part of it.
 *
 * @internal For tests and benchmarks.
 */
export const searchedFleets = {
  ...standardFleets,
  '10 stock Antminers that report no power': unmeasuredFleet,
  '16 Whatsminers that report no power': fleetOf(times(16, withoutMeter(minerKinds.whatsminer))),
  '18 miners, 14 of them at a part of their power': fleetOf([
    ...times(8, weak(minerKinds.whatsminer, 2 / 3)),
    ...times(4, weak(minerKinds.antminer, 1 / 2)),
    ...times(2, weak(minerKinds.quick, 1 / 3)),
    ...times(4, minerKinds.whatsminer),
  ]),
  '14 miners that report no power, 12 of them at a part of it': fleetOf([
    ...times(6, withoutMeter(weak(minerKinds.antminer, 2 / 3))),
    ...times(6, withoutMeter(weak(minerKinds.whatsminer, 1 / 2))),
    ...times(2, withoutMeter(minerKinds.quick)),
  ]),
} as const satisfies Record<string, Fleet>

/** One run of the standard set. */
export type StandardRun = { fleet: string; profile: string; result: SimulationResult }

/**
 * Every standard profile with every standard fleet, default settings for a set that is rated for continuous load, a meter with noise, and
 * nothing that fails.
 *
 * @internal For tests and benchmarks.
 */
export function standardRuns(
  seconds: number,
  law: typeof decide = decide,
  meanLimitPercent: number | null = null,
): StandardRun[] {
  const settings = { ...defaultSettings(capacityKw), meanLimitPercent }
  return Object.entries(standardFleets).flatMap(([fleet, miners], index) =>
    standardProfiles(capacityKw, seconds).map((profile) => ({
      fleet,
      profile: profile.name,
      result: simulate({
        profile,
        settings,
        fleet: miners,
        minerFaults: noFaults,
        meterFaults: { ...perfectMeter, noiseKw: 0.3 },
        random: createRandom(101 + index),
        law,
      }),
    })),
  )
}

/**
 * Any ship with any trouble: commands that vanish or fail, polls and readings that are lost, a noisy meter; every fifth has
 * miners that measure no power. Same seed, same run.
 *
 * @internal For tests and benchmarks.
 */
export function randomRun(seed: number, seconds: number, law: typeof decide = decide): SimulationResult {
  const random = createRandom(seed * 31)
  const fleets = Object.values(standardFleets)
  const fleet: Fleet = seed % 5 === 0 ? unmeasuredFleet : (fleets[seed % fleets.length] ?? [])
  return simulate({
    profile: randomProfile(seed, capacityKw, seconds),
    settings: { ...defaultSettings(capacityKw), holdMs: random.chance(0.5) ? 120_000 : 300_000 },
    fleet,
    minerFaults: { ignored: 0.03, refused: 0.03, pollLost: 0.03 },
    meterFaults: {
      noiseKw: random.between(0, 1),
      everySeconds: random.chance(0.5) ? 1 : 2,
      lostPerSecond: 1 / 400,
      lostMaxMs: 25_000,
    },
    random,
    isRunning: random.chance(0.5),
    law,
  })
}

/**
 * Switches of one miner within an hour that the settings allow: each start with a lower and a sleep after it, and the two of the state at the beginning.
 *
 * @internal For tests and benchmarks.
 */
export const mostSwitchesAllowed = 3 * defaultSettings(capacityKw).maxStartsPerHour + 2

/**
 * Mined energy of many runs as a share of the best that was possible.
 *
 * @internal For tests and benchmarks.
 */
export const shareOfBest = (results: readonly SimulationResult[]): number =>
  results.reduce((sum, { minedKwh }) => sum + minedKwh, 0) /
  results.reduce((sum, { bestKwh }) => sum + bestKwh, 0)

import { decide } from '../decide.ts'
import { defaultSettings } from '../follower-settings.ts'
import type { LoadProfile } from './load-profiles.ts'
import { createRandom, type Random } from './random.ts'
import { type Fleet, perfectMeter, type SimulationResult, simulate } from './simulate.ts'
import { noFaults } from './simulated-miner.ts'

const capacityKw = 100
/** A crew does not switch on more than its own generator gives. */
const mostShipKw = 98

/** A ship's load as steps on a base: what the search changes. */
export type Shape = { baseKw: number; steps: readonly { from: number; seconds: number; kw: number }[] }

/**
 * What the search makes as bad as it can; larger is worse.
 *
 * @internal For tests and benchmarks.
 */
export const goals = {
  'time above the limit': ({ longestOverMs }) => longestOverMs,
  'time beyond the budget': ({ beyondBudgetMs }) => Math.max(beyondBudgetMs, -1e9),
  'time above capacity': ({ contactor }) => contactor?.aboveCapacityMs ?? 0,
  'time beyond the contactor’s curve': ({ contactor }) => contactor?.beyondCurveMs ?? 0,
  /** Energy that was there and not used, kWh: a share would be worst where next to nothing was there. */
  starvation: ({ minedKwh, bestKwh }) => bestKwh - minedKwh,
  switching: ({ mostSwitchesPerHour, commands }) => mostSwitchesPerHour + commands / 1e6,
} as const satisfies Record<string, (result: SimulationResult) => number>

/** Looks for the load that is worst for a goal: shapes at random, then small changes of the worst. The same seed finds the same. */
export function searchWorst(options: {
  goal: (result: SimulationResult) => number
  fleet: Fleet
  seconds: number
  tries: number
  seed: number
  /** Boxes behind a contactor: it hides what the law alone does, and shows what is left above capacity. */
  hasContactor: boolean
  /** Of the meter, kW; left out: 0.3. */
  noiseKw?: number
  law?: typeof decide
}): { shape: Shape; result: SimulationResult } {
  const { goal, tries } = options
  const random = createRandom(options.seed)
  let worst: { shape: Shape; result: SimulationResult; score: number } | null = null
  for (let attempt = 0; attempt < tries; attempt++) {
    const shape: Shape =
      worst === null || attempt < tries / 3
        ? randomShape(random, options.seconds)
        : varyShape(worst.shape, random, options.seconds)
    const result = sail(shape, options)
    const score = goal(result)
    if (worst === null || score > worst.score) worst = { shape, result, score }
  }
  if (worst === null) throw new Error('no tries')
  return worst
}

/** One run of a load: what the search does with each that it tries. */
export function sail(
  shape: Shape,
  {
    fleet,
    seconds,
    seed,
    hasContactor,
    noiseKw = 0.3,
    law = decide,
  }: Pick<
    Parameters<typeof searchWorst>[0],
    'fleet' | 'seconds' | 'seed' | 'hasContactor' | 'noiseKw' | 'law'
  >,
): SimulationResult {
  return simulate({
    profile: profileOf(shape, seconds),
    settings: { ...defaultSettings(capacityKw), meanLimitPercent: null },
    fleet,
    minerFaults: noFaults,
    meterFaults: { ...perfectMeter, noiseKw },
    random: createRandom(seed),
    isRunning: true,
    hasContactor,
    law,
  })
}

/**
 * The load of a shape, second by second.
 *
 * @internal For tests and benchmarks.
 */
export function profileOf({ baseKw, steps }: Shape, seconds: number): LoadProfile {
  const load = new Float64Array(seconds).fill(baseKw)
  for (const step of steps)
    for (let second = step.from; second < Math.min(seconds, step.from + step.seconds); second++)
      load[second] = Math.min(mostShipKw, (load[second] ?? 0) + step.kw)
  return { name: 'found by search', shipLoadKw: load }
}

const whole = (random: Random, from: number, to: number) => Math.round(random.between(from, to))

/** Some steps at any time, or one that comes again and again: what a hold time is worst for. */
function randomShape(random: Random, seconds: number): Shape {
  const baseKw = random.between(5, 50)
  const kw = random.between(10, 90)
  if (random.chance(0.5)) {
    const period = whole(random, 20, 900)
    const long = whole(random, 1, period)
    const steps = Array.from({ length: Math.floor(seconds / period) }, (_, index) => ({
      from: index * period,
      seconds: long,
      kw,
    }))
    return { baseKw, steps }
  }
  const steps = Array.from({ length: whole(random, 1, 12) }, () => ({
    from: whole(random, 0, seconds),
    seconds: whole(random, 1, 900),
    kw: random.between(5, 90),
  }))
  return { baseKw, steps }
}

function varyShape({ baseKw, steps }: Shape, random: Random, seconds: number): Shape {
  const near = (value: number, by: number, least: number, most: number) =>
    Math.min(most, Math.max(least, value + random.between(-by, by)))
  return {
    baseKw: near(baseKw, 5, 0, 60),
    steps: steps.map((step) =>
      random.chance(0.5)
        ? step
        : {
            from: Math.round(near(step.from, 60, 0, seconds)),
            seconds: Math.round(near(step.seconds, 60, 1, seconds)),
            kw: near(step.kw, 10, 1, 95),
          },
    ),
  }
}

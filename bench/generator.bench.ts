/**
 * What the law of the generator does with thousands of ships: how long the load is above the limit against what it is allowed, how often a
 * miner is switched, and how much of the best possible energy is used. Nothing here depends on the machine but the time it takes.
 */
import { decide } from '../packages/domain/src/generator/decide.ts'
import type { DeviceInPhase } from '../packages/domain/src/generator/devices/counted-power.ts'
import { defaultSettings } from '../packages/domain/src/generator/follower-settings.ts'
import {
  detectionBudgetMs,
  noRise,
  observeRise,
  requiredReserveKw,
} from '../packages/domain/src/generator/plan/reserve.ts'
import { bestPossibleKwh } from '../packages/domain/src/generator/simulation/best-possible.ts'
import {
  type LoadProfile,
  standardProfiles,
} from '../packages/domain/src/generator/simulation/load-profiles.ts'
import type { Fleet, SimulationResult } from '../packages/domain/src/generator/simulation/simulate.ts'
import {
  mostSwitchesAllowed,
  randomRun,
  searchedFleets,
  shareOfBest,
  standardFleets,
  standardRuns,
} from '../packages/domain/src/generator/simulation/standard-set.ts'
import { worstLoads } from '../packages/domain/src/generator/simulation/worst-loads.ts'
import { goals, sail, searchWorst } from '../packages/domain/src/generator/simulation/worst-profile.ts'
import { chooseSize } from './lib/options.ts'
import { printTable, type Row, round, say } from './lib/report.ts'

const standardSeconds = chooseSize(86_400, 7 * 86_400)
const ships = chooseSize(2_000, 5_000)
const shipSeconds = chooseSize(2_400, 7_200)

const mostStartsAllowed = defaultSettings(100).maxStartsPerHour

const share = (value: number) => `${round(value * 100, 1)} %`
const seconds = (ms: number) => `${round(ms / 1_000)} s`
const most = (results: readonly SimulationResult[], of: (one: SimulationResult) => number) =>
  Math.max(...results.map(of))

const sumOf = (
  results: readonly SimulationResult[],
  what: 'minedKwh' | 'bestKwh' | 'bestWithoutReserveKwh' | 'lowers' | 'sleeps',
) => results.reduce((sum, one) => sum + one[what], 0)

function rowsOf(name: string, results: readonly SimulationResult[], hasEnergyBar: boolean): Row[] {
  const beyondMs = most(results, ({ beyondBudgetMs }) => beyondBudgetMs)
  const over = results.filter(({ longestOverMs }) => longestOverMs > 0).length
  const starts = most(results, ({ mostStartsPerHour }) => mostStartsPerHour)
  const switches = most(results, ({ mostSwitchesPerHour }) => mostSwitchesPerHour)
  const energy: Row = {
    what: `${name}: energy used of the clairvoyant best`,
    measured: `${share(shareOfBest(results))}, the worst run ${share(Math.min(...results.map(({ minedKwh, bestKwh }) => (bestKwh > 0 ? minedKwh / bestKwh : 1))))}`,
  }
  return [
    {
      what: `${name}: of the best without reserve and hold time`,
      measured: share(sumOf(results, 'minedKwh') / sumOf(results, 'bestWithoutReserveKwh')),
      reference: `with both, the clairvoyant has ${share(sumOf(results, 'bestKwh') / sumOf(results, 'bestWithoutReserveKwh'))}`,
    },
    {
      what: `${name}: commands to lower power, and to sleep`,
      measured: `${round(sumOf(results, 'lowers'))} and ${round(sumOf(results, 'sleeps'))}`,
    },
    hasEnergyBar ? { ...energy, bar: '≥ 95 %', met: shareOfBest(results) >= 0.95 } : energy,
    {
      what: `${name}: longest time above the limit, miners still on`,
      measured: `${seconds(most(results, ({ longestOverMs }) => longestOverMs))}, in ${over} of ${results.length} runs above it at all`,
      reference:
        beyondMs === Number.NEGATIVE_INFINITY
          ? ''
          : `nearest to the end of its budget: ${seconds(-beyondMs)} left`,
      bar: `${seconds(detectionBudgetMs)} + confirmed delays`,
      met: beyondMs <= 0,
    },
    {
      what: `${name}: most switches of one miner in an hour`,
      measured: round(switches),
      bar: `≤ ${mostSwitchesAllowed}`,
      met: switches <= mostSwitchesAllowed,
    },
    {
      what: `${name}: most starts of one miner in an hour`,
      measured: round(starts),
      bar: `≤ ${mostStartsAllowed}`,
      met: starts <= mostStartsAllowed,
    },
  ]
}

/** The reserve that the law asks for by the largest step of a load and the times of the fleet, while all of it runs, kW. */
function askedReserveKw(fleet: Fleet, { shipLoadKw }: LoadProfile): number {
  const settings = defaultSettings(100)
  const slowestMs = Math.max(60_000, ...fleet.map(({ kind }) => kind.sleepMs ?? 0))
  const rise = shipLoadKw.reduce(
    (memory, kw, second) => observeRise(memory, kw, second * 1_000, slowestMs),
    noRise,
  )
  const devices = fleet.map(
    ({ kind, revenuePerKwh }, index): DeviceInPhase => ({
      device: {
        ...{
          id: `${index}`,
          mode: 'normal',
          isHashing: true,
          observedAt: 0,
          isReachable: true,
          isWanted: true,
        },
        ...{ measuredPowerWatts: kind.ratedPowerWatts, ratedPowerWatts: kind.ratedPowerWatts, revenuePerKwh },
        curtailment: { sleepMs: kind.sleepMs, lower: kind.lower, startMs: kind.startMs },
      },
      ...{
        phase: 'running',
        lastCommand: null,
        isCutOff: false,
        isUnseen: false,
        isFresh: false,
        isUnmetered: false,
      },
    }),
  )
  return requiredReserveKw({ largestStepKw: rise.largestKw, devices, settings })
}

/** What reserve and hold time cost one who knows the future: no law with them can use more. */
function boundRows(): Row[] {
  const { capacityKw, limitPercent, reserveKw, holdMs } = defaultSettings(100)
  const limitKw = (capacityKw * limitPercent) / 100
  const profiles = standardProfiles(capacityKw, 86_400)
  return Object.entries(standardFleets).flatMap(([fleet, kinds]): Row[] => {
    const miners = kinds.map(({ kind }) => ({
      fullWatts: kind.ratedPowerWatts,
      lowWatts: kind.lower?.powerWatts ?? null,
    }))
    const kwh = (targetKw: number, hold: number, mayStandMs?: number) =>
      profiles.reduce(
        (sum, { shipLoadKw }) =>
          sum +
          bestPossibleKwh({
            ...{ shipLoadKw, stepMs: 1_000, targetKw, holdMs: hold, miners },
            ...(mayStandMs === undefined ? {} : { reserve: { kw: limitKw - targetKw, ms: mayStandMs } }),
          }),
        0,
      )
    const free = kwh(limitKw, 0)
    const target = limitKw - reserveKw
    const asked = profiles.map((profile) => askedReserveKw(kinds, profile))
    const askedKwh = profiles.reduce(
      (sum, { shipLoadKw }, index) =>
        sum +
        bestPossibleKwh({
          ...{ shipLoadKw, stepMs: 1_000, holdMs, miners },
          targetKw: limitKw - Math.max(reserveKw, asked[index] ?? 0),
        }),
      0,
    )
    return [
      {
        what: `${fleet}: the clairvoyant with reserve and hold time, of the one without`,
        measured: share(kwh(target, holdMs) / free),
        reference: `reserve alone ${share(kwh(target, 0) / free)}, hold time alone ${share(kwh(limitKw, holdMs) / free)}, a hold of 1 min ${share(kwh(target, 60_000) / free)}, half the reserve ${share(kwh(limitKw - reserveKw / 2, holdMs) / free)}`,
      },
      {
        what: `${fleet}: the same with the reserve that its times and the largest step of each profile ask for`,
        measured: share(askedKwh / free),
        reference: `${round(Math.min(...asked), 1)} to ${round(Math.max(...asked), 1)} kW instead of ${round(reserveKw, 1)}`,
      },
      {
        what: `${fleet}: the same, where a step may stand in the reserve for 2 min`,
        measured: share(kwh(target, holdMs, 120_000) / free),
        reference: `for 1 min ${share(kwh(target, holdMs, 60_000) / free)}, 5 min ${share(kwh(target, holdMs, 300_000) / free)}; 2 min and a hold of 1 min ${share(kwh(target, 60_000, 120_000) / free)}`,
      },
    ]
  })
}

say('what can be had')
const bounds = boundRows()
say('the standard set')
const runs = standardRuns(standardSeconds)
const rows = bounds.concat(
  Object.keys(standardFleets).flatMap((fleet) =>
    rowsOf(
      fleet,
      runs.filter((run) => run.fleet === fleet).map(({ result }) => result),
      true,
    ),
  ),
)
const profiles = [...new Set(runs.map(({ profile }) => profile))]
for (const profile of profiles) {
  const results = runs.filter((run) => run.profile === profile).map(({ result }) => result)
  rows.push({
    what: `all fleets, ${profile}: energy used of the clairvoyant best`,
    measured: share(shareOfBest(results)),
  })
}
say('the standard set on a prime-rated set')
const prime = standardRuns(standardSeconds, decide, 70).map(({ result }) => result)
const highestMean = most(prime, ({ highestMeanPercent }) => highestMeanPercent ?? 0)
rows.push(
  {
    what: 'all fleets and profiles, prime-rated set: highest mean over 24 h',
    measured: `${round(highestMean, 1)} %; rated for continuous load ${round(
      most(
        runs.map(({ result }) => result),
        ({ highestMeanPercent }) => highestMeanPercent ?? 0,
      ),
      1,
    )} %`,
    bar: '≤ 71 %',
    met: highestMean <= 71,
  },
  {
    what: 'the same: energy of that without the mean',
    measured: share(
      sumOf(prime, 'minedKwh') /
        sumOf(
          runs.map(({ result }) => result),
          'minedKwh',
        ),
    ),
  },
)
say(`${ships} random ships`)
const started = performance.now()
const random = Array.from({ length: ships }, (_, index) => randomRun(1 + index, shipSeconds))
const perDecision = ((performance.now() - started) * 1_000) / (ships * shipSeconds)
rows.push(...rowsOf(`${round(ships)} random ships`, random, false), {
  what: 'one second of a simulated ship, decision included',
  measured: `${round(perDecision, 1)} µs`,
})
const tries = chooseSize(60, 600)
say(`${tries} loads a goal and fleet, by search`)
for (const [fleet, kinds] of Object.entries(standardFleets)) {
  const worstOf = (goal: keyof typeof goals, hasContactor = false) =>
    searchWorst({ goal: goals[goal], fleet: kinds, seconds: 3_600, tries, seed: 11, hasContactor }).result
  const over = worstOf('time above the limit')
  const beyondMs = worstOf('time beyond the budget').beyondBudgetMs
  const above = worstOf('time above capacity', true).contactor
  const curve = worstOf('time beyond the contactor’s curve', true).contactor
  const starved = worstOf('starvation')
  const { mostSwitchesPerHour } = worstOf('switching')
  rows.push(
    {
      what: `${fleet}, the worst load found: time above the limit`,
      measured: seconds(over.longestOverMs),
      reference: `nearest to the end of its budget: ${seconds(-beyondMs)} left`,
      bar: `${seconds(detectionBudgetMs)} + confirmed delays`,
      met: beyondMs <= 0,
    },
    {
      what: `${fleet}, the worst load found: time above capacity in an hour, miners on`,
      measured: `${seconds(above?.aboveCapacityMs ?? 0)}, beyond the contactor’s curve ${seconds(curve?.beyondCurveMs ?? 0)}`,
      reference: `the contactor opened ${above?.openings ?? 0} times`,
      bar: '0 s beyond the curve',
      met: (curve?.beyondCurveMs ?? 0) === 0,
    },
    {
      what: `${fleet}, the worst load found: most energy left unused`,
      measured: `${round(starved.bestKwh - starved.minedKwh, 1)} of ${round(starved.bestKwh, 1)} kWh`,
    },
    {
      what: `${fleet}, the worst load found: switches of one miner in an hour`,
      measured: round(mostSwitchesPerHour),
      bar: `≤ ${mostSwitchesAllowed}`,
      met: mostSwitchesPerHour <= mostSwitchesAllowed,
    },
  )
}
say(`${worstLoads.length} loads that were found before`)
for (const load of worstLoads) {
  const one = sail(load.shape, { ...load, fleet: searchedFleets[load.fleet], seconds: 3_600 })
  rows.push({
    what: `${load.fleet}, kept load, worst for ${load.goal}`,
    measured: `${seconds(one.longestOverMs)} above the limit, ${seconds(one.contactor?.aboveCapacityMs ?? 0)} above capacity, ${round(one.minedKwh, 1)} of ${round(one.bestKwh, 1)} kWh, ${round(one.mostSwitchesPerHour)} switches`,
    bar: 'budget, curve, switches',
    met:
      one.beyondBudgetMs <= 0 &&
      (one.contactor?.beyondCurveMs ?? 0) === 0 &&
      one.mostSwitchesPerHour <= mostSwitchesAllowed,
  })
}
printTable(
  'generator: the law against simulated ships',
  [
    `standard set: ${profiles.length} profiles of ${standardSeconds / 3_600} h on 100 kW, limit 85 %, reserve 10 kW, hold 5 min, rated for continuous load where not said otherwise, meter noise 0.3 kW; fleets that want more than there is`,
    'fleets have the times that a controller assumes for their firmware; "quick" is one whose times were learnt',
    `random ships: ${shipSeconds / 60} min each, any load, hold 2 or 5 min, every fifth with miners that measure no power; 3 % of commands vanish, 3 % fail, 3 % of polls are lost, readings come every 1 or 2 s and stop for up to 25 s every 7 min, meter noise up to 1 kW`,
    `the worst load found: ${tries} hours a goal and fleet, steps on a base, at random and then changed little by little towards what is worse; every miner running at the start, meter noise 0.3 kW; what is above capacity with a contactor before the boxes, the rest without`,
    'the clairvoyant best: whole miners, the same limit, reserve and hold time, no ramp, no delay, no noise; what is taken above the allowed power counts for nothing',
  ],
  rows,
)

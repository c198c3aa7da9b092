import type { Hardware, Personality } from './hardware.ts'
import type { Random } from './random.ts'
import { countShares, emptyPoolCounters, type PoolCounters } from './shares.ts'
import { advanceThermal, approach, coldThermalState, suppliedCoolantC, type ThermalState } from './thermal.ts'

/** The averages that devices report, as time constants in milliseconds. */
export const AVERAGE_WINDOWS_MS = {
  m1: 60_000,
  m5: 300_000,
  m10: 600_000,
  m15: 900_000,
  m30: 1_800_000,
  h1: 3_600_000,
  d1: 86_400_000,
} as const

/** Name of a running average. */
export type AverageWindow = keyof typeof AVERAGE_WINDOWS_MS

/** The physical truth about one miner. Rates in TH/s, power in W, work in TH, energy in J. */
export type MinerState = {
  /** Since the device was switched on. */
  uptimeMs: number
  /** Since the chips last got work; 0 while they do not work. */
  workingMs: number
  boardThs: readonly number[]
  rateThs: number
  averages: Readonly<Record<AverageWindow, number>>
  /** Slow relative drift of each board's speed. */
  drift: readonly number[]
  terahashes: number
  powerWatts: number
  energyJoules: number
  thermal: ThermalState
  /** Chips stopped because they were too hot. */
  tripped: boolean
  hardwareErrors: readonly number[]
  pools: readonly PoolCounters[]
  /** Pool that the work goes to, or null when none is alive. */
  activePool: number | null
  networkBlocks: number
}

/** What acts on a miner from outside during a step. */
export type MinerInputs = {
  /** Unix milliseconds at the end of the step. */
  atMs: number
  asleep: boolean
  deadBoards: ReadonlySet<number>
  /** In order of preference. */
  pools: readonly { alive: boolean; difficulty: number }[]
  extraHeatC: number
  /** Speed that the settings ask for, relative to the nominal; 1 when left out. */
  speed?: number
}

const DRIFT_SIGMA = 0.008
const DRIFT_TAU_MS = 120_000
const READING_SIGMA = 0.012
const BLOCK_MS = 600_000
/** Part of the chip power that remains while the chips are up but have no work. */
const NO_WORK_POWER = 0.2

const smoothStep = (x: number) => (x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x))

const zeroAverages: Record<AverageWindow, number> = { m1: 0, m5: 0, m10: 0, m15: 0, m30: 0, h1: 0, d1: 0 }

/** A miner at the moment of switching on; `thermal` when it is still warm from before. */
export function bootState(
  hardware: Hardware,
  personality: Personality,
  start: { atMs: number; poolCount: number; thermal?: ThermalState },
): MinerState {
  const zeros = Array.from({ length: hardware.boards }, () => 0)
  return {
    uptimeMs: 0,
    workingMs: 0,
    boardThs: zeros,
    rateThs: 0,
    averages: zeroAverages,
    drift: zeros,
    terahashes: 0,
    powerWatts: hardware.standbyWatts,
    energyJoules: 0,
    thermal:
      start.thermal ?? coldThermalState(hardware, suppliedCoolantC(hardware, personality, start.atMs, 0)),
    tripped: false,
    hardwareErrors: zeros,
    pools: Array.from({ length: start.poolCount }, () => emptyPoolCounters),
    activePool: null,
    networkBlocks: 0,
  }
}

/**
 * A miner that has been mining undisturbed for `ageMs`, drawn in one go instead of step by step:
 * counters are the sums that many steps would have given, temperatures are those of steady running.
 */
export function runningState(
  hardware: Hardware,
  personality: Personality,
  inputs: MinerInputs,
  ageMs: number,
  random: Random,
): MinerState {
  let state = bootState(hardware, personality, { atMs: inputs.atMs - ageMs, poolCount: inputs.pools.length })
  if (ageMs <= 0) return state
  const rateThs = personality.boardFactors.reduce(
    (sum, f) => sum + (f * hardware.nominalThs) / hardware.boards,
    0,
  )
  const workedMs = Math.max(0, ageMs - personality.bootMs - personality.rampMs / 2)
  const terahashes = (rateThs * workedMs) / 1000
  const active = inputs.pools.findIndex((pool) => pool.alive)
  state = {
    ...state,
    uptimeMs: ageMs,
    workingMs: Math.max(0, ageMs - personality.bootMs),
    averages: {
      m1: rateThs,
      m5: rateThs,
      m10: rateThs,
      m15: rateThs,
      m30: rateThs,
      h1: rateThs,
      d1: rateThs,
    },
    terahashes,
    energyJoules: (hardware.nominalWatts * personality.powerFactor * workedMs) / 1000,
    hardwareErrors: state.hardwareErrors.map(() =>
      random.poisson((hardware.hardwareErrorsPerHour * ageMs) / 3_600_000 / hardware.boards),
    ),
    pools: state.pools.map((counters, index) =>
      index === active
        ? countShares(
            counters,
            {
              terahashes,
              difficulty: inputs.pools[index]?.difficulty ?? 1,
              atMs: inputs.atMs,
              dtMs: workedMs,
            },
            random,
          )
        : counters,
    ),
    networkBlocks: random.poisson(ageMs / BLOCK_MS),
  }
  const atSpeed = state.workingMs >= personality.rampMs
  for (let step = 0; step < (atSpeed ? 60 : 1); step++) {
    const next = advanceMiner(state, hardware, personality, inputs, atSpeed ? 20_000 : 1, random)
    const { thermal, powerWatts, boardThs, rateThs: ths, drift, activePool } = next
    state = { ...state, thermal, powerWatts, boardThs, rateThs: ths, drift, activePool }
  }
  return state
}

/** The state `dtMs` later. Pure: the same arguments and the same random numbers give the same state. */
export function advanceMiner(
  state: MinerState,
  hardware: Hardware,
  personality: Personality,
  inputs: MinerInputs,
  dtMs: number,
  random: Random,
): MinerState {
  const uptimeMs = state.uptimeMs + dtMs
  const activeIndex = inputs.pools.findIndex((pool) => pool.alive)
  const hottestC = Math.max(...state.thermal.chipC)
  const tripped = state.tripped ? hottestC > hardware.resumeC : hottestC > hardware.tripC
  const up = uptimeMs > personality.bootMs && !inputs.asleep && !tripped
  const working = up && activeIndex >= 0
  const sinceBootMs = uptimeMs - personality.bootMs
  const workingMs = working ? Math.min(state.workingMs + dtMs, Math.max(0, sinceBootMs)) : 0
  const speed = working ? smoothStep(workingMs / personality.rampMs) * (inputs.speed ?? 1) : 0

  const keep = Math.exp(-dtMs / DRIFT_TAU_MS)
  const kick = DRIFT_SIGMA * Math.sqrt(1 - keep * keep)
  const drift = state.drift.map((value) => value * keep + kick * random.gaussian())
  const boardNominalThs = hardware.nominalThs / hardware.boards
  const boardThs = drift.map((relative, board) => {
    const noise = 1 + relative + READING_SIGMA * random.gaussian()
    if (inputs.deadBoards.has(board)) return 0
    return Math.max(0, speed * boardNominalThs * (personality.boardFactors[board] ?? 1) * noise)
  })
  const rateThs = boardThs.reduce((sum, rate) => sum + rate, 0)
  const terahashes = (rateThs * dtMs) / 1000

  const chipWatts = (hardware.nominalWatts - hardware.standbyWatts) / hardware.boards
  const noise = 1 + 0.003 * random.gaussian()
  const boardWatts = boardThs.map((rate, board) => {
    if (inputs.deadBoards.has(board)) return 0
    if (up && !working) return chipWatts * NO_WORK_POWER
    const leak = 1 + 0.0015 * ((state.thermal.chipC[board] ?? 60) - 60)
    return (rate / boardNominalThs) * chipWatts * personality.powerFactor * leak * noise
  })
  const powerWatts = hardware.standbyWatts + boardWatts.reduce((sum, watts) => sum + watts, 0)

  const averages = { ...state.averages }
  for (const window of Object.keys(AVERAGE_WINDOWS_MS) as AverageWindow[]) {
    // A device averages over what it has seen, so a young average follows faster than an old one.
    const tauMs = Math.min(AVERAGE_WINDOWS_MS[window], Math.max(dtMs, uptimeMs))
    averages[window] = approach(averages[window], rateThs, dtMs, tauMs)
  }
  const suppliedC = suppliedCoolantC(hardware, personality, inputs.atMs, inputs.extraHeatC)
  return {
    uptimeMs,
    workingMs,
    boardThs,
    rateThs,
    averages,
    drift,
    terahashes: state.terahashes + terahashes,
    powerWatts,
    energyJoules: state.energyJoules + (powerWatts * dtMs) / 1000,
    thermal: advanceThermal(state.thermal, hardware, boardWatts, suppliedC, dtMs),
    tripped,
    hardwareErrors: state.hardwareErrors.map(
      (count) =>
        count +
        random.poisson(((speed * hardware.hardwareErrorsPerHour) / hardware.boards) * (dtMs / 3_600_000)),
    ),
    pools: state.pools.map((counters, index) =>
      index === activeIndex && working
        ? countShares(
            counters,
            { terahashes, difficulty: inputs.pools[index]?.difficulty ?? 1, atMs: inputs.atMs, dtMs },
            random,
          )
        : counters,
    ),
    activePool: up && activeIndex >= 0 ? activeIndex : null,
    networkBlocks: state.networkBlocks + random.poisson(dtMs / BLOCK_MS),
  }
}

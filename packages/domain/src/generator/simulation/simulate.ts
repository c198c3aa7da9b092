import { type Decision, decide, type LawAction, type LawInput } from '../decide.ts'
import type { CommandFailure } from '../devices/track-devices.ts'
import type { FollowerSettings } from '../follower-settings.ts'
import { type KeptLaw, keepLaw, restoreLaw } from '../kept-law.ts'
import { type LawState, newLawState } from '../law-state.ts'
import type { LoadReading } from '../load/load-reading.ts'
import { detectionBudgetMs } from '../plan/reserve.ts'
import { bestPossibleKwh } from './best-possible.ts'
import type { LoadProfile } from './load-profiles.ts'
import type { Random } from './random.ts'
import { createSimulatedContactor } from './simulated-contactor.ts'
import {
  createSimulatedMiner,
  type MinerFaults,
  type MinerKind,
  type SimulatedMiner,
} from './simulated-miner.ts'

/** How the meter errs. */
export type MeterFaults = {
  /** Deviation of a reading, kW. */
  noiseKw: number
  /** Seconds between two readings; the law decides every second. */
  everySeconds: number
  /** Probability a second that readings stop, and for how long at most. */
  lostPerSecond: number
  lostMaxMs: number
}

export const perfectMeter: MeterFaults = { noiseKw: 0, everySeconds: 1, lostPerSecond: 0, lostMaxMs: 0 }

/** One run of the law against a load. */
export type SimulationResult = {
  minedKwh: number
  bestKwh: number
  /** The same for one who needs no reserve and no hold time, since the future is known. */
  bestWithoutReserveKwh: number
  /** The longest time above the limit while there was still something to take away, ms. */
  longestOverMs: number
  /** The longest time above the limit beyond what is allowed: detection, lost readings, and confirmed delays of commands. Below zero when never. */
  beyondBudgetMs: number
  /** Most commands to one miner within any hour. */
  mostSwitchesPerHour: number
  /** Most starts of one miner within any hour. */
  mostStartsPerHour: number
  commands: number
  /** Commands to lower power, and to sleep. */
  lowers: number
  sleeps: number
  /** Time with every miner commanded down and the load still above the limit: the ship alone is too much. */
  nothingLeftMs: number
  largestOverKw: number
  /** The highest mean load of the set over 24 hours, percent of what it can give, with little counted as 30 %; null for a shorter run. */
  highestMeanPercent: number | null
  /** With a contactor: how often it opened, and the time above what the set can give with miners on; beyond its curve, and in all. */
  contactor: { openings: number; aboveCapacityMs: number; beyondCurveMs: number } | null
}

export type Fleet = readonly { kind: MinerKind; revenuePerKwh: number }[]

const stepMs = 1_000

/** Runs the law second by second against a load, with miners that obey late or not and a meter that errs. Pure for one `random`. */
export function simulate(input: {
  profile: LoadProfile
  settings: FollowerSettings
  fleet: Fleet
  minerFaults: MinerFaults
  meterFaults: MeterFaults
  random: Random
  /** Miners that run when the controller starts. */
  isRunning?: boolean
  /** Seconds at which the controller dies; it comes back after `downSeconds` with what it kept, or with nothing. */
  restarts?: { at: readonly number[]; downSeconds: number; keeps: boolean }
  /** Another law, to check that this harness notices a wrong one. */
  law?: typeof decide
  /** Boxes behind a contactor that takes their power away when its curve is reached. */
  hasContactor?: boolean
  /** A meter that lies: what it shows of the load, kW; left out: the load. */
  shows?: (loadKw: number, second: number, shipKw: number) => number
  /** Sees every decision with what it was based on. */
  onDecision?: (decision: Decision, input: LawInput, now: number) => void
}): SimulationResult {
  const { settings, random, law = decide } = input
  const miners = input.fleet.map(({ kind, revenuePerKwh }, index) =>
    createSimulatedMiner({
      id: `miner-${index + 1}`,
      kind,
      revenuePerKwh,
      isRunning: input.isRunning ?? false,
      faults: input.minerFaults,
      random,
    }),
  )
  const byId = new Map(miners.map((miner, index) => [`miner-${index + 1}`, miner]))
  const limitKw = (settings.capacityKw * settings.limitPercent) / 100
  const targetKw = limitKw - settings.reserveKw
  const slowestMs = Math.max(0, ...input.fleet.map(({ kind }) => kind.sleepMs ?? 0))
  const contactor = input.hasContactor ? createSimulatedContactor(settings, slowestMs) : null
  const watch = watchLimit(limitKw, settings.staleAfterMs, byId)
  const switches = new Map<string, number[]>()
  const starts = new Map<string, number[]>()
  const watts = new Float64Array(miners.length)

  let state: LawState = newLawState(0)
  let reading: LoadReading | null = null
  let failures: CommandFailure[] = []
  let silentUntil = -1
  let kept: KeptLaw | null = null
  let upFrom = -1
  let minedWattSteps = 0
  const carriedKw = new Float64Array(input.profile.shipLoadKw.length)
  let commands = 0
  let lowers = 0
  let sleeps = 0

  for (let second = 0; second < input.profile.shipLoadKw.length; second++) {
    const now = second * stepMs
    let miningWatts = 0
    for (let index = 0; index < miners.length; index++) {
      watts[index] = contactor?.isPowered() === false ? 0 : (miners[index]?.wattsAt(now) ?? 0)
      miningWatts += watts[index] ?? 0
    }
    const shipKw = input.profile.shipLoadKw[second] ?? 0
    const totalKw = shipKw + miningWatts / 1_000
    carriedKw[second] = Math.max(leastCarriedShare * settings.capacityKw, totalKw)
    // What miners still take while they are on their way down does not count as mined.
    minedWattSteps += Math.min(miningWatts, Math.max(0, targetKw - shipKw) * 1_000)
    if (now > silentUntil && random.chance(input.meterFaults.lostPerSecond))
      silentUntil = now + random.between(1_000, input.meterFaults.lostMaxMs)
    const isRead = now > silentUntil && second % input.meterFaults.everySeconds === 0
    if (isRead) {
      const noise = input.meterFaults.noiseKw === 0 ? 0 : input.meterFaults.noiseKw * random.normal()
      reading = {
        generatorLoadKw: Math.max(0, (input.shows?.(totalKw, second, shipKw) ?? totalKw) + noise),
        phasesKw: [],
        shipNeedsPower: false,
        powerSource: 'generator',
        arrivedAt: now,
        source: 'simulation',
      }
    }
    if (input.restarts?.at.includes(second)) {
      upFrom = second + input.restarts.downSeconds
      if (kept === null) kept = keepLaw(state, now)
    }
    if (second < upFrom) {
      watch.step({ now, shipKw, totalKw, isRead, actions: [] })
      continue
    }
    if (kept !== null) {
      const downMs = (input.restarts?.downSeconds ?? 0) * stepMs
      // As read from the disk.
      const read = JSON.parse(JSON.stringify(kept)) as KeptLaw
      state = input.restarts?.keeps ? restoreLaw(read, now, downMs) : newLawState(now)
      reading = isRead ? reading : null
      kept = null
    }
    const seen = { settings, reading, devices: miners.map((miner) => miner.seenAt(now)), failures }
    const decision = law(state, seen, { now, minuteOfDay: Math.floor(second / 60) % 1_440 })
    input.onDecision?.(decision, seen, now)
    const before = state.devices
    state = decision.state
    failures = []
    for (const action of decision.actions) {
      commands += 1
      if (action.command === 'lower') lowers += 1
      if (action.command === 'sleep') sleeps += 1
      if (byId.get(action.deviceId)?.command(action.command, now) === 'failed')
        failures.push({ deviceId: action.deviceId, commandedAt: action.commandedAt })
      if (action.command === 'start' || action.command === 'start-low')
        starts.set(action.deviceId, [...(starts.get(action.deviceId) ?? []), now])
      // Repeating a command to a disobedient miner is not a switch.
      if (before.get(action.deviceId)?.phase === 'disobedient' && action.command !== 'start') continue
      const times = switches.get(action.deviceId) ?? []
      times.push(now)
      switches.set(action.deviceId, times)
    }
    watch.step({ now, shipKw, totalKw, isRead, actions: decision.actions })
    const miningKw = miningWatts / 1_000
    const { explanation } = decision
    contactor?.step({ now, stepMs, totalKw, miningKw, awakeKw: miningKw, reading, law: explanation })
  }

  const known = { shipLoadKw: input.profile.shipLoadKw, stepMs, miners: miners.map(levelsOf) }
  return {
    ...watch.result(),
    contactor: contactor?.result() ?? null,
    highestMeanPercent: highestMean(carriedKw, settings.capacityKw),
    minedKwh: (minedWattSteps * stepMs) / 3_600_000 / 1_000,
    bestKwh: bestPossibleKwh({ ...known, targetKw, holdMs: settings.holdMs }),
    bestWithoutReserveKwh: bestPossibleKwh({ ...known, targetKw: limitKw, holdMs: 0 }),
    mostSwitchesPerHour: Math.max(0, ...[...switches.values()].map(mostWithinHour)),
    mostStartsPerHour: Math.max(0, ...[...starts.values()].map(mostWithinHour)),
    commands,
    lowers,
    sleeps,
  }
}

const levelsOf = ({ kind, fullWatts }: SimulatedMiner) => ({
  fullWatts,
  lowWatts: kind.lower ? kind.lower.powerWatts * (kind.reaches ?? 1) : null,
})

function mostWithinHour(times: readonly number[]): number {
  let first = 0
  let most = 0
  for (let index = 0; index < times.length; index++) {
    while ((times[first] ?? 0) <= (times[index] ?? 0) - 3_600_000) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}

const leastCarriedShare = 0.3
const daySteps = 86_400_000 / stepMs

function highestMean(carriedKw: Float64Array, capacityKw: number): number | null {
  if (carriedKw.length < daySteps) return null
  let sum = carriedKw.subarray(0, daySteps).reduce((total, kw) => total + kw, 0)
  let highest = sum
  for (let step = daySteps; step < carriedKw.length; step++) {
    sum += (carriedKw[step] ?? 0) - (carriedKw[step - daySteps] ?? 0)
    highest = Math.max(highest, sum)
  }
  return (100 * highest) / daySteps / capacityKw
}

/** A rise of the ship's load that is more than drift, kW. */
const riseKw = 0.2
/** A miner that takes less is off, W. */
const offWatts = 200

/**
 * Measures how long the load stays above the limit against what the law is allowed: the time until there is a reading (or until silence
 * switches everything off), the detection budget, and the confirm time of the commands given then. A second wave of commands gets time of
 * its own only when a miner did not obey or the ship took still more. Knows the truth, and nothing of what the law believes.
 */
function watchLimit(limitKw: number, staleAfterMs: number, miners: ReadonlyMap<string, SimulatedMiner>) {
  const reductions = new Map<string, { dueAt: number; watts: number }>()
  let overFrom: number | null = null
  let deadline = 0
  let knownBy = 0
  let worseBy = Number.NEGATIVE_INFINITY
  let isKnown = false
  let ignoringBefore = 0
  let highestShipKw = 0
  let longestOverMs = 0
  let beyondBudgetMs = Number.NEGATIVE_INFINITY
  let nothingLeftMs = 0
  let largestOverKw = 0

  /** Miners that were commanded to give way and whose command had no effect, as far as that can be known by now. */
  const countIgnoring = (now: number) =>
    [...reductions].filter(([id, { dueAt }]) => {
      const miner = miners.get(id)
      return miner?.isIgnoring && (miner.isRefusing || now >= dueAt)
    }).length

  return {
    step(at: {
      now: number
      shipKw: number
      totalKw: number
      isRead: boolean
      actions: readonly LawAction[]
    }) {
      const { now } = at
      const waves: number[] = []
      let isRepeated = false
      for (const { deviceId, command, confirmMs } of at.actions)
        if (command === 'sleep' || command === 'lower') {
          // Its time was over and it still runs: it did not obey, and that could not be known before.
          const before = reductions.get(deviceId)
          const miner = miners.get(deviceId)
          isRepeated ||=
            before !== undefined && now >= before.dueAt && (miner?.wattsAt(now) ?? 0) > before.watts
          const watts = command === 'sleep' ? offWatts : (miner?.kind.lower?.powerWatts ?? 0) + offWatts
          reductions.set(deviceId, { dueAt: now + confirmMs, watts })
          waves.push(now + confirmMs)
        } else reductions.delete(deviceId)
      if (at.totalKw <= limitKw) {
        overFrom = null
        return
      }
      const ignoring = countIgnoring(now)
      largestOverKw = Math.max(largestOverKw, at.totalKw - limitKw)
      if (overFrom === null) {
        overFrom = now
        isKnown = false
        knownBy = now + staleAfterMs
        highestShipKw = at.shipKw
        ignoringBefore = ignoring
        // Miners already on their way down have the rest of their time.
        deadline = Math.max(0, ...[...reductions.values()].map(({ dueAt }) => dueAt)) + detectionBudgetMs
      }
      const isFirstReading = at.isRead && !isKnown
      if (isFirstReading) {
        isKnown = true
        knownBy = Math.min(knownBy, now)
      }
      const isWorse = isRepeated || ignoring > ignoringBefore || at.shipKw > highestShipKw + riseKw
      if (isWorse) worseBy = now + detectionBudgetMs
      // The budget runs from the reading that shows it.
      else if (!at.isRead && now <= worseBy) worseBy += stepMs
      deadline = Math.max(deadline, Math.min(worseBy, now + staleAfterMs))
      if (now <= Math.max(worseBy, knownBy + detectionBudgetMs))
        deadline = Math.max(deadline, ...waves.map((dueAt) => dueAt + detectionBudgetMs))
      ignoringBefore = Math.max(ignoringBefore, ignoring)
      highestShipKw = Math.max(highestShipKw, at.shipKw)

      const isNothingLeft = [...miners].every(
        ([id, miner]) => miner.wattsAt(now) < offWatts || (miner.isIgnoring && reductions.has(id)),
      )
      if (at.shipKw > limitKw || isNothingLeft) {
        nothingLeftMs += stepMs
        overFrom = null
        return
      }
      longestOverMs = Math.max(longestOverMs, now - overFrom)
      beyondBudgetMs = Math.max(beyondBudgetMs, now - Math.max(deadline, knownBy + detectionBudgetMs))
    },
    result: () => ({ longestOverMs, beyondBudgetMs, nothingLeftMs, largestOverKw }),
  }
}

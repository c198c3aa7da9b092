import { decide } from './decide.ts'
import { type FollowedDevice, levelWatts } from './devices/followed-device.ts'
import type { Activity, OffReason } from './explanation.ts'
import type { FollowerSettings } from './follower-settings.ts'
import { newLawState } from './law-state.ts'
import type { LoadReading } from './load/load-reading.ts'
import { type CurtailmentReport, curtailmentReport, type FollowedSpan } from './proof/curtailment-report.ts'

/** The ship's own load over a span, kW: the highest in it where that was kept. Null: not known. `at` in ms since 1970. */
export type RecordedLoad = { at: number; shipLoadKw: number | null }

/** A miner as it would be followed. */
export type ReplayedMiner = Pick<FollowedDevice, 'id' | 'ratedPowerWatts' | 'curtailment' | 'revenuePerKwh'>

export type ReplayPoint = {
  at: number
  shipLoadKw: number | null
  miningKw: number
  allowedKw: number | null
  activity: Activity
  offReason: OffReason | null
}

export type Replay = {
  points: ReplayPoint[]
  report: CurtailmentReport
  /** Times that the load was above what was allowed. */
  overloads: number
  /** Sheds and starts of all miners together. */
  commands: number
}

/** For days and for a history of one value. */
const msPerMinute = 60_000

/**
 * Runs the law over a recorded load with other settings: what would have happened. Miners obey until the next recorded load and need no
 * ramp; the real ones lose some minutes at each start. Loads in order of time, at any interval.
 */
export function replay(
  loads: readonly RecordedLoad[],
  settings: FollowerSettings,
  miners: readonly ReplayedMiner[],
  utcOffsetMinutes = 0,
): Replay {
  const start = loads[0]?.at ?? 0
  const stepMs = usualStepMs(loads)
  // Recorded loads lie further apart than readings: between two of them the load is not stale.
  const replayed = { ...settings, staleAfterMs: Math.max(settings.staleAfterMs, 2.5 * stepMs) }
  const levels = new Map(miners.map(({ id }) => [id, 'asleep' as 'normal' | 'low' | 'asleep']))
  const wattsOf = (miner: ReplayedMiner) => {
    const level = levels.get(miner.id) ?? 'asleep'
    return level === 'asleep' ? 0 : levelWatts(asDevice(miner, level, 0), level)
  }
  const fleetKw = miners.reduce((watts, { ratedPowerWatts }) => watts + ratedPowerWatts, 0) / 1_000

  let state = newLawState(start)
  let reading: LoadReading | null = null
  let overloads = 0
  let commands = 0
  let wasOver = false
  const points: ReplayPoint[] = []
  const spans: FollowedSpan[] = []
  for (const [index, { at, shipLoadKw }] of loads.entries()) {
    const miningKw = miners.reduce((watts, miner) => watts + wattsOf(miner), 0) / 1_000
    if (shipLoadKw !== null) reading = readingOf(shipLoadKw + miningKw, at)
    const devices = miners.map((miner) => {
      const level = levels.get(miner.id) ?? 'asleep'
      return { ...asDevice(miner, level, at), measuredPowerWatts: wattsOf(miner) }
    })
    const decision = decide(
      state,
      { settings: replayed, reading, devices, failures: [] },
      { now: at, minuteOfDay: minuteOfDay(at, utcOffsetMinutes) },
    )
    state = decision.state
    commands += decision.actions.length
    for (const { deviceId, command } of decision.actions)
      levels.set(deviceId, command === 'sleep' ? 'asleep' : command === 'start' ? 'normal' : 'low')
    const { activity, offReason, allowedKw } = decision.explanation
    const isOver = activity === 'shedding'
    if (isOver && !wasOver) overloads += 1
    wasOver = isOver

    const runningKw = miners.reduce((watts, miner) => watts + wattsOf(miner), 0) / 1_000
    const known = shipLoadKw === null ? null : allowedKw
    points.push({ at, shipLoadKw, miningKw: runningKw, allowedKw: known, activity, offReason })
    const untilMs = loads[index + 1]?.at ?? at + stepMs
    spans.push({
      seconds: Math.min(untilMs - at, replayed.staleAfterMs) / 1_000,
      miningKw: runningKw,
      allowedKw: known,
      fleetKw,
      curtailedKw: fleetKw - runningKw,
      revenuePerKwhCents: revenueOfCurtailed(miners, wattsOf),
    })
  }
  return { points, report: curtailmentReport(spans), overloads, commands }
}

function asDevice(miner: ReplayedMiner, mode: 'normal' | 'low' | 'asleep', at: number): FollowedDevice {
  return {
    ...miner,
    mode,
    isHashing: mode !== 'asleep',
    measuredPowerWatts: null,
    observedAt: at,
    isReachable: true,
    isWanted: true,
  }
}

const readingOf = (generatorLoadKw: number, at: number): LoadReading => ({
  generatorLoadKw,
  phasesKw: [],
  shipNeedsPower: false,
  powerSource: 'generator',
  arrivedAt: at,
  source: 'history',
})

/** The median distance of two loads, ms; a minute for fewer than two. */
function usualStepMs(loads: readonly RecordedLoad[]): number {
  const steps = loads.slice(1).map(({ at }, index) => at - (loads[index]?.at ?? at))
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? msPerMinute
}

const minuteOfDay = (at: number, utcOffsetMinutes: number) =>
  (((Math.floor(at / msPerMinute) + utcOffsetMinutes) % 1_440) + 1_440) % 1_440

/** Mean revenue of what the miners are not taking, cents per kWh; null when it is known for none of them. */
function revenueOfCurtailed(
  miners: readonly ReplayedMiner[],
  wattsOf: (miner: ReplayedMiner) => number,
): number | null {
  let watts = 0
  let cents = 0
  for (const miner of miners) {
    const missing = miner.ratedPowerWatts - wattsOf(miner)
    if (miner.revenuePerKwh === null || missing <= 0) continue
    watts += missing
    cents += missing * miner.revenuePerKwh
  }
  return watts > 0 ? cents / watts : null
}

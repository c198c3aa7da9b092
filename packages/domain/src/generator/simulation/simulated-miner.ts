import { assumedTimes } from '../devices/device-times.ts'
import type { DeviceMode, FollowedDevice } from '../devices/followed-device.ts'
import { noReach, observeReach, type Reach } from '../devices/rated-power.ts'
import type { Random } from './random.ts'

/** A kind of miner by how it obeys. Times in ms; the law is given the confirm times, the miner itself takes a share of them. */
export type MinerKind = {
  name: string
  ratedPowerWatts: number
  sleepMs: number | null
  lower: { powerWatts: number; confirmMs: number } | null
  startMs: number
  measuresPower: boolean
  /** It sleeps again when its power comes back; left out: it mines then, whatever it was commanded before. */
  staysAsleep?: boolean
  /** Lower power ends with its power, as throttling does; left out: it comes back at lower power. */
  forgetsLower?: boolean
  /** Of its power what it reaches with a dead board, in heat or at a limit set by hand; left out: all. */
  reaches?: number
}

const stock = assumedTimes('antminer')
const whatsminer = assumedTimes('whatsminer')

/**
 * Kinds as a controller reports them: with the figures that it assumes for a firmware, and one whose times it has learnt, which is never less
 * than five seconds.
 */
export const minerKinds = {
  antminer: {
    name: 'Antminer, stock firmware',
    ratedPowerWatts: 5_510,
    sleepMs: stock.sleepMs,
    lower: null,
    startMs: stock.startMs,
    measuresPower: true,
    staysAsleep: true,
  },
  whatsminer: {
    name: 'Whatsminer',
    ratedPowerWatts: 3_500,
    sleepMs: whatsminer.sleepMs,
    lower: { powerWatts: 1_750, confirmMs: whatsminer.percentMs },
    startMs: whatsminer.startMs,
    measuresPower: true,
    forgetsLower: true,
  },
  quick: {
    name: 'firmware with quick curtailment',
    ratedPowerWatts: 3_300,
    sleepMs: 8_000,
    lower: { powerWatts: 1_700, confirmMs: 8_000 },
    startMs: 120_000,
    measuresPower: true,
  },
} as const satisfies Record<string, MinerKind>

/** What goes wrong, as probabilities of each command or reading. */
export type MinerFaults = {
  /** A command that vanishes without a trace. */
  ignored: number
  /** A command that comes back as failed. */
  refused: number
  /** A poll without an answer. */
  pollLost: number
}

export const noFaults: MinerFaults = { ignored: 0, refused: 0, pollLost: 0 }

const asleepWatts = 12
const pollMs = 30_000
const confirmPollMs = 3_000
/** From power to the first answer. */
const bootMs: readonly [number, number] = [20_000, 60_000]

/** A miner that obeys late, ramps up, and is only known by its polls. */
export type SimulatedMiner = {
  readonly kind: MinerKind
  /** Its real full power, W: not quite what its plate says. */
  readonly fullWatts: number
  /** Whether its last command had no effect. */
  readonly isIgnoring: boolean
  /** Whether it reported that. */
  readonly isRefusing: boolean
  /** What it takes at this moment. */
  wattsAt(now: number): number
  command(command: 'sleep' | 'lower' | 'start' | 'start-low', now: number): 'taken' | 'failed'
  /** Its power is taken away, or comes back: then it boots, and mines as its firmware does after that. */
  power(isOn: boolean, now: number): void
  /** Whether it answers: it does not while it boots, and without power. */
  answersAt(now: number): boolean
  /** How it runs, as its own answers show it. */
  modeAt(now: number): DeviceMode
  /** What the controller knows of it: the last poll. */
  seenAt(now: number): FollowedDevice
}

export function createSimulatedMiner(options: {
  id: string
  kind: MinerKind
  revenuePerKwh: number
  isRunning: boolean
  faults: MinerFaults
  random: Random
}): SimulatedMiner {
  const { kind, random, faults } = options
  const fullWatts = kind.ratedPowerWatts * random.between(0.96, 1.01) * (kind.reaches ?? 1)
  // Power over time as points with straight lines between them; before the first it is `from`.
  let course: { at: number; watts: number }[] = [
    { at: Number.NEGATIVE_INFINITY, watts: options.isRunning ? fullWatts : asleepWatts },
  ]
  let level: 'normal' | 'low' | 'asleep' = options.isRunning ? 'normal' : 'asleep'
  let levelFrom = Number.NEGATIVE_INFINITY
  let previousLevel: 'normal' | 'low' | 'asleep' = level
  let pendingUntil = Number.NEGATIVE_INFINITY
  let isIgnoring = false
  let isRefusing = false
  let nextPollAt = random.between(0, 2_000)
  let isPowered = true
  let bootedAt = Number.NEGATIVE_INFINITY
  const lowWatts = kind.lower ? kind.lower.powerWatts * (kind.reaches ?? 1) : fullWatts

  function wattsAt(now: number): number {
    let before = course[0]
    for (const point of course) {
      if (point.at > now) {
        if (before === undefined || before.at === Number.NEGATIVE_INFINITY) return before?.watts ?? 0
        return before.watts + ((point.watts - before.watts) * (now - before.at)) / (point.at - before.at)
      }
      before = point
    }
    return before?.watts ?? 0
  }

  let reach: Reach = noReach
  let seen: FollowedDevice = {
    id: options.id,
    mode: 'unknown',
    isHashing: null,
    measuredPowerWatts: null,
    ratedPowerWatts: kind.ratedPowerWatts,
    observedAt: 0,
    isReachable: true,
    curtailment: { sleepMs: kind.sleepMs, lower: kind.lower, startMs: kind.startMs },
    revenuePerKwh: options.revenuePerKwh,
    isWanted: true,
  }

  function modeAt(now: number, watts: number): DeviceMode {
    const current = now >= levelFrom ? level : previousLevel
    if (current === 'asleep') return watts < kind.ratedPowerWatts * 0.1 ? 'asleep' : 'unknown'
    return watts < kind.ratedPowerWatts * 0.1 ? 'unknown' : current
  }

  return {
    kind,
    fullWatts,
    get isIgnoring() {
      return isIgnoring
    },
    get isRefusing() {
      return isRefusing
    },
    wattsAt,
    command(command, now) {
      pendingUntil = now + (command === 'sleep' ? (kind.sleepMs ?? 0) : kind.startMs)
      nextPollAt = Math.min(nextPollAt, now + confirmPollMs)
      isIgnoring = true
      isRefusing = random.chance(faults.refused)
      if (isRefusing) return 'failed'
      if (random.chance(faults.ignored)) return 'taken'
      isIgnoring = false
      const here = wattsAt(now)
      previousLevel = now >= levelFrom ? level : previousLevel
      if (!isPowered || now < bootedAt) return 'taken'
      if (command === 'sleep' || (command === 'lower' && kind.lower)) {
        const confirmMs = command === 'sleep' ? (kind.sleepMs ?? 0) : (kind.lower?.confirmMs ?? 0)
        level = command === 'sleep' ? 'asleep' : 'low'
        levelFrom = now + random.between(0.15, 0.8) * confirmMs
        const ends = command === 'sleep' ? asleepWatts : Math.min(here, lowWatts)
        course = [
          { at: now, watts: here },
          { at: levelFrom - 1, watts: here },
          { at: levelFrom, watts: ends },
        ]
        // One that was still coming up goes on to its lower power.
        if (level === 'low' && ends < lowWatts)
          course.push({ at: levelFrom + 0.3 * kind.startMs, watts: lowWatts })
        return 'taken'
      }
      level = command === 'start-low' ? 'low' : 'normal'
      levelFrom = now + random.between(200, 1_500)
      const beganAt = levelFrom + random.between(0.1, 0.3) * kind.startMs
      const rampedAt = beganAt + random.between(0.1, 0.5) * kind.startMs
      course = [
        { at: now, watts: here },
        { at: levelFrom, watts: here },
        { at: levelFrom + 1, watts: asleepWatts },
        { at: beganAt, watts: asleepWatts * 3 },
        { at: rampedAt, watts: level === 'low' ? lowWatts : fullWatts },
      ]
      return 'taken'
    },
    power(isOn, now) {
      if (isOn === isPowered) return
      isPowered = isOn
      if (!isOn) {
        course = [{ at: now, watts: 0 }]
        return
      }
      const current = now >= levelFrom ? level : previousLevel
      const isForgotten = current === 'asleep' ? !kind.staysAsleep : kind.forgetsLower === true
      level = isForgotten ? 'normal' : current
      previousLevel = level
      levelFrom = now
      bootedAt = now + random.between(bootMs[0], bootMs[1])
      const rampedAt = bootedAt + random.between(0.1, 0.5) * kind.startMs
      course = [
        { at: now, watts: asleepWatts },
        { at: bootedAt, watts: asleepWatts },
        { at: rampedAt, watts: level === 'asleep' ? asleepWatts : level === 'low' ? lowWatts : fullWatts },
      ]
    },
    answersAt: (now) => isPowered && now >= bootedAt,
    modeAt: (now) => modeAt(now, wattsAt(now)),
    seenAt(now) {
      if (now < nextPollAt) return seen
      const sinceMs = now - seen.observedAt
      nextPollAt = now + (now < pendingUntil ? confirmPollMs : pollMs)
      if (random.chance(faults.pollLost)) {
        if (now - seen.observedAt > 2.5 * pollMs) seen = { ...seen, isReachable: false }
        return seen
      }
      const watts = wattsAt(now)
      const mode = modeAt(now, watts)
      const isHashing = watts > kind.ratedPowerWatts * 0.1
      const isTelling = kind.measuresPower && mode === 'normal' && isHashing
      reach = observeReach(reach, isTelling ? watts : null, sinceMs)
      const likely = Math.min(kind.ratedPowerWatts, reach.reachedWatts ?? kind.ratedPowerWatts)
      const lower = kind.lower && {
        ...kind.lower,
        powerWatts: (kind.lower.powerWatts * likely) / kind.ratedPowerWatts,
      }
      seen = {
        ...seen,
        mode,
        isHashing,
        reachedWatts: reach.reachedWatts,
        curtailment: { ...seen.curtailment, lower },
        measuredPowerWatts: kind.measuresPower ? watts : null,
        observedAt: now,
        isReachable: true,
      }
      return seen
    },
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { Sample } from '@shipminer/contract/telemetry'
import type { LawAction } from '@shipminer/domain/generator/decide'
import {
  assumedTimes,
  expectedMs,
  mostKept,
  staysAsleep,
} from '@shipminer/domain/generator/devices/device-times'
import type { DeviceMode, FollowedDevice } from '@shipminer/domain/generator/devices/followed-device'
import {
  believedWatts,
  observeReach,
  type Reach,
  ratedPowerWatts,
} from '@shipminer/domain/generator/devices/rated-power'
import type { CommandRunner } from '../commands/command-runner.ts'
import type { CommandEnd } from '../commands/device-command.ts'
import type { DeviceCapabilities, DeviceCommand, SetLimit } from '../drivers/device-control.ts'
import type { ActOutcome, PowerActor } from '../generator/power-actor.ts'
import type { Clock } from '../platform/clock.ts'
import type { DeviceEntry, DeviceTable } from '../poll/device-table.ts'
import type { DeviceBook } from './devices/device-book.ts'
import {
  type Abilities,
  abilitiesOf,
  type Lowering,
  limitToReturn,
  loweringOf,
  nextFoundLimit,
  underLimit,
} from './lower-power.ts'

const STALE_PERIODS = 2.5
const nothing: Abilities = { sleep: false, limitWatts: null, leastPercent: null, setWatts: null }
/** What a miner at lower power takes, as shares of what it should. */
const lowBand: readonly [number, number] = [0.8, 1.15]
/** One that comes up passes that within this time, ms. */
const passesMs = 20_000

/** The miners as the law sees them, and the way to command them: through the runner, which confirms. */
export function createRunnerActor(options: {
  runner: Pick<CommandRunner, 'act'>
  table: DeviceTable
  capabilitiesOf: (deviceKey: string) => DeviceCapabilities | null
  isWanted: (deviceKey: string) => boolean
  /** It is getting new firmware: then it can neither give way nor be started, and counts as load that is not controlled. */
  isUpdating?: (deviceKey: string) => boolean
  /** The limit that its owner set from shore, W; null: none. */
  ownWattsOf?: (deviceKey: string) => number | null
  /** What is kept over a restart. */
  book: Pick<DeviceBook, 'of' | 'lastBeforeRestart' | 'update'>
  pollIntervalMs: number
  clock: Clock
}): PowerActor {
  const { table, clock, book } = options
  const startedAt = clock.monotonic()
  const ownWattsOf = (key: string) => options.ownWattsOf?.(key) ?? null
  /** The sample that each was last learned from. */
  const learntAt = new Map<string, number>()
  /** The answer about what it can do that each was last learned from. */
  const learntFrom = new Map<string, DeviceCapabilities>()
  /** What each has been taking since it last mined without a break. */
  const windows = new Map<string, Reach['window']>()
  /** Since when each takes what it does at lower power, without a break. */
  const lowSince = new Map<string, number>()
  /** Commands that were given and not seen to be done yet. */
  const asked = new Map<string, { command: LawAction['command']; at: number }>()
  /** What a confirmed command showed, until a poll shows it too. */
  const confirmed = new Map<string, { mode: DeviceMode; at: number }>()

  const seenAtOf = ({ lastAnswerAt }: DeviceEntry) =>
    lastAnswerAt === null ? Number.NEGATIVE_INFINITY : clock.monotonic() - (clock.now() - lastAnswerAt)

  function modeShownBy(entry: DeviceEntry): { mode: DeviceMode; at: number } | null {
    const shown = confirmed.get(entry.identity.key)
    if (shown === undefined) return null
    if (shown.at >= seenAtOf(entry)) return shown
    confirmed.delete(entry.identity.key)
    return null
  }

  /** The commands it can take: as it reported, or as it reported before a restart until it has been queried again. */
  function canDo(key: string): Abilities {
    if (options.isUpdating?.(key)) return nothing
    const reported = options.capabilitiesOf(key)
    const before = book.of(key)
    const { canSleep, limitWatts, leastPercent, setWatts, isLowered } = before
    if (reported === null || reported.sleep === 'unreachable')
      return { sleep: canSleep, limitWatts, leastPercent, setWatts }
    const can = abilitiesOf(reported)
    if (learntFrom.get(key) === reported) return can
    learntFrom.set(key, reported)
    const foundLimit = nextFoundLimit(before.foundLimit, reported, { ownWatts: ownWattsOf(key), isLowered })
    const { sleep, ...limits } = can
    const isSeenLow = isLowered && isAtLeast(reported, before.isSeenLow)
    const learnt = { ...limits, canSleep: sleep, foundLimit, isSeenLow }
    const known = { canSleep, limitWatts, leastPercent, setWatts, foundLimit: before.foundLimit }
    // Written soon, so only when it says something new.
    if (!isDeepStrictEqual(learnt, { ...known, isSeenLow: before.isSeenLow })) book.update(key, learnt, true)
    return can
  }

  function ratedPowerOf({ key, model }: DeviceEntry['identity'], can: Abilities): number {
    const { highestWatts, minedMs } = book.of(key)
    return ratedPowerWatts({
      ...{ model, ownLimitWatts: can.limitWatts?.max ?? null, setLimitWatts: can.setWatts },
      ...{ highestWatts, minedMs },
    })
  }

  /** What was found before limits were noted was its highest. */
  function returnTo(key: string): SetLimit | null {
    const { foundLimit, isLowered, limitWatts } = book.of(key)
    const limit = limitToReturn(foundLimit, ownWattsOf(key))
    return limit ?? (isLowered && limitWatts ? { watts: limitWatts.max, isManaged: false } : null)
  }

  const wayOf = ({ identity }: DeviceEntry, can: Abilities, watts: number): Lowering | null =>
    underLimit(loweringOf(can, watts, identity.driver), returnTo(identity.key))

  /** Uses each sample once: only a mining miner shows what it takes. */
  function learn(key: string, sample: Sample, mode: DeviceMode): void {
    if (learntAt.get(key) === sample.sampledAt) return
    learntAt.set(key, sample.sampledAt)
    const { highestWatts, minedMs, last, ghPerJoule, reachedWatts, isLowered } = book.of(key)
    const isMining = sample.state === 'mining' && (sample.hashrateGhs ?? 0) > 0
    const watts = believedWatts(sample.powerWatts)
    const isHigher = isMining && watts !== null && watts > (highestWatts ?? 0)
    const periodMs = sample.periodSeconds * 1_000
    const isEstimated = sample.flags.includes('power-estimated')
    const isTelling = isMining && mode === 'normal' && !isLowered && !isEstimated
    const reach = observeReach(
      { reachedWatts, window: windows.get(key) ?? null },
      isTelling ? watts : null,
      periodMs,
    )
    windows.set(key, reach.window)
    book.update(
      key,
      {
        highestWatts: isHigher ? watts : highestWatts,
        reachedWatts: reach.reachedWatts,
        // At lower power it shows nothing of what it takes at full.
        minedMs: minedMs + (isMining && !isLowered ? periodMs : 0),
        ghPerJoule: efficiencyAfter(ghPerJoule, sample, minedMs),
        last: { mode, isHashing: (sample.hashrateGhs ?? 0) > 0, watts: isEstimated ? null : watts },
      },
      last?.mode !== mode || highestWatts === null,
    )
  }

  /** For how long it has been taking what it does at lower power, ms. */
  function lowForMs(key: string, watts: number | null, lowering: Lowering | null): number {
    const isWithin =
      watts !== null &&
      lowering !== null &&
      watts >= lowBand[0] * lowering.powerWatts &&
      watts <= lowBand[1] * lowering.powerWatts
    if (!isWithin) {
      lowSince.delete(key)
      return 0
    }
    const now = clock.monotonic()
    const since = lowSince.get(key) ?? now
    lowSince.set(key, since)
    return now - since
  }

  function describeDevice(entry: DeviceEntry): FollowedDevice {
    const { key } = entry.identity
    const sample = entry.lastSample
    const now = clock.monotonic()
    const shown = modeShownBy(entry)
    const mode = shown ? shown.mode : modeOf(entry)
    if (sample !== null) learn(key, sample, mode)
    const resumed = sample === null ? book.lastBeforeRestart(key) : null
    const seenAt = resumed === null ? seenAtOf(entry) : startedAt
    const watts = sample === null ? (resumed?.watts ?? null) : believedWatts(sample.powerWatts)
    const isMeasured = watts !== null && !sample?.flags.includes('power-estimated')
    const can = canDo(key)
    const noted = book.of(key)
    const rated = ratedPowerOf(entry.identity, can)
    const times = assumedTimes(entry.identity.driver)
    const { reachedWatts } = noted
    const lowering = wayOf(entry, can, Math.min(rated, reachedWatts ?? rated))
    const seenMode = shown === null && resumed !== null ? resumed.mode : mode
    // Where nothing measures its power, only the limit that was read back shows that it is low. A limit stays in the firmware; a throttle does not.
    const isQuietlyLow =
      seenMode === 'normal' && !isMeasured && noted.isSeenLow && lowering?.lower.kind === 'power-limit'
    const startMs = expectedMs(noted.took.start, times.startMs)
    const mayBeLow = seenMode === 'normal' && noted.isLowered
    const lowMs = mayBeLow ? lowForMs(key, isMeasured ? watts : null, lowering) : 0
    // It may have been lowered before it lost its power: by then one that came up would take more.
    const isLow = isQuietlyLow || (mayBeLow && lowMs >= startMs)
    return {
      id: key,
      mode: isLow ? 'low' : seenMode,
      lastSeenMode: shown === null && sample === null ? (noted.last?.mode ?? mode) : mode,
      isHashing:
        shown?.mode === 'asleep'
          ? false
          : sample === null
            ? (resumed?.isHashing ?? null)
            : (sample.hashrateGhs ?? 0) > 0,
      measuredPowerWatts: shown?.mode === 'asleep' ? null : isMeasured ? watts : null,
      ratedPowerWatts: rated,
      reachedWatts,
      observedAt: shown ? shown.at : seenAt,
      isReachable: entry.unreachable === null && now - seenAt <= STALE_PERIODS * options.pollIntervalMs,
      curtailment: {
        sleepMs: can.sleep ? expectedMs(noted.took.sleep, times.sleepMs) : null,
        lower: lowering && {
          powerWatts: lowering.powerWatts,
          confirmMs: expectedMs(noted.took.lower, lowering.assumedMs),
        },
        startMs,
      },
      revenuePerKwh: hashesPerWatt(entry) ?? noted.ghPerJoule,
      ghPerJoule: noted.ghPerJoule,
      mayBeLow: lowMs > options.pollIntervalMs + passesMs,
      staysAsleep: staysAsleep(entry.identity.driver),
      isWanted: options.isWanted(key) && options.isUpdating?.(key) !== true,
    }
  }

  return {
    devices: () =>
      table
        .entries()
        .filter((entry) => !entry.displaced)
        .map(describeDevice),
    async act(action, signal) {
      const { deviceId, command } = action
      const before = asked.get(deviceId)
      // A command that is repeated before it was seen to be done has been taking its time since it was first given.
      const ask = { command, at: before?.command === command ? before.at : clock.monotonic() }
      asked.set(deviceId, ask)
      const steps = commandsOf(action)
      const isLowering = command === 'lower' || command === 'start-low'
      if (isLowering) book.update(deviceId, { isLowered: true, isSeenLow: false }, true)
      else if (command === 'start') book.update(deviceId, { isSeenLow: false }, true)
      const end = await runAll(steps)
      // The next command of the law is noted by now; an owner's order that ended this one is not, and its time is not the device's.
      if (asked.get(deviceId) === ask) asked.delete(deviceId)
      if (end.result === 'confirmed' && !signal.aborted) {
        const at = clock.monotonic()
        confirmed.set(deviceId, { mode: modeAfter[command], at })
        const { took, isLowered, isSeenLow } = book.of(deviceId)
        const kind = learnsFrom[command]
        const longer = [...took[kind], Math.min(3_600_000, at - ask.at)].slice(-mostKept)
        book.update(
          deviceId,
          {
            took: { ...took, [kind]: longer },
            isLowered: isLowered && command !== 'start',
            isSeenLow: isLowering || (isSeenLow && command === 'sleep'),
          },
          true,
        )
      }
      return outcomeOf(end)

      async function runAll(commands: readonly DeviceCommand[]): Promise<CommandEnd> {
        let last: CommandEnd = { result: 'unsupported', reason: null }
        for (const command of commands) {
          if (options.isUpdating?.(action.deviceId)) return { result: 'refused', reason: 'held-on-board' }
          const isAgainstOwner = command.kind === 'wake' && !options.isWanted(action.deviceId)
          if (signal.aborted || isAgainstOwner) return { result: 'cancelled', reason: 'superseded' }
          last = await options.runner.act(action.deviceId, command)
          if (last.result !== 'confirmed') return last
        }
        return last
      }
    },
  }

  /** A miner at lower power is lifted again; one that sleeps is woken, and lifted where it went to sleep at lower power. */
  function commandsOf({ deviceId, command }: LawAction): DeviceCommand[] {
    const entry = table.get(deviceId)
    const can = canDo(deviceId)
    const way = entry && wayOf(entry, can, ratedPowerOf(entry.identity, can))
    const isAsleep = modeOfKey(deviceId) === 'asleep'
    const wake: DeviceCommand[] = isAsleep ? [{ kind: 'wake' }] : []
    const then = (step: DeviceCommand) => (way?.isWrittenAsleep ? [step, ...wake] : [...wake, step])
    switch (command) {
      case 'sleep':
        return [{ kind: 'sleep' }]
      case 'lower':
        return way ? [way.lower] : []
      case 'start-low':
        return way ? then(way.lower) : []
      case 'start': {
        const mustLift = way && (!isAsleep || book.of(deviceId).isLowered)
        return mustLift ? then(way.lift) : [{ kind: 'wake' }]
      }
    }
  }

  function modeOfKey(key: string): DeviceMode {
    const entry = table.get(key)
    if (entry === undefined) return 'unknown'
    const resumed = entry.lastSample === null ? book.lastBeforeRestart(key)?.mode : undefined
    return modeShownBy(entry)?.mode ?? resumed ?? modeOf(entry)
  }
}

/** Whether its limit is the lowest that there is, by what it reports; as was known where it reports none. */
const isAtLeast = ({ powerLimitNow: now, powerLimitWatts: range }: DeviceCapabilities, known: boolean) =>
  now === null || range === null ? known : !now.isManaged && now.watts <= range.min

/** What the duration of a command is evidence for. */
const learnsFrom = {
  sleep: 'sleep',
  lower: 'lower',
  'start-low': 'start',
  start: 'start',
} as const satisfies Record<LawAction['command'], string>

const modeAfter: Record<LawAction['command'], DeviceMode> = {
  sleep: 'asleep',
  lower: 'low',
  'start-low': 'low',
  start: 'normal',
}

function modeOf({ lastSample }: DeviceEntry): DeviceMode {
  if (lastSample === null) return 'unknown'
  return lastSample.state === 'sleeping' ? 'asleep' : 'normal'
}

/** From this time after its start on a miner is at its rate, and its efficiency its own, s. */
const settledSeconds = 900
/** The weight of the newest sample: one odd sample moves it little. */
const newestShare = 0.1
/** Above this no miner is: a garbled answer. */
const mostGhPerJoule = 1_000

/** The efficiency of a miner with one more sample; only one that has run for a while at its rate says anything. */
function efficiencyAfter(before: number | null, sample: Sample, minedMs: number): number | null {
  const { hashrateGhs, powerWatts, state } = sample
  const upSeconds = sample.uptimeSeconds ?? minedMs / 1_000
  const watts = believedWatts(powerWatts)
  const isSettled = state === 'mining' && upSeconds >= settledSeconds
  if (!isSettled || !hashrateGhs || hashrateGhs <= 0 || !watts || watts <= 0) return before
  const now = hashrateGhs / watts
  if (now > mostGhPerJoule) return before
  return before === null ? now : before + newestShare * (now - before)
}

/** Only the order matters to the law, and on board the order by hashes per watt is the same as by revenue. */
function hashesPerWatt({ lastSample }: DeviceEntry): number | null {
  if (!lastSample?.hashrateGhs || !lastSample.powerWatts) return null
  return lastSample.hashrateGhs / lastSample.powerWatts
}

function outcomeOf({ result }: CommandEnd): ActOutcome {
  return result === 'expired' || result === 'cancelled' ? 'unconfirmed' : result
}

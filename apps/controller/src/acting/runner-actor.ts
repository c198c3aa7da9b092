import type { LawAction } from '@shipminer/domain/generator/decide'
import type { DeviceMode, FollowedDevice } from '@shipminer/domain/generator/followed-device'
import type { CommandEnd } from '../commands/command.ts'
import type { CommandRunner } from '../commands/command-runner.ts'
import { confirmWithinMs } from '../commands/command-state.ts'
import type { DeviceCapabilities, DeviceCommand } from '../drivers/control.ts'
import type { ActOutcome, PowerActor } from '../generator/power-actor.ts'
import type { Clock } from '../platform/clock.ts'
import type { DeviceEntry, DeviceTable } from '../poll/device-table.ts'

/** What a miner of unknown power counts as, W: more than any that is made, so that it is never started into too little room. */
const UNKNOWN_RATED_WATTS = 6_000
const STALE_PERIODS = 2.5

/** The miners as the law sees them, and the way to tell them: over the runner, which confirms. */
export function createRunnerActor(options: {
  runner: Pick<CommandRunner, 'act'>
  table: DeviceTable
  capabilitiesOf: (deviceKey: string) => DeviceCapabilities | null
  isWanted: (deviceKey: string) => boolean
  pollIntervalMs: number
  clock: Clock
}): PowerActor {
  const { table, clock } = options
  /** The most that each was ever seen to take, W. */
  const highest = new Map<string, number>()
  /** What a confirmed command showed, until a poll shows it too. */
  const confirmed = new Map<string, { mode: DeviceMode; at: number }>()

  const seenAtOf = ({ lastAnswerAt }: DeviceEntry) =>
    lastAnswerAt === null ? Number.NEGATIVE_INFINITY : clock.monotonic() - (clock.now() - lastAnswerAt)

  function shownBy(entry: DeviceEntry): { mode: DeviceMode; at: number } | null {
    const shown = confirmed.get(entry.identity.key)
    if (shown === undefined) return null
    if (shown.at >= seenAtOf(entry)) return shown
    confirmed.delete(entry.identity.key)
    return null
  }

  function followed(entry: DeviceEntry): FollowedDevice {
    const { key } = entry.identity
    const sample = entry.lastSample
    const now = clock.monotonic()
    const seenAt = seenAtOf(entry)
    const watts = sample?.powerWatts ?? null
    const isMeasured = watts !== null && !sample?.flags.includes('power-estimated')
    if (watts !== null) highest.set(key, Math.max(highest.get(key) ?? 0, watts))
    const shown = shownBy(entry)
    const abilities = options.capabilitiesOf(key)
    const ratedPowerWatts = Math.max(
      highest.get(key) ?? 0,
      abilities?.powerLimitWatts?.max ?? 0,
      highest.has(key) || abilities?.powerLimitWatts ? 1 : UNKNOWN_RATED_WATTS,
    )
    const lowest = abilities?.powerLimit === 'yes' ? (abilities.powerLimitWatts?.min ?? null) : null
    const mayTry = (ability: DeviceCapabilities['sleep'] | undefined) =>
      ability === 'yes' || ability === 'untried'
    return {
      id: key,
      mode: shown ? shown.mode : modeOf(entry),
      isHashing: shown?.mode === 'asleep' ? false : sample === null ? null : (sample.hashrateGhs ?? 0) > 0,
      measuredPowerWatts: shown?.mode === 'asleep' ? null : isMeasured ? watts : null,
      ratedPowerWatts,
      observedAt: shown ? shown.at : seenAt,
      isReachable: entry.unreachable === null && now - seenAt <= STALE_PERIODS * options.pollIntervalMs,
      curtailment: {
        sleepMs: mayTry(abilities?.sleep) ? confirmWithinMs('sleep') : null,
        lower:
          lowest !== null && lowest < ratedPowerWatts
            ? { powerWatts: lowest, confirmMs: confirmWithinMs('power-limit') }
            : null,
        startMs: confirmWithinMs('wake'),
      },
      revenuePerKwh: hashesPerWatt(entry),
      isWanted: options.isWanted(key),
    }
  }

  return {
    devices: () =>
      table
        .entries()
        .filter((entry) => !entry.displaced)
        .map(followed),
    async act(action, signal) {
      const end = await runAll(commandsOf(action))
      if (end.result === 'confirmed' && !signal.aborted)
        confirmed.set(action.deviceId, { mode: modeAfter[action.command], at: clock.monotonic() })
      return outcomeOf(end)

      async function runAll(commands: readonly DeviceCommand[]): Promise<CommandEnd> {
        let last: CommandEnd = { result: 'unsupported', reason: null }
        for (const command of commands) {
          if (signal.aborted) return { result: 'cancelled', reason: 'superseded' }
          last = await options.runner.act(action.deviceId, command)
          if (last.result !== 'confirmed') return last
        }
        return last
      }
    },
  }

  /** A miner at lower power is brought back by its limit; one that sleeps is woken first. */
  function commandsOf({ deviceId, command }: LawAction): DeviceCommand[] {
    const abilities = options.capabilitiesOf(deviceId)
    const range = abilities?.powerLimit === 'yes' ? abilities.powerLimitWatts : null
    const isAsleep = modeOfKey(deviceId) === 'asleep'
    const wake: DeviceCommand[] = isAsleep ? [{ kind: 'wake' }] : []
    switch (command) {
      case 'sleep':
        return [{ kind: 'sleep' }]
      case 'lower':
        return range ? [{ kind: 'power-limit', watts: range.min }] : []
      case 'start-low':
        return range ? [{ kind: 'power-limit', watts: range.min }, ...wake] : []
      case 'start':
        return range && !isAsleep ? [{ kind: 'power-limit', watts: range.max }] : [{ kind: 'wake' }]
    }
  }

  function modeOfKey(key: string): DeviceMode {
    const entry = table.get(key)
    return entry === undefined ? 'unknown' : (shownBy(entry)?.mode ?? modeOf(entry))
  }
}

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

/** Only the order matters to the law, and on board that of hashes for a watt is the same as that of revenue. */
function hashesPerWatt({ lastSample }: DeviceEntry): number | null {
  if (!lastSample?.hashrateGhs || !lastSample.powerWatts) return null
  return lastSample.hashrateGhs / lastSample.powerWatts
}

function outcomeOf({ result }: CommandEnd): ActOutcome {
  return result === 'expired' || result === 'cancelled' ? 'unconfirmed' : result
}

import type { PowerEvent } from '@shipminer/contract/power/environment'
import { type Sample, stateOfSample } from '@shipminer/contract/telemetry'
import { type StopWatch, watchStop } from '@shipminer/domain/generator/plan/owner-stop'
import type { CommandRunner } from '../commands/command-runner.ts'
import type { DeviceCapabilities } from '../drivers/device-control.ts'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import type { DeviceTable } from '../poll/device-table.ts'
import type { OwnerWishes } from './wishes/owner-wishes.ts'

const LOOK_MS = 2_000

/** Null: the sample does not say it. */
function isMiningBy(sample: Sample): boolean | null {
  if (sample.hashrateGhs !== null && sample.hashrateGhs > 0) return true
  const state = stateOfSample(sample)
  return state === null && sample.hashrateGhs === null ? null : state === 'mining'
}

/** Makes sure that a miner that its owner stopped stays stopped, no matter who starts it, with or without a generator that is followed. */
export function startStopGuard(options: {
  runner: Pick<CommandRunner, 'act'>
  table: DeviceTable
  wishes: Pick<OwnerWishes, 'isStopped'>
  capabilitiesOf: (deviceKey: string) => DeviceCapabilities | null
  /** It is getting new firmware: it may wake up with it, and is put to rest again by what installs that. */
  isUpdating?: (deviceKey: string) => boolean
  onEvent: (event: PowerEvent) => void
  clock: Clock
  log: Logger
}): {
  look(): void
  /** Puts a miner that its owner stopped to rest. Resolves when that has ended, whichever way. */
  putToRest(deviceKey: string): Promise<void>
  stop(): void
} {
  const { runner, table, wishes, clock, log } = options
  const watched = new Map<string, { watch: StopWatch; seenAt: number | null }>()

  function look(): void {
    for (const { identity, lastSample, displaced } of table.entries()) {
      const { key } = identity
      if (!wishes.isStopped(key) || options.isUpdating?.(key)) {
        watched.delete(key)
        continue
      }
      const known = watched.get(key)
      const seenAt = lastSample?.sampledAt ?? null
      const isSeen = !displaced && seenAt !== null && known !== undefined && seenAt !== known.seenAt
      const isMining = lastSample === null ? null : isMiningBy(lastSample)
      const { watch, isDue, isNew } = watchStop(
        known?.watch ?? null,
        clock.monotonic(),
        isSeen ? isMining : null,
      )
      watched.set(key, { watch, seenAt })
      if (isNew)
        options.onEvent({
          at: clock.now(),
          kind: 'ran-against-stop',
          deviceKey: key,
          watts: lastSample?.powerWatts ?? null,
        })
      if (isDue) stopAgain(key)
    }
  }

  function stopAgain(key: string): void {
    log.warn({ deviceKey: key }, 'a miner runs though its owner stopped it: it is stopped again')
    void putToRest(key)
  }

  async function putToRest(key: string): Promise<void> {
    const canSleep = options.capabilitiesOf(key)?.sleep
    const kind = canSleep === 'yes' || canSleep === 'untried' ? 'sleep' : 'stop'
    try {
      const { result } = await runner.act(key, { kind })
      if (result !== 'confirmed') log.error({ deviceKey: key, kind, result }, 'it could not be stopped again')
    } catch (error) {
      log.error({ deviceKey: key, error: errorText(error) }, 'a stop failed')
    }
  }

  const timer = setInterval(look, LOOK_MS)
  return { look, putToRest, stop: () => clearInterval(timer) }
}

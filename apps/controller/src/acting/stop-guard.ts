import type { PowerEvent } from '@shipminer/contract/environment'
import { type StopWatch, watchStop } from '@shipminer/domain/generator/owner-stop'
import type { CommandRunner } from '../commands/command-runner.ts'
import type { DeviceCapabilities } from '../drivers/control.ts'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import type { DeviceTable } from '../poll/device-table.ts'
import type { OwnerWishes } from './owner-wishes.ts'

const LOOK_MS = 2_000

/** Makes sure that a miner that its owner stopped stays stopped, no matter who starts it, with or without a generator that is followed. */
export function startStopGuard(options: {
  runner: Pick<CommandRunner, 'act'>
  table: DeviceTable
  wishes: Pick<OwnerWishes, 'isStopped'>
  capabilitiesOf: (deviceKey: string) => DeviceCapabilities | null
  onEvent: (event: PowerEvent) => void
  clock: Clock
  log: Logger
}): { look(): void; stop(): void } {
  const { runner, table, wishes, clock, log } = options
  const watched = new Map<string, { watch: StopWatch; seenAt: number | null }>()

  function look(): void {
    for (const { identity, lastSample, displaced } of table.entries()) {
      const { key } = identity
      if (!wishes.isStopped(key)) {
        watched.delete(key)
        continue
      }
      const known = watched.get(key)
      const seenAt = lastSample?.sampledAt ?? null
      const isSeen = !displaced && seenAt !== null && known !== undefined && seenAt !== known.seenAt
      const isMining = lastSample?.state === 'mining' || (lastSample?.hashrateGhs ?? 0) > 0
      const { watch, tell, isNew } = watchStop(
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
      if (tell) stopAgain(key)
    }
  }

  function stopAgain(key: string): void {
    const canSleep = options.capabilitiesOf(key)?.sleep
    const kind = canSleep === 'yes' || canSleep === 'untried' ? 'sleep' : 'stop'
    log.warn({ deviceKey: key, kind }, 'a miner runs though its owner stopped it: it is stopped again')
    runner
      .act(key, { kind })
      .then(({ result }) => {
        if (result !== 'confirmed') log.error({ deviceKey: key, result }, 'it could not be stopped again')
      })
      .catch((error: unknown) => log.error({ deviceKey: key, error: errorText(error) }, 'a stop failed'))
  }

  const timer = setInterval(look, LOOK_MS)
  return { look, stop: () => clearInterval(timer) }
}

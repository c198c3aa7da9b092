import { errorText, type Logger } from '../platform/logger.ts'
import type { HeartbeatOutput } from './heartbeat.ts'

/** The switch of the cooling pump. */
export type Pump = {
  /** Called with every turn: writes a change at once, and what is in force again from time to time. */
  set(on: boolean, now: number): void
  /** Leaves the pump as it is: water that flows harms nobody. */
  close(): Promise<void>
}

/** A relay that lost its power comes back as it likes: its state is written again this often, ms. */
const rewriteAfterMs = 10_000

/** Never throws: a relay that does not take it gets it again, and the flow contact shows whether there is water. */
export function createPump(output: Pick<HeartbeatOutput, 'name' | 'set' | 'close'>, log: Logger): Pump {
  let written: boolean | null = null
  let writtenAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | null = null
  let isFailing = false
  return {
    set(on, now) {
      if (writing !== null || (on === written && now - writtenAt < rewriteAfterMs)) return
      written = on
      writtenAt = now
      writing = output
        .set(on)
        .then(() => {
          isFailing = false
        })
        .catch((error: unknown) => {
          written = null
          if (!isFailing)
            log.error({ output: output.name, cause: errorText(error) }, 'the pump cannot be switched')
          isFailing = true
        })
        .finally(() => {
          writing = null
        })
    },
    async close() {
      await writing
      await output.close()
    },
  }
}

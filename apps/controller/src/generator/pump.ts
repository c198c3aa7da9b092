import { errorText, type Logger } from '../platform/logger.ts'
import type { HeartbeatOutput } from './heartbeat.ts'

/** The switch of the cooling pump. */
export type Pump = {
  /** Called with every turn: writes a change at once, and what is in force again from time to time. */
  set(on: boolean, now: number): void
  /** Leaves the pump as it is: water that flows harms nobody. */
  close(): Promise<void>
}

/** A relay that lost its power comes back as it likes: it is told again this often, ms. */
const retellMs = 10_000

/** Never throws: a relay that does not take it is told again, and the flow contact tells whether there is water. */
export function createPump(output: Pick<HeartbeatOutput, 'name' | 'set' | 'close'>, log: Logger): Pump {
  let told: boolean | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | null = null
  let isFailing = false
  return {
    set(on, now) {
      if (writing !== null || (on === told && now - toldAt < retellMs)) return
      told = on
      toldAt = now
      writing = output
        .set(on)
        .then(() => {
          isFailing = false
        })
        .catch((error: unknown) => {
          told = null
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

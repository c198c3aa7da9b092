import { open } from 'node:fs/promises'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import { createModbusClient } from './modbus/modbus-client.ts'

/** A line that carries the pulse: a coil of a Modbus relay, or a file as the `value` of a GPIO line in sysfs. */
export const HeartbeatOutputSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('modbus-coil'),
    host: z.string().min(1).max(253),
    port: z.number().int().min(1).max(65_535).default(502),
    unit: z.number().int().min(0).max(255).default(1),
    address: z.number().int().min(0).max(65_535),
  }),
  z.object({ kind: z.literal('file'), path: z.string().min(1).max(1_000) }),
])
export type HeartbeatOutputSettings = z.infer<typeof HeartbeatOutputSchema>

/** One output. `set` throws what the device or the file system says. */
export type HeartbeatOutput = {
  readonly name: string
  set(on: boolean): Promise<void>
  close(): Promise<void>
}

const coilTimeoutMs = 400

export function openHeartbeatOutput(settings: HeartbeatOutputSettings): HeartbeatOutput {
  if (settings.kind === 'modbus-coil') {
    const client = createModbusClient({ ...settings, timeoutMs: coilTimeoutMs })
    return {
      name: `coil ${settings.address} of ${settings.host}`,
      async set(on) {
        const answer = await client.ask({ kind: 'write-coil', address: settings.address, on })
        if (!answer.ok) throw new Error(`the relay did not take it: ${answer.reason}`)
      },
      close: async () => client.close(),
    }
  }
  return {
    name: settings.path,
    async set(on) {
      // Opened for every beat: a line that is exported anew gets a new file.
      const file = await open(settings.path, 'r+').catch(() => open(settings.path, 'w'))
      try {
        await file.write(on ? '1\n' : '0\n', 0)
      } finally {
        await file.close()
      }
    },
    close: async () => {},
  }
}

export type Heartbeat = {
  /** One turn of the loop: changes the level when half a period has passed, or lets it fall when `beats` is false. */
  feed(beats: boolean): void
  status(): { beating: boolean; failures: { output: string; cause: string }[] }
  /** Lets every output fall and closes it. */
  stop(): Promise<void>
}

/** Half a period of the pulse, ms. A relay that drops after 2 s without a change sees at least three. */
export const heartbeatHalfPeriodMs = 500

/**
 * A pulse on every output that lives on being fed: no timer of its own, so that it stands still when the loop does. A level that stays, high or
 * low, means no power: the relay behind it must want changes (docs/safety.md).
 */
export function createHeartbeat(options: {
  outputs: readonly HeartbeatOutput[]
  clock: Clock
  log: Logger
}): Heartbeat {
  const { clock, log } = options
  const lines = options.outputs.map((output) => ({
    output,
    busy: null as Promise<void> | null,
    cause: null as string | null,
  }))
  let level = false
  let changedAt = Number.NEGATIVE_INFINITY
  let beating = false

  function write(on: boolean): void {
    for (const line of lines) {
      // An output that hangs misses beats, and its relay drops, which is what it should do.
      if (line.busy !== null) continue
      line.busy = line.output
        .set(on)
        .then(() => {
          line.cause = null
        })
        .catch((error: unknown) => {
          const cause = errorText(error)
          if (line.cause === null) log.error({ output: line.output.name, cause }, 'heartbeat output failed')
          line.cause = cause
        })
        .finally(() => {
          line.busy = null
        })
    }
  }

  return {
    feed(beats) {
      const now = clock.monotonic()
      if (!beats) {
        if (beating || now - changedAt >= heartbeatHalfPeriodMs) {
          level = false
          changedAt = now
          write(false)
        }
        beating = false
        return
      }
      beating = true
      if (now - changedAt < heartbeatHalfPeriodMs) return
      level = !level
      changedAt = now
      write(level)
    },
    status: () => ({
      beating,
      failures: lines.flatMap(({ output, cause }) =>
        cause === null ? [] : [{ output: output.name, cause }],
      ),
    }),
    async stop() {
      beating = false
      await Promise.all(
        lines.map(async ({ output, busy }) => {
          await busy
          await output.set(false).catch(() => {})
          await output.close()
        }),
      )
    },
  }
}

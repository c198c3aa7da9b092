import { open } from 'node:fs/promises'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import { createModbusClient } from './modbus/modbus-client.ts'

/** A line that carries the pulse: a coil of a Modbus relay, or a file as the `value` of a GPIO line in sysfs. */
const form = {
  /** A pulse for a watchdog relay, or a level that is on while the boxes may have power: for a second relay in series that opens at once. */
  form: z.enum(['pulse', 'level']).default('pulse'),
  /** Which group of boxes it controls; groups get their power one after the other, 0 first. */
  group: z.number().int().min(0).max(15).default(0),
}
export const HeartbeatOutputSchema = z.discriminatedUnion('kind', [
  z.object({
    ...form,
    kind: z.literal('modbus-coil'),
    host: z.string().min(1).max(253),
    port: z.number().int().min(1).max(65_535).default(502),
    unit: z.number().int().min(0).max(255).default(1),
    address: z.number().int().min(0).max(65_535),
  }),
  z.object({ ...form, kind: z.literal('file'), path: z.string().min(1).max(1_000) }),
])
export type HeartbeatOutputSettings = z.infer<typeof HeartbeatOutputSchema>

/** One output. `set` throws what the device or the file system says. */
export type HeartbeatOutput = {
  readonly name: string
  readonly form: 'pulse' | 'level'
  readonly group: number
  set(on: boolean): Promise<void>
  close(): Promise<void>
}

const coilTimeoutMs = 400

export function openHeartbeatOutput(settings: HeartbeatOutputSettings): HeartbeatOutput {
  const { form, group } = settings
  if (settings.kind === 'modbus-coil') {
    const client = createModbusClient({ ...settings, timeoutMs: coilTimeoutMs })
    return {
      form,
      group,
      name: `coil ${settings.address} of ${settings.host}`,
      async set(on) {
        const answer = await client.ask({ kind: 'write-coil', address: settings.address, on })
        if (!answer.ok) throw new Error(`the relay did not take it: ${answer.reason}`)
      },
      close: async () => client.close(),
    }
  }
  return {
    form,
    group,
    name: settings.path,
    async set(on) {
      // Opened for every beat: a line that is exported again gets a new file.
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

/** What the boxes may have: whether the pulse continues, and for how many groups. */
export type Beats = { pulses: boolean; groups: number }
export const noBeats: Beats = { pulses: false, groups: 0 }

export type Heartbeat = {
  /** One turn of the loop: changes the levels when half a period has passed, or drops them. */
  feed(beats: Beats): void
  status(): { beating: boolean; failures: { output: string; cause: string }[] }
  /** Drops every output and closes it. */
  stop(): Promise<void>
}

/** Half a period of the pulse, ms. A relay that drops after 2 s without a change sees at least three. */
export const heartbeatHalfPeriodMs = 500

/**
 * A pulse on every output that must be fed: it has no timer of its own, so that it stops when the loop does. A level that stays, high or
 * low, means no power: the relay behind it must require changes (docs/safety.md).
 */
export function createHeartbeat(options: {
  outputs: readonly HeartbeatOutput[]
  clock: Clock
  log: Logger
}): Heartbeat {
  const { clock, log } = options
  const lines = options.outputs.map((output) => ({
    output,
    level: false,
    isOn: false,
    changedAt: Number.NEGATIVE_INFINITY,
    busy: null as Promise<void> | null,
    cause: null as string | null,
  }))
  type Line = (typeof lines)[number]
  let beating = false

  function write(line: Line, level: boolean): void {
    line.level = level
    line.changedAt = clock.monotonic()
    // An output that hangs misses beats, and its relay drops, which is what it should do.
    if (line.busy !== null) return
    line.busy = line.output
      .set(level)
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
        // An "off" that arrived while it was busy must not be lost.
        if (!line.isOn && level) write(line, false)
      })
  }

  return {
    feed({ pulses, groups }) {
      const now = clock.monotonic()
      beating = pulses && groups > 0
      for (const line of lines) {
        const { form, group } = line.output
        const isOn = group < groups && (form === 'level' || pulses)
        const isChange = isOn !== line.isOn
        line.isOn = isOn
        if (isOn ? isChange && form === 'level' : isChange) write(line, isOn)
        else if (now - line.changedAt >= heartbeatHalfPeriodMs)
          write(line, isOn && (form === 'level' || !line.level))
      }
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
        lines.map(async (line) => {
          line.isOn = false
          await line.busy
          await line.output.set(false).catch(() => {})
          await line.output.close()
        }),
      )
    },
  }
}

import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { HeartbeatOutputSchema } from './heartbeat.ts'
import { createModbusClient } from './modbus/modbus-client.ts'
import { RegisterSchema, registerCount, registerValueKw } from './modbus/register-value.ts'

/** Which values mean that a set feeds the ship: a bit, one of some values or words, or more than something. */
const RunningWhenSchema = z.union([
  z.strictObject({ bit: z.number().int().min(0).max(31) }),
  z.strictObject({
    oneOf: z
      .array(z.union([z.number(), z.boolean(), z.string().max(100)]))
      .min(1)
      .max(20),
  }),
  z.strictObject({ above: z.number() }),
])
type RunningWhen = z.infer<typeof RunningWhenSchema>

/** Where the signal of a set's breaker, or of its engine, is read. */
const RunningSignalSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('modbus-tcp'),
    host: z.string().min(1).max(253),
    port: z.number().int().min(1).max(65_535).default(502),
    unit: z.number().int().min(0).max(255).default(1),
    register: RegisterSchema.extend({
      type: RegisterSchema.shape.type.default('uint16'),
      scale: RegisterSchema.shape.scale.default(1),
    }),
    when: RunningWhenSchema,
  }),
  z.object({
    kind: z.literal('signal-k'),
    baseUrl: z.url({ protocol: /^https?$/ }),
    path: z.string().regex(/^[\w.:-]{1,200}$/),
    when: RunningWhenSchema,
    /** A value that the server received longer ago is not known. */
    maxAgeMs: z.number().int().min(1_000).max(600_000).default(10_000),
  }),
  z.object({
    kind: z.literal('file'),
    path: z.string().min(1).max(1_000),
    when: RunningWhenSchema.default({ oneOf: ['1'] }),
  }),
])
export type RunningSignal = z.infer<typeof RunningSignalSchema>

/** A generator of several: what it can give, and how it is known that it feeds the ship. */
export const GeneratorSetSchema = z.object({
  name: z.string().min(1).max(40),
  capacityKw: z.number().min(1).max(100_000),
  running: RunningSignalSchema,
})

/** A step of the ship that announces itself: while its signal is on, this much more room is kept free. */
export const ReadyStepSchema = z.object({
  name: z.string().min(1).max(40),
  reserveKw: z.number().min(0.1).max(100_000),
  signal: RunningSignalSchema,
})

/** Shore power or batteries: while its signal is on, they feed the ship in place of the generator. */
export const SupplySchema = z.object({ is: z.enum(['shore', 'battery']), signal: RunningSignalSchema })

/** The miners' cooling water: where its flow is read, and the pump, where the box switches it. */
export const CoolingSchema = z.object({
  flow: RunningSignalSchema,
  pump: HeartbeatOutputSchema.nullable().default(null),
  /** How long the pump runs on after the last miner. */
  runOnSeconds: z.number().int().min(30).max(3_600).default(300),
})

/** Whether a value means that the set feeds the ship; null where it says neither. */
export function isRunningBy(value: unknown, when: RunningWhen): boolean | null {
  if ('oneOf' in when) {
    if (!['number', 'boolean', 'string'].includes(typeof value)) return null
    return when.oneOf.some((one) => String(one).toLowerCase() === String(value).toLowerCase())
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  if ('above' in when) return value > when.above
  return Number.isInteger(value) && value >= 0 ? Math.floor(value / 2 ** when.bit) % 2 === 1 : null
}

type SignalValue = { value: unknown; ageMs: number }
const nothing: SignalValue = { value: null, ageMs: 0 }

export type SetSource = { start(): void; stop(): Promise<void> }

const intervalMs = 1_000
const timeoutMs = 2_000

/** Reads the signal of one set again and again; null whenever it cannot be read. Never throws. */
export function createSetSource(options: {
  signal: RunningSignal
  /** `ageMs`: how old the value was when it was read. */
  onState: (isRunning: boolean | null, ageMs: number) => void
  fetchFn: typeof fetch
  /** The access that the Signal K server gave to this controller; null: none. */
  token: () => string | null
}): SetSource {
  const { signal } = options
  const client =
    signal.kind === 'modbus-tcp' ? createModbusClient({ ...signal, timeoutMs }) : { close: () => {} }
  const read = readerOf(signal, client, options)
  let isStopped = true
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  async function turn(): Promise<void> {
    const { value, ageMs } = await read().catch(() => nothing)
    if (isStopped) return
    options.onState(isRunningBy(value, signal.when), ageMs)
    timer = setTimeout(() => {
      running = turn()
    }, intervalMs)
  }

  return {
    start() {
      if (!isStopped) return
      isStopped = false
      running = turn()
    },
    async stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      client.close()
      await running
    },
  }
}

function readerOf(
  signal: RunningSignal,
  client: Partial<ReturnType<typeof createModbusClient>>,
  { fetchFn, token }: { fetchFn: typeof fetch; token: () => string | null },
): () => Promise<SignalValue> {
  switch (signal.kind) {
    case 'file':
      return async () => ({ value: (await readFile(signal.path, 'utf8')).trim(), ageMs: 0 })
    case 'modbus-tcp':
      return async () => {
        const { register } = signal
        const answer = await client.ask?.({
          kind: register.kind,
          address: register.address,
          count: registerCount(register),
        })
        return answer?.ok ? { value: registerValueKw(register, answer.registers), ageMs: 0 } : nothing
      }
    case 'signal-k':
      return () => readPath(signal, fetchFn, token())
  }
}

const ValueSchema = z.object({ value: z.unknown(), timestamp: z.string() })

/** The value of a path, when the server received it lately by its own clock. */
async function readPath(
  { baseUrl, path, maxAgeMs }: Extract<RunningSignal, { kind: 'signal-k' }>,
  fetchFn: typeof fetch,
  token: string | null,
): Promise<SignalValue> {
  const url = new URL(`/signalk/v1/api/vessels/self/${path.replaceAll('.', '/')}`, baseUrl)
  const response = await fetchFn(url, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const serverTime = Date.parse(response.headers.get('date') ?? '')
  if (!response.ok) return nothing
  const { value, timestamp } = ValueSchema.parse(await response.json())
  const ageMs = serverTime - Date.parse(timestamp)
  // The header has whole seconds only.
  return Math.abs(ageMs) <= maxAgeMs + 1_000 ? { value, ageMs: Math.max(0, ageMs) } : nothing
}

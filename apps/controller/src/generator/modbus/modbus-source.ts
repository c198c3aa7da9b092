import type { LoadReading } from '@shipminer/domain/generator/load-reading'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LoadSource, LoadSourceStatus, OnReading } from '../load-source.ts'
import { createModbusClient } from './modbus-client.ts'
import { type Register, RegisterSchema, registerCount, registerValueKw } from './register-value.ts'

/** A meter or generator controller: where it is, and where its power stands. */
export const ModbusMeterSchema = z.object({
  host: z.string().min(1).max(253),
  port: z.number().int().min(1).max(65_535).default(502),
  unit: z.number().int().min(0).max(255).default(1),
  /** The sum of all phases; may be left out where the phases are given. */
  total: RegisterSchema.nullable().default(null),
  phases: z.array(RegisterSchema).max(3).default([]),
  /** More than this is a broken meter, kW. */
  mostKw: z.number().positive(),
  intervalMs: z.number().int().min(200).max(10_000).default(500),
  timeoutMs: z.number().int().min(100).max(10_000).default(1_000),
})
export type ModbusMeter = z.infer<typeof ModbusMeterSchema>

/** Small negative power is the error of a meter at no load, kW. */
const leastKw = -1

/** Reads the load from a Modbus TCP device again and again. A figure that is missing or impossible makes no reading at all. */
export function createModbusSource(options: {
  meter: ModbusMeter
  onReading: OnReading
  clock: Clock
  log: Logger
}): LoadSource {
  const { meter, clock, log } = options
  const client = createModbusClient(meter)
  let state: LoadSourceStatus['state'] = 'stopped'
  let detail: string | null = null
  let lastReadingAt: number | null = null
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  async function readRegister(register: Register): Promise<number> {
    const { kind, address } = register
    const answer = await client.ask({ kind, address, count: registerCount(register) })
    if (!answer.ok)
      throw new MeterError(answer.reason === 'exception' ? `refused (${answer.code})` : answer.reason)
    const kw = registerValueKw(register, answer.registers)
    if (kw === null || kw < leastKw || kw > meter.mostKw)
      throw new MeterError(`implausible value at ${address}`)
    return Math.max(0, kw)
  }

  async function readOnce(): Promise<LoadReading> {
    const phasesKw: number[] = []
    for (const phase of meter.phases) phasesKw.push(await readRegister(phase))
    const generatorLoadKw =
      meter.total === null ? phasesKw.reduce((sum, kw) => sum + kw, 0) : await readRegister(meter.total)
    return {
      generatorLoadKw,
      phasesKw,
      shipNeedsPower: false,
      powerSource: 'generator',
      arrivedAt: clock.monotonic(),
      source: `Modbus ${meter.host}`,
    }
  }

  async function turn(): Promise<void> {
    const startedAt = clock.monotonic()
    try {
      const reading = await readOnce()
      if (state === 'stopped') return
      lastReadingAt = reading.arrivedAt
      state = 'connected'
      detail = null
      options.onReading(reading)
    } catch (error) {
      if (!(error instanceof MeterError)) throw error
      if (state === 'stopped') return
      if (state === 'connected') log.warn({ cause: error.message }, 'meter does not answer')
      state = 'waiting'
      detail = error.message
    }
    const spentMs = clock.monotonic() - startedAt
    timer = setTimeout(
      () => {
        running = turn()
      },
      Math.max(50, meter.intervalMs - spentMs),
    )
  }

  return {
    start() {
      if (state !== 'stopped') return
      state = 'connecting'
      running = turn()
    },
    status: () => ({ kind: 'modbus-tcp', state, detail, lastReadingAt }),
    async stop() {
      state = 'stopped'
      if (timer !== null) clearTimeout(timer)
      client.close()
      await running
    },
  }
}

class MeterError extends Error {}

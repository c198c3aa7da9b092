import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LoadSource, OnReading } from '../load-source.ts'
import { MeterError, type MeterFigures } from '../meter/meter-figures.ts'
import type { OnIdentity } from '../meter/meter-identity.ts'
import { createPolledSource } from '../meter/polled-source.ts'
import { exportedMap, MeterPresetSchema, meterPresets } from './meter-presets.ts'
import { createModbusClient } from './modbus-client.ts'
import { createIdentityReader } from './modbus-identity.ts'
import { type Register, RegisterSchema, registerCount, registerValueKw } from './register-value.ts'

/** A meter or generator controller: its address, and the registers of its power. */
export const ModbusMeterSchema = z.object({
  host: z.string().min(1).max(253),
  port: z.number().int().min(1).max(65_535).default(502),
  unit: z.number().int().min(0).max(255).default(1),
  /** A meter by name; registers that are given as well count instead of its own. */
  preset: MeterPresetSchema.nullable().default(null),
  /** Of the current transformers, where the meter does not apply it itself: power and current are multiplied by it. */
  ratio: z.number().min(1).max(10_000).default(1),
  /** Scaled to V, phase to neutral. Where they are measured, a load counts only with a plausible voltage and frequency. */
  voltages: z.array(RegisterSchema).max(3).default([]),
  /** The sum of all phases; may be left out where the phases are given. Without both only the frequency is measured. */
  total: RegisterSchema.nullable().default(null),
  phases: z.array(RegisterSchema).max(3).default([]),
  /** Scaled to Hz and A: further inputs of the contactor. */
  frequency: RegisterSchema.nullable().default(null),
  currents: z.array(RegisterSchema).max(3).default([]),
  /** What the generator can give at most, kW: what a reading is checked against. More is an overload; many times more is a wrong scale. */
  mostKw: z.number().positive(),
  /** Registers that the meter gives in one answer at most. */
  blockRegisters: z.number().int().min(1).max(125).default(80),
  intervalMs: z.number().int().min(200).max(10_000).default(500),
  timeoutMs: z.number().int().min(100).max(10_000).default(1_000),
})
export type ModbusMeter = z.infer<typeof ModbusMeterSchema>

/** The meter with the registers of its preset, and with its ratio applied. */
function resolveMeter(given: ModbusMeter): ModbusMeter {
  const preset = given.preset === null || given.preset === exportedMap ? null : meterPresets[given.preset]
  const scaleByRatio = (register: Register): Register => ({
    ...register,
    scale: register.scale * given.ratio,
  })
  const own = <Kind extends 'phases' | 'currents' | 'voltages'>(kind: Kind): Register[] =>
    given[kind].length > 0 ? given[kind] : (preset?.[kind] ?? [])
  const total = given.total ?? (given.phases.length > 0 ? null : (preset?.total ?? null))
  return {
    ...given,
    phases: own('phases').map(scaleByRatio),
    currents: own('currents').map(scaleByRatio),
    total: total === null ? null : scaleByRatio(total),
    voltages: own('voltages'),
    frequency: given.frequency ?? preset?.frequency ?? null,
  }
}

/** Reads the load from a Modbus TCP device again and again. */
export function createModbusSource(options: {
  meter: ModbusMeter
  onReading: OnReading
  onIdentity?: OnIdentity | undefined
  clock: Clock
  log: Logger
}): LoadSource {
  const { clock } = options
  const meter = resolveMeter(options.meter)
  const client = createModbusClient(meter)
  const wanted = [
    ...meter.phases,
    ...(meter.total === null ? [] : [meter.total]),
    ...(meter.frequency === null ? [] : [meter.frequency]),
    ...meter.currents,
    ...meter.voltages,
  ]
  let blocks = blocksOf(wanted, meter.blockRegisters)

  /** All registers, block after block; as old as the first request. */
  async function readFigures(): Promise<MeterFigures> {
    const arrivedAt = clock.monotonic()
    const words = new Map<string, readonly number[]>()
    for (const { kind, address, count, registers } of blocks) {
      const answer = await client.ask({ kind, address, count })
      if (!answer.ok) {
        // Some meters give nothing across a gap in their map: then each is requested by itself.
        if (answer.reason === 'exception' && registers.length > 1) blocks = blocksOf(wanted, 0)
        throw new MeterError(answer.reason === 'exception' ? `refused (${answer.code})` : answer.reason)
      }
      for (const one of registers)
        words.set(
          keyOf(one),
          answer.registers.slice(one.address - address, one.address - address + registerCount(one)),
        )
    }
    const figureOf = (register: Register) => {
      const value = registerValueKw(register, words.get(keyOf(register)) ?? [])
      if (value === null) throw new MeterError(`implausible value at ${register.address}`)
      return value
    }
    return {
      totalKw: meter.total === null ? null : figureOf(meter.total),
      phasesKw: meter.phases.map(figureOf),
      voltages: meter.voltages.map(figureOf),
      currents: meter.currents.map(figureOf),
      frequencyHz: meter.frequency === null ? null : figureOf(meter.frequency),
      arrivedAt,
    }
  }

  return createPolledSource({
    ...options,
    kind: 'modbus-tcp',
    source: `Modbus ${meter.host}`,
    presetName: () => meter.preset,
    mostKw: meter.mostKw,
    intervalMs: meter.intervalMs,
    readFigures,
    readIdentity: createIdentityReader(client, meter.preset),
    close: client.close,
  })
}

type Block = { kind: Register['kind']; address: number; count: number; registers: Register[] }
const keyOf = ({ kind, address }: Register) => `${kind} ${address}`

/** Registers grouped so that a slow meter is queried as seldom as possible: phases read one after the other are from different moments. */
function blocksOf(wanted: readonly Register[], most: number): Block[] {
  const sorted = wanted.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.address - b.address)
  const blocks: Block[] = []
  for (const register of sorted) {
    const last = blocks.at(-1)
    const end = register.address + registerCount(register)
    if (last?.kind === register.kind && end - last.address <= most) {
      last.count = Math.max(last.count, end - last.address)
      last.registers.push(register)
    } else
      blocks.push({
        kind: register.kind,
        address: register.address,
        count: registerCount(register),
        registers: [register],
      })
  }
  return blocks
}

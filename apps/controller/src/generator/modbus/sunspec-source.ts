import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LoadSource, OnReading } from '../load-source.ts'
import { MeterError, type MeterFigures } from '../meter/meter-figures.ts'
import type { OnIdentity } from '../meter/meter-identity.ts'
import { createPolledSource } from '../meter/polled-source.ts'
import { createModbusClient } from './modbus-client.ts'
import { readRegisters } from './read-registers.ts'
import { findSunspec, modelRegisters, readMeterModel, readSunspecIdentity } from './sunspec.ts'

/** A meter that describes itself: models 201 to 204 and 211 to 214 of SunSpec. */
export const SunspecMeterSchema = z.object({
  host: z.string().min(1).max(253),
  port: z.number().int().min(1).max(65_535).default(502),
  unit: z.number().int().min(0).max(255).default(1),
  /** Of the current transformers, where the meter does not apply it itself. */
  ratio: z.number().min(1).max(10_000).default(1),
  /** It counts what it gives as negative. */
  isReversed: z.boolean().default(false),
  mostKw: z.number().positive(),
  intervalMs: z.number().int().min(200).max(10_000).default(500),
  timeoutMs: z.number().int().min(100).max(10_000).default(1_000),
})
export type SunspecMeter = z.infer<typeof SunspecMeterSchema>

/** Where the model of the meter is, and the common one that says who it is; null: there is none. */
type Found = { id: number; at: number; commonAt: number | null }

/** Finds the meter's model, and reads it again and again. */
export function createSunspecSource(options: {
  meter: SunspecMeter
  onReading: OnReading
  onIdentity?: OnIdentity | undefined
  clock: Clock
  log: Logger
}): LoadSource {
  const { meter, clock } = options
  const client = createModbusClient(meter)
  let found: Found | null = null
  let name: string | null = null

  const read = (address: number, count: number) => readRegisters(client, { kind: 'holding', address, count })

  async function findModel(): Promise<Found> {
    const device = await findSunspec(read)
    if (device === null) throw new MeterError('no SunSpec device at this address')
    const { meter: model, commonAt } = device
    if (model === null) throw new MeterError('SunSpec without a meter (models 201 to 204, 211 to 214)')
    return { ...model, commonAt }
  }

  async function readFigures(): Promise<MeterFigures> {
    found ??= await findModel()
    const { id, at } = found
    const arrivedAt = clock.monotonic()
    const words = await read(at, modelRegisters(id))
    if (words?.[0] !== id) {
      // Another device, or another map: it is looked for anew.
      found = null
      throw new MeterError('the meter has changed')
    }
    name = `SunSpec ${id}`
    return { ...readMeterModel(id, words, meter), arrivedAt }
  }

  const readIdentity = (withinMs: number) =>
    readSunspecIdentity(found?.commonAt ?? null, (address, count) =>
      readRegisters(client, { kind: 'holding', address, count }, { withinMs }),
    )

  return createPolledSource({
    ...options,
    kind: 'sunspec',
    source: `SunSpec ${meter.host}`,
    presetName: () => name,
    mostKw: meter.mostKw,
    intervalMs: meter.intervalMs,
    readFigures,
    readIdentity,
    close: client.close,
  })
}

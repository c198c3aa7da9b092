import { z } from 'zod'
import type { Ship } from '../ship/start-ship.ts'
import { createGenerator, type Generator } from './generator.ts'
import { type ModbusPanel, startModbusPanel } from './modbus-panel.ts'
import { createShipLoad, LoadScriptSchema, type ShipLoad } from './ship-load.ts'
import { type SignalKServer, startSignalKServer } from './signal-k-server.ts'

export const GeneratorOptionsSchema = z.object({
  capacityKw: z.number().positive().max(100_000).default(100),
  load: LoadScriptSchema.default({ baseKw: 20, steps: [] }),
  bus: z.string().regex(/^\w+$/).default('generator1'),
  contactorFeedsMiners: z.boolean().default(false),
  needsToken: z.boolean().default(false),
  signalKPort: z.number().int().min(0).max(65_535).default(0),
  modbusPort: z.number().int().min(0).max(65_535).default(0),
})

/** The generator of a ship with its meters. Miners load it as long as they have power. */
export type ShipGenerator = {
  readonly generator: Generator
  readonly shipLoad: ShipLoad
  readonly signalK: SignalKServer
  readonly panel: ModbusPanel
  close(): Promise<void>
}

/**
 * Puts a generator under a running ship: what its miners take and what the ship takes is what the meters report. Miners behind the
 * contactor load it only while that is closed.
 */
export async function startShipGenerator(
  ship: Pick<Ship, 'clock' | 'devices'>,
  options: z.input<typeof GeneratorOptionsSchema> = {},
): Promise<ShipGenerator> {
  const settings = GeneratorOptionsSchema.parse(options)
  const { clock } = ship
  let hasPower = !settings.contactorFeedsMiners
  const shipLoad = createShipLoad(settings.load, clock)
  const generator = createGenerator({
    capacityKw: settings.capacityKw,
    shipLoad,
    miningWatts: () =>
      hasPower ? ship.devices.reduce((watts, device) => watts + device.truth().state.powerWatts, 0) : 0,
  })
  const signalK = await startSignalKServer({
    generator,
    clock,
    bus: settings.bus,
    needsToken: settings.needsToken,
    port: settings.signalKPort,
  })
  const panel = await startModbusPanel({
    generator,
    clock,
    port: settings.modbusPort,
    onContactor: (isClosed) => {
      if (settings.contactorFeedsMiners) hasPower = isClosed
    },
  }).catch(async (error: unknown) => {
    await signalK.close()
    throw error
  })
  return {
    generator,
    shipLoad,
    signalK,
    panel,
    async close() {
      await signalK.close()
      await panel.close()
    },
  }
}

const KnobsSchema = z
  .object({
    /** kW that stay until set again; null: the script again. */
    shipKw: z.number().min(0).max(100_000).nullable(),
    feed: z.enum(['on', 'frozen', 'cut']),
    /** Decides on every waiting request for access. */
    access: z.enum(['approve', 'deny']),
    /** Ends every stream once. */
    dropStreams: z.literal(true),
  })
  .partial()

/** The generator as the administration port shows it. */
export function describeGenerator({ generator, signalK, panel }: ShipGenerator) {
  return {
    ...generator.view(),
    capacityKw: generator.capacityKw,
    feed: generator.feed,
    contactorClosed: panel.isContactorClosed(),
    signalK: { url: signalK.url, streams: signalK.streams(), requests: signalK.requests() },
    modbus: { host: panel.host, port: panel.port },
  }
}

/** Turns the knobs of the administration port. Throws a `ZodError` on an invalid one. */
export function turnKnobs(ship: ShipGenerator, body: unknown): void {
  const knobs = KnobsSchema.parse(body)
  if (knobs.shipKw !== undefined) ship.shipLoad.set(knobs.shipKw)
  if (knobs.feed !== undefined) ship.generator.feed = knobs.feed
  if (knobs.access !== undefined)
    for (const { id } of ship.signalK.requests()) ship.signalK.decide(id, knobs.access === 'approve')
  if (knobs.dropStreams) ship.signalK.dropStreams()
}

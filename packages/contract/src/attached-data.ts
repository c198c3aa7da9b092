import * as z from 'zod/mini'
import { CommandStateSchema, OrderActionSchema } from './control.ts'
import {
  AlertSchema,
  ControllerSchema,
  MinerStateSchema,
  MinerStatusSchema,
  UnreachableSchema,
} from './mining.ts'
import { FollowerStateSchema } from './power/environment.ts'
import { DeviceStateSchema } from './telemetry.ts'

const known = z.nullable(z.number())

/** One miner as it was. Its last values have the time they are from; `history` runs hour by hour from `historyFrom`, gaps null. */
export const AttachedMinerSchema = z.object({
  id: z.string(),
  name: z.string(),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  firmware: z.nullable(z.string()),
  serial: z.nullable(z.string()),
  controllerId: z.string(),
  sampledAt: z.nullable(z.int()),
  status: MinerStatusSchema,
  state: z.nullable(DeviceStateSchema),
  /** What was concluded then; reports of earlier versions have none. */
  minerState: z.optional(MinerStateSchema),
  unreachable: z.nullable(UnreachableSchema),
  hashrateThs: known,
  expectedHashrateThs: known,
  powerWatts: known,
  temperatureC: known,
  inletTemperatureC: known,
  outletTemperatureC: known,
  fanRpm: z.array(z.number()),
  uptimeSeconds: known,
  boards: z.array(
    z.object({
      index: z.int(),
      dead: z.boolean(),
      hashrateThs: known,
      temperatureC: known,
      chipsOk: z.nullable(z.int()),
      chipsTotal: z.nullable(z.int()),
    }),
  ),
  /** By host alone: neither workers nor passwords are attached. */
  pools: z.array(z.object({ host: z.nullable(z.string()), status: z.string(), active: z.boolean() })),
  history: z.object({
    hashrateThs: z.array(known),
    temperatureC: z.array(known),
    powerWatts: z.array(known),
  }),
})
export type AttachedMiner = z.infer<typeof AttachedMinerSchema>

/** A controller as it was: when it was last seen, what it lost, when it had no line, and its power budget. */
export const AttachedControllerSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.nullable(z.string()),
  status: ControllerSchema.shape.status,
  lastSeenAt: z.nullable(z.int()),
  droppedSamples: z.nullable(z.int()),
  away: z.array(z.object({ from: z.int(), to: z.int() })),
  power: z.nullable(
    z.object({
      sampledAt: z.int(),
      state: FollowerStateSchema,
      generatorLoadWatts: known,
      shipLoadWatts: known,
      miningLoadWatts: known,
      allowedMiningWatts: known,
      curtailedDevices: z.int(),
    }),
  ),
})
export type AttachedController = z.infer<typeof AttachedControllerSchema>

/** A command and its result, without its values. */
export const AttachedCommandSchema = z.object({
  minerId: z.nullable(z.string()),
  minerName: z.nullable(z.string()),
  action: OrderActionSchema,
  state: CommandStateSchema,
  reason: z.nullable(z.string()),
  issuedAt: z.int(),
  finishedAt: z.nullable(z.int()),
})

/** What the server knew at a moment. Unknown is null. No passwords, workers or addresses. */
export const AttachedDataSchema = z.object({
  takenAt: z.int(),
  historyFrom: z.int(),
  shipName: z.nullable(z.string()),
  /** All there are; `miners` may be cut off. */
  minerCount: z.int(),
  miners: z.array(AttachedMinerSchema),
  controllers: z.array(AttachedControllerSchema),
  /** Open ones, and those of the last seven days, newest first. */
  alerts: z.array(AlertSchema),
  commands: z.array(AttachedCommandSchema),
})
export type AttachedData = z.infer<typeof AttachedDataSchema>

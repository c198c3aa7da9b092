import { isPoolAddress } from '@shipminer/domain/pools/pool-address'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  MomentQuerySchema,
  outsideInt,
  outsideNumber,
  outsideText,
  outsideWords,
  RowIdSchema,
} from './from-outside.ts'
import { DeviceKeySchema } from './telemetry.ts'

const Id = RowIdSchema
const IdParams = z.object({ id: Id })

/** What a miner can be commanded to do. `start` and `stop` are the words of docs/product.md 7.1 for mining at all; on devices that can sleep they are `wake` and `sleep`. */
export const ControlActionSchema = z.enum([
  'start',
  'stop',
  'sleep',
  'wake',
  'restart',
  'reboot',
  'locate',
  'set-power-limit',
  'set-power-mode',
  'set-pools',
])
export type ControlAction = z.infer<typeof ControlActionSchema>

/** The same, and what a box itself does for its miners, which is asked for by calls of its own. */
export const OrderActionSchema = z.enum([...ControlActionSchema.options, 'set-login', 'remove-login'])
export type OrderAction = z.infer<typeof OrderActionSchema>

const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(300), z.regex(/^\P{Cc}*$/u))
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))
/** A pool as it is written to a device. `password` null: the one that is there stays. */
export const PoolSettingSchema = z.strictObject({
  url,
  user: line(200),
  password: z.nullable(line(200)),
})
export type PoolSetting = z.infer<typeof PoolSettingSchema>
/** The same as it is asked for and carried out. What was asked for earlier, and is only shown, need not keep to it. */
const poolWishes = z.optional(
  z
    .array(
      z.extend(PoolSettingSchema, {
        url: url.check(z.refine(isPoolAddress, 'must be stratum+tcp://host:port')),
      }),
    )
    .check(z.minLength(1), z.maxLength(8)),
)

/** What an action needs beside its name. */
export const ControlParametersSchema = z.strictObject({
  powerLimitWatts: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
  powerMode: z.optional(line(40)),
  pools: z.optional(z.array(PoolSettingSchema).check(z.minLength(1), z.maxLength(8))),
})
export type ControlParameters = z.infer<typeof ControlParametersSchema>
export const WantedParametersSchema = z.extend(ControlParametersSchema, { pools: poolWishes })
/** Whose login: that of the miner of the command, or of all of a make. What is sealed goes to the box and is not shown. */
const shownLogin = { make: z.nullable(line(80)) }
export const OrderParametersSchema = z.extend(WantedParametersSchema, {
  login: z.optional(
    z.strictObject({ ...shownLogin, sealed: z.nullable(z.string().check(z.maxLength(4_000))) }),
  ),
})
/** What is shown of a command. */
export const ShownParametersSchema = z.extend(ControlParametersSchema, {
  login: z.optional(z.strictObject(shownLogin)),
})
export type ShownParameters = z.infer<typeof ShownParametersSchema>

/**
 * Life of a command. `sent` and `running` are not results. `confirmed`: read back from the device; `unconfirmed`: done, but the device
 * did not show it in time; `expired`: never began, because its time was over.
 */
export const CommandStateSchema = z.enum([
  'queued',
  'sent',
  'running',
  'confirmed',
  'unconfirmed',
  'refused',
  'unsupported',
  'unreachable',
  'expired',
  'cancelled',
])
export type CommandState = z.infer<typeof CommandStateSchema>

/** How far an order to many miners is: how many commands are in each state, and those that did not succeed. */
export const OrderProgressSchema = z.object({
  states: z.partialRecord(CommandStateSchema, z.int()),
  failed: z.array(
    z.object({
      id: RowIdSchema,
      name: z.string(),
      state: CommandStateSchema,
      reason: z.nullable(z.string()),
    }),
  ),
})

export const CommandSchema = z.object({
  id: z.uuid(),
  controllerId: z.string(),
  minerId: z.nullable(Id),
  minerName: z.nullable(z.string()),
  action: OrderActionSchema,
  parameters: ShownParametersSchema,
  state: CommandStateSchema,
  /** Why it was refused or is not supported, in the device's words where it has some. */
  reason: z.nullable(z.string()),
  issuedBy: z.nullable(z.string()),
  /** Name that the owner's key had then, where a program asked for it. */
  issuedByKey: z.nullable(z.string()),
  /** Asked for by the provider, with the owner's consent; who of them is not said. */
  byProvider: z.boolean(),
  issuedAt: z.int(),
  expiresAt: z.int(),
  finishedAt: z.nullable(z.int()),
  /** The settings before the write were kept as an image, so that they can be restored. */
  restorable: z.boolean(),
})
export type Command = z.infer<typeof CommandSchema>

/** One thing a device can or cannot do; `reason` says why not. */
const AbilitySchema = z.object({ can: z.boolean(), reason: outsideWords(300) })
/** What a device can do, by probing. Null: not probed yet. */
export const CapabilitiesSchema = z.object({
  sleep: AbilitySchema,
  restart: AbilitySchema,
  reboot: AbilitySchema,
  locate: AbilitySchema,
  powerLimit: z.object({
    can: z.boolean(),
    reason: outsideWords(300),
    minWatts: outsideInt(),
    maxWatts: outsideInt(),
  }),
  powerModes: z.object({
    can: z.boolean(),
    reason: outsideWords(300),
    modes: z.array(outsideText(40)).check(z.maxLength(16)),
  }),
  pools: AbilitySchema,
  /** Null: not configured on board; the device may refuse. */
  credentials: z.enum(['none-needed', 'set', 'missing', 'wrong']),
})
export type Capabilities = z.infer<typeof CapabilitiesSchema>

/**
 * What the server signs: a controller carries out only what its server's key signed, for itself, before `expiresAt`, and each `id` once.
 * Sent as text with a base64 Ed25519 signature over that very text.
 */
export const CommandOrderSchema = z.strictObject({
  id: z.uuid(),
  controllerId: z.string().check(z.maxLength(64)),
  /** Null: for every miner on board, or those that the parameters name. */
  deviceKey: z.nullable(z.string().check(z.maxLength(130))),
  action: OrderActionSchema,
  parameters: OrderParametersSchema,
  /** Put back the image that the command of this id kept. */
  restoreOf: z.nullable(z.uuid()),
  issuedAt: z.int(),
  expiresAt: z.int(),
})
export type CommandOrder = z.infer<typeof CommandOrderSchema>

/** What a controller reports of a command; kept in its spool until the server has it. */
export const CommandReportSchema = z.object({
  commandId: z.uuid(),
  deviceKey: z.nullable(DeviceKeySchema),
  at: z.int(),
  state: CommandStateSchema,
  reason: outsideWords(300),
  restorable: z.boolean(),
})
export type CommandReport = z.infer<typeof CommandReportSchema>

/** `POST /mining/test-connection` as the controller answers it. */
export const ConnectionTestSchema = z.object({
  reachable: z.boolean(),
  driver: outsideWords(40),
  make: outsideWords(80),
  model: outsideWords(120),
  firmware: outsideWords(160),
  hashrateThs: outsideNumber(),
  /** Why not, one of the words of `unreachable`. */
  reason: outsideWords(300),
})
export type ConnectionTest = z.infer<typeof ConnectionTestSchema>

const controllerId = z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)))
/** Where bulk actions go: one ship, one controller, or everything the caller owns. */
const ScopeSchema = z.strictObject({
  shipId: z.optional(z.uuid()),
  controllerId,
})
const CommandsAnswerSchema = z.object({ commands: z.array(CommandSchema) })
const ipAddress = z.string().check(z.trim(), z.maxLength(45))
const port = z._default(z.int().check(z.minimum(1), z.maximum(65535)), 4028)

/** One line of the searchable history. */
export const LogEntrySchema = z.object({
  id: z.string(),
  at: z.int(),
  kind: z.enum(['command', 'alert', 'connection', 'board', 'change']),
  /** A word of that kind, for the page's texts: an action, an alert kind, a board event. */
  event: z.string(),
  state: z.nullable(z.string()),
  controllerId: z.string(),
  controllerName: z.string(),
  minerId: z.nullable(Id),
  minerName: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  /** Name that the owner's key had then, where a program acted. */
  actorKey: z.nullable(z.string()),
  /** The provider acted, with the owner's consent; who of them is not said. */
  byProvider: z.boolean(),
  detail: z.nullable(z.string()),
})
export type LogEntry = z.infer<typeof LogEntrySchema>

const acting = { max: 60, windowMs: 60_000 }

export const controlEndpoints = {
  controlMiner: endpoint({
    method: 'POST',
    path: '/mining/miners/{id}/control',
    summary: 'Asks one miner to do something. The answer is a queued command; its result comes later.',
    auth: 'user',
    keyScope: 'control',
    params: IdParams,
    body: z.strictObject({
      action: ControlActionSchema,
      parameters: z.optional(WantedParametersSchema),
      /** The same id again is the same command. */
      commandId: z.optional(z.uuid()),
    }),
    data: z.object({ command: CommandSchema }),
    errors: [
      'unauthorized',
      'not-found',
      'invalid-request',
      'control-parameters-missing',
      'proof-required',
      'rate-limited',
    ],
    limit: acting,
  }),
  restoreMiner: endpoint({
    method: 'POST',
    path: '/mining/miners/{id}/restore',
    summary: 'Puts back what a command changed on a miner.',
    auth: 'user',
    params: IdParams,
    body: z.strictObject({ commandId: z.uuid() }),
    data: z.object({ command: CommandSchema }),
    errors: [
      'unauthorized',
      'not-found',
      'invalid-request',
      'nothing-to-restore',
      'proof-required',
      'rate-limited',
    ],
    limit: acting,
  }),
  minerControl: endpoint({
    method: 'GET',
    path: '/mining/miners/{id}/control',
    summary: 'What a miner can do, and its commands, newest first.',
    auth: 'user',
    keyScope: 'read',
    params: IdParams,
    data: z.object({
      serverTime: z.int(),
      capabilities: z.nullable(CapabilitiesSchema),
      commands: z.array(CommandSchema),
    }),
    errors: ['unauthorized', 'not-found'],
  }),
  configureMiner: endpoint({
    method: 'PUT',
    path: '/mining/miners/{id}/config',
    summary: 'Name and notes at once; pools and power as commands that are read back.',
    auth: 'user',
    params: IdParams,
    body: z.strictObject({
      name: z.optional(z.nullable(line(80))),
      notes: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(2000)))),
      location: z.optional(z.nullable(line(120))),
      pools: poolWishes,
      powerLimitWatts: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
      powerMode: z.optional(line(40)),
    }),
    data: CommandsAnswerSchema,
    errors: ['unauthorized', 'not-found', 'invalid-request', 'proof-required', 'rate-limited'],
    limit: acting,
  }),
  startMining: endpoint({
    method: 'POST',
    path: '/mining/start',
    summary: 'Starts every miner of a ship, a controller or the caller; a result for each.',
    auth: 'user',
    keyScope: 'control',
    body: ScopeSchema,
    data: CommandsAnswerSchema,
    errors: ['unauthorized', 'not-found', 'invalid-request', 'proof-required', 'rate-limited'],
    limit: acting,
  }),
  stopMining: endpoint({
    method: 'POST',
    path: '/mining/stop',
    summary: 'Stops every miner of a ship, a controller or the caller; a result for each.',
    auth: 'user',
    keyScope: 'control',
    body: ScopeSchema,
    data: CommandsAnswerSchema,
    errors: ['unauthorized', 'not-found', 'invalid-request', 'proof-required', 'rate-limited'],
    limit: acting,
  }),
  testConnection: endpoint({
    method: 'POST',
    path: '/mining/test-connection',
    summary: 'Asks the caller’s own controller whether a device answers on its network.',
    auth: 'user',
    body: z.strictObject({ ipAddress, port, controllerId }),
    data: ConnectionTestSchema,
    errors: [
      'unauthorized',
      'not-found',
      'invalid-request',
      'ip-address-invalid',
      'port-not-of-miners',
      'controller-offline',
      'rate-limited',
    ],
    limit: acting,
  }),
  addDevice: endpoint({
    method: 'POST',
    path: '/mining/devices',
    summary: 'Tells a controller of a device at an address its search does not cover; found is kept.',
    auth: 'user',
    body: z.strictObject({
      ipAddress,
      port,
      controllerId,
      name: z.optional(z.nullable(line(80))),
      location: z.optional(z.nullable(line(120))),
      notes: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(2000)))),
    }),
    data: z.object({ test: ConnectionTestSchema, minerId: z.nullable(Id) }),
    errors: [
      'unauthorized',
      'not-found',
      'invalid-request',
      'ip-address-invalid',
      'port-not-of-miners',
      'controller-offline',
      'rate-limited',
    ],
    limit: acting,
  }),
  updateDevice: endpoint({
    method: 'PUT',
    path: '/mining/devices/{id}',
    summary: 'Name, location and notes of a device.',
    auth: 'user',
    params: IdParams,
    body: z.strictObject({
      name: z.optional(z.nullable(line(80))),
      location: z.optional(z.nullable(line(120))),
      notes: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(2000)))),
    }),
    data: z.object({}),
    errors: ['unauthorized', 'not-found', 'invalid-request'],
  }),
  removeDevice: endpoint({
    method: 'DELETE',
    path: '/mining/devices/{id}',
    summary: 'Takes a device out of the lists. Its history stays; it comes back when it answers again.',
    auth: 'user',
    params: IdParams,
    data: z.object({}),
    errors: ['unauthorized', 'not-found'],
  }),
  miningLogs: endpoint({
    method: 'GET',
    path: '/mining/logs',
    summary: 'Commands, alerts, connections and changes as one history, newest first.',
    auth: 'user',
    keyScope: 'read',
    query: z.object({
      before: z.optional(MomentQuerySchema),
      kind: z.optional(z.enum(['command', 'alert', 'connection', 'board', 'change'])),
      device_id: z.optional(Id),
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    data: z.object({ entries: z.array(LogEntrySchema), next: z.nullable(z.int()) }),
    errors: ['unauthorized', 'invalid-request'],
  }),
}

import { spoolConflicts } from '@shipminer/domain/fleet/spool-identity'
import * as z from 'zod/mini'
import { BoardAnswerSchema } from './board-answer.ts'
import { KeptLoginSchema, mostLogins, SealingKeySchema } from './control/device-logins.ts'
import { FirmwareCancelSchema, FirmwareOfferSchema, FirmwareProgressSchema } from './control/firmware.ts'
import { mostStrangers, StrangerSchema } from './control/strangers.ts'
import { CapabilitiesSchema, CommandReportSchema, ConnectionTestSchema } from './control.ts'
import { int32, outsideInt, outsideText } from './from-outside.ts'
import { MemoryStateSchema } from './memory.ts'
import { CommissioningReportSchema } from './power/commissioning.ts'
import {
  EnvironmentSampleSchema,
  OtherMeterSchema,
  PowerEventSchema,
  PowerSettingsSchema,
  UnreadableSchema,
} from './power/environment.ts'
import { FuelOnBoardSchema, MarketFigureSchema } from './power/fuel.ts'
import { RuleSettingsOnBoardSchema } from './power/rules.ts'
import { UpdateOfferSchema, UpdateStateSchema, UpdateWithdrawnSchema } from './releases.ts'
import { DeviceDetailSchema, DeviceIdentitySchema, DeviceKeySchema, SampleSchema } from './telemetry.ts'

/**
 * The line between ship and shore: one WebSocket at `/uplink`, opened by the controller only, JSON text frames.
 *
 * 1. server → `challenge`   2. controller → `hello` (signs the challenge)   3. server → `welcome` or `refused`
 * 4. controller → `batch`*, server → `ack` after its commit (a batch sent twice is acknowledged twice and stored once)
 *
 * A batch is known by controller, epoch, number and content. Where they contradict each other the server answers `new-epoch` and never `ack`.
 */

/** What the controller signs with its Ed25519 key: proves possession of the key for this connection only. */
export function uplinkProof(controllerId: string, nonce: string): string {
  return `shipminer-uplink-v1\n${controllerId}\n${nonce}`
}

export const UplinkRefusalSchema = z.enum([
  'unknown-controller',
  'bad-proof',
  'revoked',
  'bad-message',
  'replaced',
  'overloaded',
])
export type UplinkRefusal = z.infer<typeof UplinkRefusalSchema>

/** A device, what is known of it, and how long it has answered or not. Newest `observedAt` wins. */
export const DeviceReportSchema = z.object({
  observedAt: z.int(),
  identity: DeviceIdentitySchema,
  detail: z.catch(z.nullable(DeviceDetailSchema), null),
  /** null: answering. Otherwise why the last polls failed. */
  unreachable: z.nullable(z.enum(['timeout', 'refused', 'no-route', 'closed', 'garbled', 'unidentified'])),
  /** Left out by a controller that did not check. */
  capabilities: z.optional(z.catch(z.nullable(CapabilitiesSchema), null)),
})
export type DeviceReport = z.infer<typeof DeviceReportSchema>

/** Something that happened on board and belongs in the history. */
export const BoardEventSchema = z.object({
  at: z.int(),
  kind: z.enum([
    'controller-started',
    'clock-stepped',
    'spool-dropped',
    'spool-full',
    'spool-damaged',
    'device-found',
    'device-replaced',
  ]),
  deviceKey: z.nullable(DeviceKeySchema),
  count: outsideInt(0, Number.MAX_SAFE_INTEGER),
})
export type BoardEvent = z.infer<typeof BoardEventSchema>

/** One line of the spool. `seq` rises by one a batch for the life of the spool and is never reused. */
export const BatchSchema = z.object({
  seq: z.int().check(z.minimum(1)),
  samples: z.array(SampleSchema).check(z.maxLength(1000)),
  devices: z.array(DeviceReportSchema).check(z.maxLength(500)),
  events: z.array(BoardEventSchema).check(z.maxLength(100)),
  commands: z.optional(z.array(CommandReportSchema).check(z.maxLength(500))),
  environment: z.optional(z.array(EnvironmentSampleSchema).check(z.maxLength(500))),
  powerEvents: z.optional(z.array(PowerEventSchema).check(z.maxLength(500))),
})
export type Batch = z.infer<typeof BatchSchema>

/** Given to the spool at each welcome; shown again at the next hello, it proves that the spool was not put back to an older state since. */
export const SpoolMarkSchema = z.object({
  turn: z.int().check(z.minimum(1)),
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
})

/** Which memory the spool is; random. */
const SpoolEpochSchema = z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/))

/** Server clock minus another clock, ms. */
export const ClockOffsetSchema = z.int().check(z.minimum(-8.64e15), z.maximum(8.64e15))

const CommandKeySchema = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/))
/** Keys for orders that one installation can have had. */
const mostKeySuccessions = 200
/** `signature`: base64 Ed25519 by `from` over `keySuccessionText`. */
const KeySuccessionSchema = z.object({
  from: CommandKeySchema,
  to: CommandKeySchema,
  signature: z.string().check(z.maxLength(200)),
})
export type KeySuccession = z.infer<typeof KeySuccessionSchema>

/** What a key for orders signs when another one takes its place. No order reads like it. */
export const keySuccessionText = (from: string, to: string): string =>
  `shipminer-command-key-v1\n${from}\n${to}`

export const UplinkToServerSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    controllerId: outsideText(64),
    /** base64 Ed25519 signature over `uplinkProof`. */
    proof: z.string().check(z.maxLength(200)),
    version: outsideText(40),
    /** Controller clock in ms when this was sent; the server measures the offset from it. */
    sentAt: z.int(),
    pollIntervalMs: z.int().check(z.minimum(1), z.maximum(int32.max)),
    /** It carries out rules, and is sent them. */
    rules: z.optional(z.boolean()),
    /** The key for orders that it has pinned; null: none yet. Left out by versions that keep their first one for good. */
    commandKey: z.optional(z.catch(z.nullable(CommandKeySchema), null)),
    spool: z.object({
      firstSeq: z.nullable(z.int()),
      lastSeq: z.nullable(z.int()),
      droppedSamples: z.int(),
      /** Made with the folder, and anew whenever its history is not provably continuous. Left out by versions that had none. */
      epoch: z.optional(SpoolEpochSchema),
      /** Of the last welcome that was saved; null: none yet. */
      mark: z.optional(z.nullable(SpoolMarkSchema)),
    }),
    /** What logins for this box are sealed with. Left out by versions that take none; one that cannot be read counts as left out. */
    sealing: z.optional(z.catch(z.optional(SealingKeySchema), undefined)),
  }),
  z.object({
    type: z.literal('batch'),
    ...BatchSchema.shape,
    /** Server clock minus the clock that the times of this batch are of, as the box knows it by now. Left out: the one of the handshake. No part of the content. */
    clockOffsetMs: z.optional(ClockOffsetSchema),
    /** It goes ashore from working memory, because the disk refuses: a crash makes the box forget its number. No part of the content. */
    held: z.optional(z.boolean()),
  }),
  /** The mark of the welcome is safe on disk: an older one is not valid any more. */
  z.object({ type: z.literal('mark-kept'), mark: SpoolMarkSchema }),
  /** The answer to an `ask`. */
  z.object({
    type: z.literal('answer'),
    askId: z.uuid(),
    test: ConnectionTestSchema,
    deviceKey: z.nullable(DeviceKeySchema),
  }),
  /** The answer to a `diagnose`. */
  z.object({ type: z.literal('diagnosed'), askId: z.uuid(), board: BoardAnswerSchema }),
  /** What the follower works with, limits on board included; sent after `welcome` and at each change. Null: no generator is set up. */
  z.object({
    type: z.literal('power-settings'),
    version: z.nullable(z.int().check(z.minimum(0), z.maximum(int32.max))),
    effective: z.nullable(PowerSettingsSchema),
    /** What it could not read, until somebody on board has set it right; left out by boxes that do not say. */
    unreadable: z.optional(UnreadableSchema),
    /** Another meter answers than the one that was checked; null: nothing shows that. Left out by boxes that do not say. */
    otherMeter: z.optional(z.catch(z.nullable(OtherMeterSchema), null)),
  }),
  /** The rules that are in force on board; the answer to each `rules`. */
  z.object({
    type: z.literal('rules'),
    version: z.int().check(z.minimum(0), z.maximum(int32.max)),
    settings: RuleSettingsOnBoardSchema,
  }),
  /** What the check at commissioning found, when it has ended and after `welcome`. Known by when it ended. */
  z.object({ type: z.literal('commissioning'), report: CommissioningReportSchema }),
  /** How the box's memory is; sent after `welcome` and at each change. */
  z.object({ type: z.literal('memory'), ...MemoryStateSchema.shape }),
  /** Which logins of miners it keeps, never what they are; sent after `welcome` and at each change. */
  z.object({
    type: z.literal('logins'),
    logins: z.array(KeptLoginSchema).check(z.maxLength(mostLogins)),
  }),
  /** All that is there and not known: after each whole search of the ship's network, after `welcome`, and when one of them falls silent or is back. */
  z.object({
    type: z.literal('strangers'),
    strangers: z.array(StrangerSchema).check(z.maxLength(mostStrangers)),
  }),
  UpdateStateSchema,
  FirmwareProgressSchema,
])
export type UplinkToServer = z.infer<typeof UplinkToServerSchema>

/** A clock that was never set begins in 1970; a box without a battery may think itself in 2106. */
const mostClockOffsetMs = 200 * 365 * 86_400_000

export const UplinkToControllerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('challenge'), nonce: z.string(), serverTime: z.int() }),
  z.object({
    type: z.literal('welcome'),
    serverTime: z.int(),
    /** Server clock minus controller clock, ms. The controller shows it; the server applies it. */
    clockOffsetMs: z.int().check(z.minimum(-mostClockOffsetMs), z.maximum(mostClockOffsetMs)),
    /** Batches that need not be sent again, as inclusive ranges. Empty: a batch is known by its content, so each is sent until it is acknowledged. */
    stored: z.array(z.tuple([z.int(), z.int()])),
    maxInFlight: z.int().check(z.minimum(1)),
    /** base64 of the raw Ed25519 public key commands are signed with; pinned on board when first seen. */
    commandKey: z.optional(CommandKeySchema),
    /** The server accepts `update-state`. */
    updates: z.optional(z.boolean()),
    /** The server accepts `logins`. */
    logins: z.optional(z.boolean()),
    /** To be saved, and shown at the next hello. Only for a spool that showed an epoch. */
    mark: z.optional(SpoolMarkSchema),
  }),
  /** What the spool shows or sends contradicts what is stored. It starts a new epoch and connects again; nothing was acknowledged. */
  z.object({ type: z.literal('new-epoch'), cause: z.enum(spoolConflicts) }),
  z.object({ type: z.literal('refused'), reason: UplinkRefusalSchema }),
  /** Stored; `rejected`: except rows that can never be stored, which the server set aside for a person to see. */
  z.object({
    type: z.literal('ack'),
    seq: z.int(),
    rejected: z.optional(z.object({ rows: z.int(), reason: outsideText(300) })),
  }),
  /** How orders came to be signed with another key, oldest first: after `welcome` and when it changes. Only to a box that said which one it has. */
  z.object({
    type: z.literal('command-keys'),
    successions: z.array(KeySuccessionSchema).check(z.maxLength(mostKeySuccessions)),
  }),
  /** `order` is the text of a `CommandOrder`, `signature` base64 Ed25519 over it. Sent again until a report of it was stored. */
  z.object({
    type: z.literal('command'),
    order: z.string().check(z.maxLength(8000)),
    signature: z.string().check(z.maxLength(200)),
  }),
  /** Examines one address of the ship's own networks. `keep`: a device that answers is polled from then on. */
  z.object({
    type: z.literal('ask'),
    askId: z.uuid(),
    ipAddress: z.string(),
    port: z.int(),
    keep: z.boolean(),
    expiresAt: z.int(),
  }),
  /** Asks how the box itself is, for a set of diagnostics; nothing on board changes by it. Older boxes leave it unanswered. */
  z.object({ type: z.literal('diagnose'), askId: z.uuid(), expiresAt: z.int() }),
  /** What the owner set for the ship. Newest `version` wins. */
  z.object({
    type: z.literal('power-settings'),
    version: z.int().check(z.minimum(0), z.maximum(int32.max)),
    settings: PowerSettingsSchema,
  }),
  /** What the owner set about fuel, and what mining earns: after `welcome`, at each change and from time to time. Null is unknown. */
  z.object({
    type: z.literal('economy'),
    fuel: z.nullable(FuelOnBoardSchema),
    market: z.nullable(MarketFigureSchema),
  }),
  /** The rules that the owner switched on, after `welcome` and at each change; none where none is set. Only to a box that said that it knows them. */
  z.object({
    type: z.literal('rules'),
    version: z.int().check(z.minimum(0), z.maximum(int32.max)),
    settings: RuleSettingsOnBoardSchema,
  }),
  UpdateOfferSchema,
  UpdateWithdrawnSchema,
  FirmwareOfferSchema,
  FirmwareCancelSchema,
])
export type UplinkToController = z.infer<typeof UplinkToControllerSchema>

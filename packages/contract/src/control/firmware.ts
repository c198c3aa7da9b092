import { firmwareFamilies, mostFirmwareBytes } from '@shipminer/domain/firmware/families'
import * as z from 'zod/mini'
import { int32, outsideWords } from '../from-outside.ts'
import { DeviceKeySchema } from '../telemetry.ts'

/** Most miners of one series. */
export const mostFirmwareMiners = 100

const line = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^\P{Cc}*$/u))

export const FirmwareFamilySchema = z.enum(firmwareFamilies)
export const Sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const FileBytesSchema = z.int().check(z.minimum(1), z.maximum(Math.max(...Object.values(mostFirmwareBytes))))

/** A file of firmware, as its owner named it. */
export const FirmwareFileShapeSchema = z.strictObject({
  /** Of the whole file, which is known by it. */
  sha256: Sha256Schema,
  bytes: FileBytesSchema,
  family: FirmwareFamilySchema,
  /** The model that it is for, as miners name theirs. */
  model: line(120),
  /** The version that a miner shows when it runs it. */
  version: line(160),
  /** Of the file. */
  name: line(160),
})

/**
 * What the server signs for a series: which miners get which file, one after the other. Sent as text with a base64 Ed25519 signature over
 * that very text, by the key of commands. A controller carries out each `id` once, and begins none after `expiresAt`.
 */
export const FirmwareOrderSchema = z.strictObject({
  kind: z.literal('firmware'),
  id: z.uuid(),
  controllerId: z.string().check(z.maxLength(64)),
  deviceKeys: z
    .array(z.string().check(z.minLength(1), z.maxLength(130)))
    .check(z.minLength(1), z.maxLength(mostFirmwareMiners)),
  file: FirmwareFileShapeSchema,
  issuedAt: z.int(),
  expiresAt: z.int(),
})
export type FirmwareOrder = z.infer<typeof FirmwareOrderSchema>

/** Where a series stands. `stopped`: a miner failed, and those behind it were left alone. */
export const FirmwareSeriesStateSchema = z.enum([
  'ordered',
  'fetching',
  'checking',
  'updating',
  'done',
  'stopped',
  'refused',
  'cancelled',
  'expired',
])
export type FirmwareSeriesState = z.infer<typeof FirmwareSeriesStateSchema>

/** How one miner of a series fared. */
export const FirmwareDeviceStateSchema = z.enum([
  'waiting',
  'sending',
  /** It has the file and restarts. */
  'restarting',
  /** It shows the new version, and hashes again if it did before. */
  'confirmed',
  /** It ran that version before. */
  'already',
  /** It came back with the version of before. */
  'old-version',
  /** It came back with a version that is neither. */
  'other-version',
  /** It runs the new version and does not hash. */
  'not-hashing',
  /** It does not answer any more. */
  'no-return',
  /** The box was restarted while it sent the file; the miner has the old version. */
  'interrupted',
  'refused',
  'unreachable',
  /** Nothing was done to it, because one before it failed or the series was cancelled. */
  'untouched',
])
export type FirmwareDeviceState = z.infer<typeof FirmwareDeviceStateSchema>

/** Why a series or a miner was refused. */
export const firmwareReasons = [
  'not-an-image',
  'other-make',
  'other-model',
  'other-version',
  'digest',
  'disk',
  'busy',
  'expired',
  'unsupported',
  'unknown-device',
  'wrong-device',
  'held-on-board',
  /** Its owner stopped it after the order: somebody may have their hands in it. */
  'stopped-by-owner',
  'login',
  'writes-disabled',
  'code-required',
  'device-error',
  'internal',
] as const
export const FirmwareReasonSchema = z.enum(firmwareReasons)
export type FirmwareReason = z.infer<typeof FirmwareReasonSchema>
const reasonFromOutside = z.catch(z.nullable(FirmwareReasonSchema), null)

/** A signed order of a series, and where its file is, below the server's address. Sent again with each `welcome` until the series has ended. */
export const FirmwareOfferSchema = z.object({
  type: z.literal('firmware'),
  order: z.string().check(z.maxLength(24_000)),
  signature: z.string().check(z.maxLength(200)),
  path: z.string().check(z.regex(/^\/[\x21-\x7e]{1,500}$/)),
})
export type FirmwareOffer = z.infer<typeof FirmwareOfferSchema>

/** No further miner of a series is begun; the one that is being updated is seen through. */
export const FirmwareCancelSchema = z.object({ type: z.literal('firmware-cancel'), orderId: z.uuid() })

const DeviceProgressSchema = z.object({
  deviceKey: DeviceKeySchema,
  state: FirmwareDeviceStateSchema,
  reason: reasonFromOutside,
  versionBefore: outsideWords(160),
  /** The version that it shows now. */
  version: outsideWords(160),
})

/** How far a series is; sent at each change and after each `welcome`. */
export const FirmwareProgressSchema = z.object({
  type: z.literal('firmware-progress'),
  orderId: z.uuid(),
  /** Rises with each change; an older one is no news. */
  step: z.int().check(z.minimum(0), z.maximum(int32.max)),
  state: FirmwareSeriesStateSchema,
  reason: reasonFromOutside,
  /** How much of the file is on board, 0 to 100; null once it is there. */
  fetchedPercent: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
  devices: z.array(DeviceProgressSchema).check(z.maxLength(mostFirmwareMiners)),
})
export type FirmwareProgress = z.infer<typeof FirmwareProgressSchema>

import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { int32, RowIdSchema } from '../from-outside.ts'
import {
  FirmwareDeviceStateSchema,
  FirmwareFamilySchema,
  FirmwareFileShapeSchema,
  FirmwareReasonSchema,
  FirmwareSeriesStateSchema,
  mostFirmwareMiners,
  Sha256Schema,
} from './firmware.ts'

/** Longest part of a file in one call, bytes. */
export const firmwarePartBytes = 512 * 1024

const FirmwareFileSchema = z.object({
  ...FirmwareFileShapeSchema.shape,
  /** How much has arrived; all of it and `isReady`: it can be used. */
  receivedBytes: z.int(),
  isReady: z.boolean(),
  uploadedAt: z.int(),
  deletedAt: z.int(),
})
export type FirmwareFile = z.infer<typeof FirmwareFileSchema>

const FirmwareMinerSchema = z.object({
  id: RowIdSchema,
  name: z.string(),
  controllerId: z.string(),
  /** Null: its firmware takes no file over the network, as far as is publicly documented. */
  family: z.nullable(FirmwareFamilySchema),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  version: z.nullable(z.string()),
})
export type FirmwareMiner = z.infer<typeof FirmwareMinerSchema>

const FirmwareSeriesSchema = z.object({
  id: z.uuid(),
  controllerId: z.string(),
  file: FirmwareFileShapeSchema,
  state: FirmwareSeriesStateSchema,
  reason: z.nullable(FirmwareReasonSchema),
  fetchedPercent: z.nullable(z.int()),
  issuedAt: z.int(),
  changedAt: z.int(),
  isCancelled: z.boolean(),
  miners: z.array(
    z.object({
      id: z.nullable(RowIdSchema),
      name: z.string(),
      state: FirmwareDeviceStateSchema,
      reason: z.nullable(FirmwareReasonSchema),
      versionBefore: z.nullable(z.string()),
      version: z.nullable(z.string()),
      /** A file of yours that puts the version of before back; null: there is none. */
      wayBack: z.nullable(Sha256Schema),
    }),
  ),
})
export type FirmwareSeries = z.infer<typeof FirmwareSeriesSchema>

const FileParams = z.object({ sha256: Sha256Schema })

export const firmwareEndpoints = {
  firmware: endpoint({
    method: 'GET',
    path: '/firmware',
    summary: 'Your files of firmware, the miners that they could be for, and the last series.',
    auth: 'user',
    data: z.object({
      serverTime: z.int(),
      usedBytes: z.int(),
      mostBytes: z.int(),
      files: z.array(FirmwareFileSchema),
      miners: z.array(FirmwareMinerSchema),
      series: z.array(FirmwareSeriesSchema),
    }),
    errors: ['unauthorized'],
  }),
  beginFirmwareFile: endpoint({
    method: 'POST',
    path: '/firmware/files',
    summary: 'Announces a file of firmware by its SHA-256. Announced again it goes on from what has arrived.',
    auth: 'user',
    body: FirmwareFileShapeSchema,
    data: FirmwareFileSchema,
    errors: ['unauthorized', 'invalid-request', 'firmware-too-large', 'firmware-quota'],
  }),
  addFirmwarePart: endpoint({
    method: 'POST',
    path: '/firmware/files/{sha256}/parts',
    summary:
      'The next part of a file. With the last one its digest and its header are checked; a file that is not what was announced is removed.',
    auth: 'user',
    params: FileParams,
    body: z.strictObject({
      /** Where the part begins; what lies elsewhere than at the end of what has arrived is not taken. */
      offset: z.int().check(z.minimum(0), z.maximum(int32.max)),
      /** base64 */
      content: z
        .string()
        .check(
          z.minLength(4),
          z.maxLength(Math.ceil(firmwarePartBytes / 3) * 4),
          z.regex(/^[A-Za-z0-9+/]+={0,2}$/),
        ),
    }),
    data: FirmwareFileSchema,
    errors: ['unauthorized', 'invalid-request', 'not-found', 'firmware-digest', 'firmware-misfit'],
    limit: { max: 600, windowMs: 60_000 },
    bodyLimitBytes: 1024 * 1024,
  }),
  deleteFirmwareFile: endpoint({
    method: 'DELETE',
    path: '/firmware/files/{sha256}',
    summary: 'Deletes a file of firmware. One that a series is using stays until it has ended.',
    auth: 'user',
    params: FileParams,
    data: z.object({}),
    errors: ['unauthorized', 'invalid-request', 'not-found', 'firmware-busy'],
  }),
  startFirmwareSeries: endpoint({
    method: 'POST',
    path: '/firmware/series',
    summary:
      'Updates miners of one ship with a file, one after the other; the first that fails ends it. Needs a session that was proven within twelve hours.',
    auth: 'user',
    body: z.strictObject({
      sha256: Sha256Schema,
      minerIds: z.array(RowIdSchema).check(z.minLength(1), z.maxLength(mostFirmwareMiners)),
      /** That the warning was read: a miner may have to be repaired by hand. */
      isUnderstood: z.literal(true),
    }),
    data: z.object({ id: z.uuid() }),
    errors: [
      'unauthorized',
      'proof-required',
      'invalid-request',
      'not-found',
      'firmware-busy',
      'firmware-other-model',
    ],
  }),
  cancelFirmwareSeries: endpoint({
    method: 'POST',
    path: '/firmware/series/{id}/cancel',
    summary: 'Begins no further miner of a series. The one that is being updated is seen through.',
    auth: 'user',
    params: z.object({ id: z.uuid() }),
    data: z.object({}),
    errors: ['unauthorized', 'invalid-request', 'not-found'],
  }),
}

import { releasePath } from '@shipminer/domain/releases/archive'
import { versionPattern } from '@shipminer/domain/releases/version'
import * as z from 'zod/mini'
import { AuditEntrySchema } from './desk/audit.ts'
import { endpoint, operatorErrors } from './endpoint.ts'
import { outsideWords, ReasonSchema } from './from-outside.ts'

/*
 * Releases of the controller. A release is packed and signed away from the server with an Ed25519 key that the server never has; server
 * and controllers hold its public half and believe nothing else.
 */

export const VersionSchema = z.string().check(z.regex(versionPattern))

/** Most that an archive may have, packed and unpacked, bytes. */
export const mostArchiveBytes = 32 * 2 ** 20
export const mostUnpackedBytes = 64 * 2 ** 20

/** Program of every release; the launcher on board starts it. */
export const releaseEntry = 'app/controller.mjs'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** What a release says of itself. Signed as text: `releaseSigningText`. */
export const ReleaseManifestSchema = z.strictObject({
  format: z.literal(1),
  product: z.literal('shipminer-controller'),
  version: VersionSchema,
  /** Oldest Node it runs on. */
  minimumNode: VersionSchema,
  /** Whether a controller with a newer version takes it. */
  allowsDowngrade: z.boolean(),
  /** The gzipped tar of `files`. */
  archive: z.strictObject({ sha256, bytes: z.int().check(z.minimum(1), z.maximum(mostArchiveBytes)) }),
  files: z
    .array(
      z.strictObject({
        path: z.string().check(z.regex(releasePath)),
        sha256,
        bytes: z.int().check(z.minimum(0), z.maximum(mostUnpackedBytes)),
      }),
    )
    .check(z.minLength(1), z.maxLength(1_000)),
})
export type ReleaseManifest = z.infer<typeof ReleaseManifestSchema>

/** The text whose UTF-8 bytes are signed; the first line prevents the signature from being used for anything else. */
export function releaseSigningText(manifest: string): string {
  return `shipminer-release-v1\n${manifest}`
}

const signature = z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/))
const manifestText = z.string().check(z.maxLength(200_000))

/** First line of a release file, as JSON; the archive follows after the line feed. */
export const ReleaseHeaderSchema = z.strictObject({ manifest: manifestText, signature })
export type ReleaseHeader = z.infer<typeof ReleaseHeaderSchema>

/** Parts of a release file; null when it is not one. Does not check whether it is signed, or by whom. */
export function splitReleaseFile(bytes: Uint8Array): { header: ReleaseHeader; archive: Uint8Array } | null {
  const end = bytes.indexOf(0x0a)
  if (end < 0 || end > 400_000) return null
  try {
    const line: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))
    const header = ReleaseHeaderSchema.safeParse(line)
    return header.success ? { header: header.data, archive: bytes.subarray(end + 1) } : null
  } catch {
    return null
  }
}

/** The manifest in a text whose signature was verified; null when it is malformed. */
export function parseManifest(text: string): ReleaseManifest | null {
  try {
    const parsed = ReleaseManifestSchema.safeParse(JSON.parse(text))
    const isWhole = parsed.success && parsed.data.files.some(({ path }) => path === releaseEntry)
    return isWhole ? parsed.data : null
  } catch {
    return null
  }
}

/** Why a controller rejects an offer, or rolled back. */
export const UpdateReasonSchema = z.enum([
  // Refused.
  'no-release-key',
  'not-launched',
  'bad-signature',
  'malformed',
  'downgrade',
  'node-too-old',
  'wrong-archive',
  'self-test-failed',
  'disk',
  // Rolled back.
  'crashed',
  'hung',
  'not-reported-in',
  'damaged',
])
export type UpdateReason = z.infer<typeof UpdateReasonSchema>

/** Offered over the line, again at each connection until something final was reported. */
export const UpdateOfferSchema = z.object({
  type: z.literal('update'),
  /** Of the rollout. A controller tries each offer once. */
  offerId: z.uuid(),
  manifest: manifestText,
  signature,
  /** Where the archive is, below the server's address. */
  path: z.string().check(z.regex(/^\/[\x21-\x7e]{1,500}$/)),
})
export type UpdateOffer = z.infer<typeof UpdateOfferSchema>

/** The rollout was withdrawn: a release not switched to yet is dropped. */
export const UpdateWithdrawnSchema = z.object({ type: z.literal('update-withdrawn'), offerId: z.uuid() })

/** The progress of an offer; sent at each change and after each `welcome` that contains `updates`. */
export const UpdateStateSchema = z.object({
  type: z.literal('update-state'),
  offerId: z.uuid(),
  version: VersionSchema,
  state: z.enum(['downloading', 'installing', 'reported-in', 'rolled-back', 'refused']),
  reason: z.nullable(UpdateReasonSchema),
  /** More about the reason, in English, for the log and the desk. */
  detail: outsideWords(300),
})
export type UpdateState = z.infer<typeof UpdateStateSchema>

export const RolloutStageSchema = z.union([
  z.strictObject({
    controllers: z
      .array(z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)))
      .check(z.minLength(1), z.maxLength(50)),
  }),
  z.strictObject({ percent: z.int().check(z.minimum(1), z.maximum(100)) }),
])
/** How a release is rolled out. */
export const RolloutPlanSchema = z.strictObject({
  version: VersionSchema,
  stages: z.array(RolloutStageSchema).check(z.minLength(1), z.maxLength(10)),
  reportWithinMinutes: z.int().check(z.minimum(1), z.maximum(10_080)),
  /** How many controllers may fail before it halts. */
  tolerated: z.int().check(z.minimum(0), z.maximum(1_000)),
})

export const RolloutStateSchema = z.enum(['running', 'paused', 'halted', 'done', 'withdrawn', 'superseded'])
export const HaltReasonSchema = z.enum(['rolled-back', 'refused', 'no-report', 'nobody-reported'])

export const DeskReleaseSchema = z.object({
  version: VersionSchema,
  publishedAt: z.int(),
  bytes: z.int(),
  minimumNode: VersionSchema,
  allowsDowngrade: z.boolean(),
})
export type DeskRelease = z.infer<typeof DeskReleaseSchema>

export const DeskRolloutMemberSchema = z.object({
  controllerId: z.string(),
  name: z.string(),
  stage: z.int(),
  state: z.enum([
    'not-reached',
    'offered',
    'downloading',
    'installing',
    'reported-in',
    'rolled-back',
    'refused',
  ]),
  reason: z.nullable(UpdateReasonSchema),
  detail: z.nullable(z.string()),
  changedAt: z.int(),
  /** It has the offer and did not report in in time. */
  late: z.boolean(),
  /** The version it reported when it last connected; null: never. */
  version: z.nullable(z.string()),
  lastSeenAt: z.nullable(z.int()),
})
export type DeskRolloutMember = z.infer<typeof DeskRolloutMemberSchema>

export const DeskRolloutSchema = z.object({
  id: z.uuid(),
  version: VersionSchema,
  state: RolloutStateSchema,
  stages: z.array(RolloutStageSchema),
  /** The stage it is in, from 0. */
  stage: z.int(),
  startedAt: z.int(),
  stageStartedAt: z.int(),
  reportWithinMs: z.int(),
  tolerated: z.int(),
  haltReason: z.nullable(HaltReasonSchema),
  haltControllerId: z.nullable(z.string()),
  members: z.array(DeskRolloutMemberSchema),
  audit: z.array(AuditEntrySchema),
})
export type DeskRollout = z.infer<typeof DeskRolloutSchema>

export const releaseEndpoints = {
  deskReleases: endpoint({
    method: 'GET',
    path: '/desk/releases',
    summary:
      'Releases of the controller, newest first, and the last rollouts with where each controller stands.',
    auth: 'operator',
    roles: ['owner', 'service', 'read-only'],
    data: z.object({
      serverTime: z.int(),
      /** Without `RELEASE_PUBLIC_KEY` nothing can be published. */
      canPublish: z.boolean(),
      releases: z.array(DeskReleaseSchema),
      rollouts: z.array(DeskRolloutSchema),
      /** The controllers that can be named in a stage. */
      controllers: z.array(z.object({ id: z.string(), name: z.string(), version: z.nullable(z.string()) })),
    }),
    errors: operatorErrors,
  }),
  deskStartRollout: endpoint({
    method: 'POST',
    path: '/desk/releases/rollouts',
    summary: 'Starts to roll a release out, stage by stage. One rollout is under way at a time.',
    auth: 'operator',
    roles: ['owner', 'service'],
    body: z.strictObject({ ...RolloutPlanSchema.shape, reason: ReasonSchema }),
    /** Null: it waits for a second operator, who makes the same call. */
    data: z.object({ id: z.nullable(z.uuid()) }),
    errors: [
      ...operatorErrors,
      'not-found',
      'second-operator-required',
      'rollout-conflict',
      'rollout-empty',
      'invalid-request',
    ],
  }),
  deskRolloutAct: endpoint({
    method: 'POST',
    path: '/desk/releases/rollouts/{id}/actions',
    summary: 'Pauses, resumes or withdraws a rollout, with a reason.',
    auth: 'operator',
    roles: ['owner', 'service'],
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ action: z.enum(['pause', 'resume', 'withdraw']), reason: ReasonSchema }),
    /** `waits`: for a second operator, who makes the same call. */
    data: z.object({ waits: z.boolean() }),
    errors: [
      ...operatorErrors,
      'second-operator-required',
      'not-found',
      'rollout-conflict',
      'invalid-request',
    ],
  }),
}

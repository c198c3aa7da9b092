import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { EnrolRequestSchema } from '../enrolment.ts'

export const ClaimStatusSchema = z.enum(['available', 'claimed', 'claimed_by_you', 'revoked'])
export type ClaimStatus = z.infer<typeof ClaimStatusSchema>

/** What a claim key reveals. Location and IP address only for a signed-in person, else null; `seen`: the controller has connected before. */
export const ClaimPreviewSchema = z.object({
  status: ClaimStatusSchema,
  controllerId: z.string(),
  minerCount: z.int(),
  seen: z.boolean(),
  location: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
})
export type ClaimPreview = z.infer<typeof ClaimPreviewSchema>

const guessing = { max: 10, windowMs: 60_000 }

export const claimEndpoints = {
  claimStatus: endpoint({
    method: 'GET',
    path: '/miners/claim-status/{key}',
    summary: 'Whether a claim key is free. Without a login: status, controller id and number of miners.',
    auth: 'optional',
    params: z.object({ key: z.string().check(z.maxLength(64)) }),
    data: ClaimPreviewSchema,
    errors: ['claim-key-invalid', 'claim-key-not-found', 'claim-check-failed', 'rate-limited'],
    limit: guessing,
  }),
  claim: endpoint({
    method: 'POST',
    path: '/miners/claim',
    summary:
      'Claims the controller of a key for the caller. One claimer a controller. The session must have been proven within 12 hours.',
    auth: 'user',
    body: z.strictObject({ claimKey: z.string().check(z.maxLength(64)) }),
    data: z.object({ controllerId: z.string(), name: z.string(), minerCount: z.int() }),
    errors: [
      'unauthorized',
      'proof-required',
      'claim-key-invalid',
      'claim-key-not-found',
      'claim-key-revoked',
      'controller-already-claimed',
      'claim-failed',
      'rate-limited',
    ],
    limit: guessing,
  }),
  enrol: endpoint({
    method: 'POST',
    path: '/controllers/enrol',
    summary:
      'A controller presents its one-time token and its Ed25519 public key. Repeating it with the same key is success.',
    auth: 'none',
    body: EnrolRequestSchema,
    data: z.object({ controllerId: z.string() }),
    errors: ['enrolment-refused', 'rate-limited'],
    limit: { max: 20, windowMs: 60_000 },
  }),
}

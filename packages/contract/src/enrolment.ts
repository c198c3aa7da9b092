import * as z from 'zod/mini'

/** `POST /api/controllers/enrol`: once, with the one-time token; afterwards the key proves the controller. */
export const EnrolRequestSchema = z.strictObject({
  controllerId: z.string().check(z.maxLength(64)),
  enrolmentToken: z.string().check(z.maxLength(200)),
  /** base64 of the raw 32-byte Ed25519 public key. */
  publicKey: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)),
  version: z.string().check(z.maxLength(40)),
})
export type EnrolRequest = z.infer<typeof EnrolRequestSchema>

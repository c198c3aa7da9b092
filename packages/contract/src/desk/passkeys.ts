import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { operatorRoles } from '../operator-roles.ts'

/*
 * Passkeys (WebAuthn) as an operator's second factor beside the authenticator: a key of the device or a stick, bound to the address of the
 * site, so that it cannot be given to another one. What browsers send and take is named as their standard names it.
 */
const base64url = (max: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(max))
const credentialId = base64url(1_400)
const transports = z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(8))

const PasskeySchema = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: z.int(),
  usedAt: z.nullable(z.int()),
})
export type Passkey = z.infer<typeof PasskeySchema>

/** `isOffered`: the address of the site is one that browsers make passkeys for; a number is not. */
const passkeys = z.object({ passkeys: z.array(PasskeySchema), isOffered: z.boolean() })

const credential = z.object({
  type: z.literal('public-key'),
  id: credentialId,
  transports: z.optional(transports),
})

/** What a browser is to make a passkey for. */
const NewPasskeySchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('discouraged'),
    userVerification: z.literal('preferred'),
  }),
  /** Those there are: a device is not added twice. */
  excludeCredentials: z.array(credential),
})

/** What a browser is to sign, and with which passkeys. */
const PasskeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('preferred'),
  allowCredentials: z.array(credential),
})

export type PasskeyRequest = z.infer<typeof PasskeyRequestSchema>

const MadePasskeySchema = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: base64url(8_192),
    attestationObject: base64url(16_384),
    transports: z.optional(transports),
  }),
})
export type MadePasskey = z.infer<typeof MadePasskeySchema>

const SignedByPasskeySchema = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: base64url(8_192),
    authenticatorData: base64url(8_192),
    signature: base64url(4_096),
  }),
})
export type SignedByPasskey = z.infer<typeof SignedByPasskeySchema>

export const passkeyNameLength = 60

const mayChange = ['owner', 'sales', 'service', 'bookkeeper'] as const

export const deskPasskeyEndpoints = {
  deskPasskeys: endpoint({
    method: 'GET',
    path: '/desk/passkeys',
    summary: 'One’s passkeys.',
    auth: 'operator',
    roles: operatorRoles,
    data: passkeys,
    errors: operatorErrors,
  }),
  deskPasskeyOptions: endpoint({
    method: 'POST',
    path: '/desk/passkeys/options',
    summary: 'What a browser makes a passkey from, valid for five minutes and once.',
    auth: 'operator',
    roles: mayChange,
    data: z.object({ options: NewPasskeySchema }),
    errors: [...operatorErrors, 'passkey-refused'],
    limit: { max: 10, windowMs: 60_000 },
  }),
  deskPasskeyAdd: endpoint({
    method: 'POST',
    path: '/desk/passkeys',
    summary: 'Adds a passkey that the browser made, under a name.',
    auth: 'operator',
    roles: mayChange,
    body: z.strictObject({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(passkeyNameLength), z.regex(/^\P{Cc}*$/u)),
      credential: MadePasskeySchema,
    }),
    data: passkeys,
    errors: [...operatorErrors, 'invalid-request', 'passkey-refused'],
    limit: { max: 10, windowMs: 60_000 },
  }),
  deskPasskeyRemove: endpoint({
    method: 'DELETE',
    path: '/desk/passkeys/{id}',
    summary: 'Removes a passkey at once.',
    auth: 'operator',
    roles: mayChange,
    params: z.object({ id: z.uuid() }),
    data: passkeys,
    errors: [...operatorErrors, 'invalid-request', 'not-found'],
  }),
  deskPasskeyRequest: endpoint({
    method: 'POST',
    path: '/desk/second-factor/options',
    summary: 'What an operator’s passkey is to sign, valid for five minutes and once; null for one without.',
    auth: 'user',
    data: z.object({ options: z.nullable(PasskeyRequestSchema) }),
    errors: ['unauthorized', 'forbidden', 'rate-limited'],
    limit: { max: 20, windowMs: 60_000 },
  }),
  deskPasskeyProve: endpoint({
    method: 'POST',
    path: '/desk/second-factor/passkey',
    summary: 'Proves the operator’s second factor for this session, for twelve hours, with a passkey.',
    auth: 'user',
    body: z.strictObject({ credential: SignedByPasskeySchema }),
    data: z.object({ until: z.int() }),
    errors: ['unauthorized', 'forbidden', 'passkey-refused', 'invalid-request', 'rate-limited'],
    limit: { max: 5, windowMs: 60_000 },
  }),
}

import * as z from 'zod/mini'
import { CommandSchema } from '../control.ts'
import { endpoint } from '../endpoint.ts'
import { lastMoment, outsideText, RowIdSchema } from '../from-outside.ts'
import { DeviceKeySchema } from '../telemetry.ts'

/**
 * Logins of miners on their way to a box. The browser seals them with the key of that box, so that nobody between the two can read them:
 *
 *     sealed = base64( X25519 key made for this once (32 bytes) | AES-256-GCM of the padded login | tag (16 bytes) )
 *     key | nonce = HKDF-SHA-256( shared secret, salt: key made for this once | key of the box, info: `loginSealInfo`, 32 + 12 bytes )
 *
 * `loginContext` is authenticated with it: for another box, another miner, another command or another expiry it does not open.
 */
export const loginSealInfo = 'shipminer-login-v1'

/** The login is padded with spaces to a multiple of this many bytes, so that its length does not show. */
export const loginPadBytes = 512

/** Versions of the controller from here on take logins from the dashboard. */
export const loginsSinceVersion = '0.2.0'

/** How far ahead the expiry of a sealed login may lie. */
export const loginLifetimeMs = 10 * 60_000

/** What a box signs with its identity key, so that another key cannot be put in the place of its own. */
export function sealingProof(controllerId: string, sealingKey: string): string {
  return `shipminer-sealing-v1\n${controllerId}\n${sealingKey}`
}

/**
 * By what a box's identity key is recognised on its own page and in the dashboard.
 * @param hash SHA-256 of the raw key
 * @example boxMarkOf(hash) // '9F2C 01AB 77D0 4E1B 5C90'
 */
export function boxMarkOf(hash: Uint8Array): string {
  const hex = Array.from(hash.subarray(0, 10), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return (hex.toUpperCase().match(/.{4}/g) ?? []).join(' ')
}

/** What a login is kept under on board: the key of the device it is for, or its make, for every device of it without one of its own. */
export function loginName(target: { deviceKey: string | null; make: string | null }): string {
  return target.deviceKey ?? `make:${(target.make ?? '').trim().toLowerCase()}`
}

/** What a sealed login is bound to. */
export function loginContext(bound: {
  controllerId: string
  /** Of `loginName`. */
  name: string
  commandId: string
  expiresAt: number
}): string {
  const { controllerId, name, commandId, expiresAt } = bound
  return [loginSealInfo, controllerId, name, commandId, expiresAt].join('\n')
}

/** The login itself, as it is sealed. `user` null: the one that the maker delivers with. */
export const PlainLoginSchema = z.strictObject({
  user: z.nullable(z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^\P{Cc}*$/u))),
  password: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^\P{Cc}*$/u)),
})
export type PlainLogin = z.infer<typeof PlainLoginSchema>

const key32 = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/))
const signature = z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/))

/** The key that logins for a box are sealed with, both base64; `proof` is its Ed25519 signature over `sealingProof`. */
export const SealingKeySchema = z.object({ key: key32, proof: signature })
export type SealingKey = z.infer<typeof SealingKeySchema>

/** The most that a box tells of. */
export const mostLogins = 2_000

/** A login that a box keeps, without the login. `at`: when it was entered, on the server's clock; null: not known. */
export const KeptLoginSchema = z.object({
  name: outsideText(140),
  at: z.catch(z.nullable(z.int().check(z.minimum(0), z.maximum(lastMoment))), null),
  /** `waiting`: its device was away; it is tried as soon as that is back, and what was there before counts until then. */
  state: z.enum(['kept', 'waiting']),
})
export type KeptLogin = z.infer<typeof KeptLoginSchema>

const shown = z.nullable(z.object({ at: z.nullable(z.int()), state: z.enum(['kept', 'waiting']) }))
const params = z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) })
/** One miner by its id, or all of a make. */
const target = {
  minerId: z.optional(RowIdSchema),
  make: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.regex(/^\P{Cc}*$/u))),
}
const acting = { max: 30, windowMs: 60_000 }

export const deviceLoginEndpoints = {
  deviceLogins: endpoint({
    method: 'GET',
    path: '/mining/controllers/{id}/logins',
    summary: 'Which logins of miners a box keeps, never what they are, and the key to seal new ones with.',
    auth: 'user',
    params,
    query: z.object({ miner: z.optional(RowIdSchema) }),
    data: z.object({
      serverTime: z.int(),
      version: z.nullable(z.string()),
      /** Null: this version of the box takes none. `identityKey` is that which the box proves itself with, base64. */
      box: z.nullable(z.object({ identityKey: key32, sealing: SealingKeySchema })),
      /** The miner that was asked for. */
      miner: z.nullable(z.object({ deviceKey: DeviceKeySchema, make: z.nullable(z.string()), login: shown })),
      makes: z.array(z.object({ make: z.string(), miners: z.int(), login: shown })),
      /** Kept for every miner without one of its own; entered on board. */
      all: shown,
      /** About logins, of the miner that was asked for, or else of makes; newest first. */
      commands: z.array(CommandSchema),
    }),
    errors: ['unauthorized', 'not-found', 'invalid-request'],
  }),
  setDeviceLogin: endpoint({
    method: 'POST',
    path: '/mining/controllers/{id}/logins',
    summary: 'Sends a sealed login to its box, which tries it on the miner. Only that box can open it.',
    auth: 'user',
    params,
    body: z.strictObject({
      ...target,
      commandId: z.uuid(),
      expiresAt: z.int(),
      sealed: z.string().check(z.minLength(100), z.maxLength(4_000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
    }),
    data: z.object({ command: CommandSchema }),
    errors: [
      'unauthorized',
      'not-found',
      'invalid-request',
      'controller-too-old',
      'proof-required',
      'rate-limited',
    ],
    limit: acting,
  }),
  removeDeviceLogin: endpoint({
    method: 'POST',
    path: '/mining/controllers/{id}/logins/remove',
    summary: 'Has a box forget the login of a miner or a make.',
    auth: 'user',
    params,
    body: z.strictObject({ ...target, commandId: z.uuid() }),
    data: z.object({ command: CommandSchema }),
    errors: [
      'unauthorized',
      'not-found',
      'invalid-request',
      'controller-too-old',
      'proof-required',
      'rate-limited',
    ],
    limit: acting,
  }),
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'

const prefix = 'whsec_'

/** A secret in the form that receivers get, of 24 to 64 random bytes. */
export function formatSecret(bytes: Uint8Array): string {
  return `${prefix}${Buffer.from(bytes).toString('base64')}`
}

/**
 * The bytes of a secret; null when it is invalid.
 *
 * @internal For tests.
 */
export function parseSecret(secret: string): Buffer | null {
  const match = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/.exec(secret)
  const bytes = match ? Buffer.from(match[1] ?? '', 'base64') : null
  return bytes && bytes.length >= 24 && bytes.length <= 64 ? bytes : null
}

/** The secret that an owner's alerts are signed with: derived from the server's own, so that there is nothing to store. */
export function ownerWebhookSecret(secretKey: SecretKey, userId: string): Buffer {
  return secretKey.hash('alert-webhook', userId)
}

/** Signs for an owner, by each key that is accepted: a receiver takes the message when it knows one of them. */
export function signForOwner(
  secretKey: SecretKey,
  userId: string,
  message: { id: string; timestamp: number; body: string },
): string {
  const secrets = secretKey.hashes('alert-webhook', userId)
  return secrets.map((secret) => signWebhook(secret, message)).join(' ')
}

/** Header `webhook-signature` of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`. `timestamp` in seconds. */
export function signWebhook(
  secret: Uint8Array,
  message: { id: string; timestamp: number; body: string },
): string {
  const mac = createHmac('sha256', secret).update(`${message.id}.${message.timestamp}.${message.body}`)
  return `v1,${mac.digest('base64')}`
}

/**
 * Whether one of the signatures in the header is right, as a receiver checks it. The age of the timestamp is the receiver's to judge.
 *
 * @internal For tests.
 */
export function isSignedBy(
  secret: Uint8Array,
  message: { id: string; timestamp: number; body: string },
  header: string,
): boolean {
  const expected = Buffer.from(signWebhook(secret, message))
  return header.split(' ').some((signature) => {
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

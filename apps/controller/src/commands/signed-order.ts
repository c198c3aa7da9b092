import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type CommandOrder, CommandOrderSchema } from '@shipminer/contract/control'

export type OrderCheck = SignedCheck<CommandOrder>

/** The raw 32 bytes of an Ed25519 public key in base64 as a key; null when they are not one. */
export function parseCommandKey(base64: string): KeyObject | null {
  const raw = Buffer.from(base64, 'base64')
  if (raw.length !== 32) return null
  try {
    return createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
      format: 'jwk',
    })
  } catch {
    return null
  }
}

type SignedCheck<T> =
  | { ok: true; order: T }
  | { ok: false; reason: 'bad-signature' | 'malformed' | 'not-for-us' }

/**
 * Whether an order is one of the server's for this controller. The signature is checked over the very text before
 * anything of it is read. Expiry is not checked here: an order that came in time may still wait too long.
 */
export function checkOrder(
  text: string,
  signature: string,
  commandKeys: readonly KeyObject[],
  controllerId: string,
): OrderCheck {
  return checkSigned(text, signature, commandKeys, controllerId, CommandOrderSchema)
}

/** The same for any kind of order; what one kind of order says is malformed as another. */
export function checkSigned<T extends { controllerId: string }>(
  text: string,
  signature: string,
  commandKeys: readonly KeyObject[],
  controllerId: string,
  schema: { safeParse(value: unknown): { data?: T | undefined } },
): SignedCheck<T> {
  let isSigned = false
  try {
    const [content, bytes] = [Buffer.from(text), Buffer.from(signature, 'base64')]
    isSigned = commandKeys.some((key) => verify(null, content, key, bytes))
  } catch {
    isSigned = false
  }
  if (!isSigned) return { ok: false, reason: 'bad-signature' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'malformed' }
  }
  const order = schema.safeParse(value).data
  if (order === undefined) return { ok: false, reason: 'malformed' }
  return order.controllerId === controllerId ? { ok: true, order } : { ok: false, reason: 'not-for-us' }
}

import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import {
  loginContext,
  loginPadBytes,
  loginSealInfo,
  type PlainLogin,
  type SealingKey,
  sealingProof,
} from '@shipminer/contract/control/device-logins'

const keyBytes = 32
const nonceBytes = 12
const utf8 = new TextEncoder()

/** What a box proves itself with and what logins for it are sealed with, base64 each. */
export type BoxKeys = { identityKey: string; sealing: SealingKey }

/** Whether the box itself signed the key that logins for it are sealed with. */
export function isOwnKey(controllerId: string, { identityKey, sealing }: BoxKeys): boolean {
  try {
    const proof = utf8.encode(sealingProof(controllerId, sealing.key))
    return ed25519.verify(bytesOf(sealing.proof), proof, bytesOf(identityKey), { zip215: false })
  } catch {
    return false
  }
}

/**
 * A login that only one box opens, and only for what it is bound to; base64. `makeKey` makes the key that is used once.
 * @throws where the browser has no WebCrypto, or the key is none.
 */
export async function sealLogin(
  login: PlainLogin,
  boxKey: string,
  bound: Parameters<typeof loginContext>[0],
  makeKey: () => Uint8Array = x25519.utils.randomSecretKey,
): Promise<string> {
  const once = makeKey()
  const own = bytesOf(boxKey)
  const ephemeralKey = x25519.getPublicKey(once)
  const shared = await crypto.subtle.importKey(
    'raw',
    ownBuffer(x25519.getSharedSecret(once, own)),
    'HKDF',
    false,
    ['deriveBits'],
  )
  const info = utf8.encode(loginSealInfo)
  const derived = new Uint8Array(
    await crypto.subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt: joinBytes(ephemeralKey, own), info },
      shared,
      (keyBytes + nonceBytes) * 8,
    ),
  )
  const key = await crypto.subtle.importKey('raw', derived.slice(0, keyBytes), 'AES-GCM', false, ['encrypt'])
  const additionalData = utf8.encode(loginContext(bound))
  const content = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: derived.slice(keyBytes), additionalData },
    key,
    padText(JSON.stringify(login)),
  )
  return btoa(String.fromCharCode(...joinBytes(ephemeralKey, new Uint8Array(content))))
}

function padText(text: string): Uint8Array<ArrayBuffer> {
  const bytes = utf8.encode(text)
  const filled = new Uint8Array(Math.ceil(bytes.length / loginPadBytes) * loginPadBytes).fill(0x20)
  filled.set(bytes)
  return filled
}

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

const ownBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
}

import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { SecretKey } from '../../../platform/secret-key/secret-key.ts'

/** Signs orders to controllers. */
export type CommandSigner = {
  /** base64 of the raw 32-byte Ed25519 public key, as controllers pin it. */
  readonly publicKey: string
  /** base64 signature over the text. */
  sign(text: string): string
}

/** DER of an Ed25519 private key (RFC 8410) without its 32 bytes of seed. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export function createCommandSigner(seed: Uint8Array): CommandSigner {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    publicKey: publicKey.toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  }
}

/** The seed that installations had before they kept one apart; their boxes have pinned its key. */
export const derivedSeed = (secretKey: SecretKey): Uint8Array => secretKey.seed('shipminer-commands-v1')

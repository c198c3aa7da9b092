import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'

/** Signs commands to controllers. One key for all servers of an installation, derived from its secret key. */
export type CommandSigner = {
  /** base64 of the raw 32-byte Ed25519 public key, as controllers pin it. */
  readonly publicKey: string
  /** base64 signature over the text. */
  sign(text: string): string
}

/** DER of an Ed25519 private key (RFC 8410) without its 32 bytes of seed. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export function createCommandSigner(secretKey: Buffer): CommandSigner {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'shipminer-commands-v1', 32))
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    publicKey: publicKey.toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  }
}

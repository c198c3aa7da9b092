import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import { writeFileAtomically } from '../platform/atomic-file.ts'

export type ControllerKey = {
  /** base64 of the raw 32 bytes. */
  publicKey: string
  /** base64 Ed25519 signature over the UTF-8 text. */
  sign(text: string): string
}

/**
 * The controller's Ed25519 key. Made on the first start, and readable by its owner only from the first byte on.
 * Throws when the file exists and holds no such key: making another one silently would lock the controller out.
 */
export async function loadOrCreateKey(path: string): Promise<ControllerKey> {
  let pem: string
  try {
    pem = await readFile(path, 'utf8')
    await chmod(path, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await writeFileAtomically(path, pem, 0o600)
  }
  const privateKey = parseKey(pem, path)
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x ?? '', 'base64url').toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  }
}

function parseKey(pem: string, path: string) {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (cause) {
    throw new Error(`${path} holds no Ed25519 key. Restore it, or move it away and enrol with a new token.`, {
      cause,
    })
  }
  throw new Error(
    `${path} holds a key of another kind. Restore it, or move it away and enrol with a new token.`,
  )
}

import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import {
  loginSealInfo,
  type PlainLogin,
  PlainLoginSchema,
  type SealingKey,
  sealingProof,
} from '@shipminer/contract/control/device-logins'
import { writeFileAtomically } from '../platform/atomic-file.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key that logins for this box are sealed with in a browser. */
export type LoginSealing = {
  /** As announced at each handshake. */
  announced: SealingKey
  /** Null: sealed for another box or another context, altered, or no login. */
  open(sealed: string, context: string): PlainLogin | null
}

/**
 * The X25519 key pair in `path`, made on the first start and readable by its owner only. Throws when the file exists and holds no such key,
 * as the identity key does.
 */
export async function openLoginSealing(
  path: string,
  identity: { sign(text: string): string },
  controllerId: string,
): Promise<LoginSealing> {
  let pem: string
  try {
    pem = await readFile(path, 'utf8')
    await chmod(path, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    pem = generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await writeFileAtomically(path, pem, 0o600)
  }
  const privateKey = parseKey(pem, path)
  const raw = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url')
  const key = raw.toString('base64')
  return {
    announced: { key, proof: identity.sign(sealingProof(controllerId, key)) },
    open: (sealed, context) => openLogin(privateKey, raw, Buffer.from(sealed, 'base64'), context),
  }
}

function parseKey(pem: string, path: string): KeyObject {
  const wrong = `${path} holds no X25519 key. Restore it, or move it away and a new one is made.`
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'x25519') return key
  } catch (cause) {
    throw new Error(wrong, { cause })
  }
  throw new Error(wrong)
}

function openLogin(privateKey: KeyObject, own: Buffer, bytes: Buffer, context: string): PlainLogin | null {
  if (bytes.length < KEY_BYTES + TAG_BYTES) return null
  const made = bytes.subarray(0, KEY_BYTES)
  try {
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'X25519', x: made.toString('base64url') },
      format: 'jwk',
    })
    const shared = diffieHellman({ privateKey, publicKey })
    const salt = Buffer.concat([made, own])
    const keys = Buffer.from(hkdfSync('sha256', shared, salt, loginSealInfo, KEY_BYTES + NONCE_BYTES))
    const decipher = createDecipheriv('aes-256-gcm', keys.subarray(0, KEY_BYTES), keys.subarray(KEY_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = decipher.update(bytes.subarray(KEY_BYTES, -TAG_BYTES), undefined, 'utf8')
    return PlainLoginSchema.safeParse(JSON.parse(text + decipher.final('utf8'))).data ?? null
  } catch {
    return null
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import { writeFileAtomically } from '../platform/atomic-file.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keeps secrets on disk: AES-256-GCM, a fresh nonce each time. */
export type SealedBox = {
  /** Base64 that only this box opens, and only for the same `purpose`. */
  seal(text: string, purpose: string): string
  /** Null when it was sealed by another box, for another purpose, or was changed. */
  open(sealed: string, purpose: string): string | null
}

/** A box of a given 32-byte key. */
export function createSealedBox(key: Buffer): SealedBox {
  if (key.length !== KEY_BYTES) throw new Error(`a sealing key has ${KEY_BYTES} bytes`)
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64')
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        return (
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        )
      } catch {
        return null
      }
    },
  }
}

/**
 * The box of this controller. Its key is made on the first start, in a file that only its owner can read. Throws when the
 * file exists and holds no such key: a new one would silently lose every secret.
 */
export async function openSealedBox(keyPath: string): Promise<SealedBox> {
  let text: string
  try {
    text = await readFile(keyPath, 'utf8')
    await chmod(keyPath, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    text = randomBytes(KEY_BYTES).toString('base64')
    await writeFileAtomically(keyPath, text, 0o600)
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) {
    throw new Error(
      `${keyPath} holds no sealing key. Restore it, or move it away and enter the logins again.`,
    )
  }
  return createSealedBox(key)
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyOf = (secretKey: Buffer) => Buffer.from(hkdfSync('sha256', secretKey, '', 'shipminer-box-v1', 32))

/** Encrypts a short text for the database (AES-256-GCM under a key derived from the server's own), so that a copy of it reveals nothing. */
export function seal(secretKey: Buffer, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Opens what was sealed with the same key; null when it was not, or was changed. */
export function unseal(secretKey: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < 28) return null
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

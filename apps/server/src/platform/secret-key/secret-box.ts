import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** Encrypts (AES-256-GCM), so that a copy of the database reveals nothing: nonce, what is sealed, tag. */
export function sealBytes(key: Uint8Array, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Opens what was sealed with the same key; null when it was not, or was changed. */
export function openBytes(key: Uint8Array, sealed: Uint8Array): Buffer | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

/** The same for a short text, in base64 and with the tag before what is sealed. */
export function sealText(key: Uint8Array, text: string): string {
  const sealed = sealBytes(key, Buffer.from(text))
  return tagFirst(sealed).toString('base64')
}

export function openText(key: Uint8Array, text: string): string | null {
  const sealed = Buffer.from(text, 'base64')
  return openBytes(key, tagLast(sealed))?.toString() ?? null
}

const tagFirst = (sealed: Buffer) =>
  Buffer.concat([
    sealed.subarray(0, nonceBytes),
    sealed.subarray(-tagBytes),
    sealed.subarray(nonceBytes, -tagBytes),
  ])

const tagLast = (sealed: Buffer) => {
  const after = nonceBytes + tagBytes
  return Buffer.concat([
    sealed.subarray(0, nonceBytes),
    sealed.subarray(after),
    sealed.subarray(nonceBytes, after),
  ])
}

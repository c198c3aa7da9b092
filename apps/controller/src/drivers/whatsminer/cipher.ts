import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { md5crypt } from './md5crypt.ts'

const BLOCK_BYTES = 16

/** AES-256-ECB with zeros at the end, in base64 without line ends, as both APIs of Whatsminers have it. */
export function encrypt(text: string, key: Buffer): string {
  const plain = Buffer.from(text)
  const padded = Buffer.alloc(Math.ceil(plain.length / BLOCK_BYTES) * BLOCK_BYTES)
  plain.copy(padded)
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64')
}

/** The decrypted text, or null when it is not such a text. Zeros at the end are removed. */
export function decrypt(base64: string, key: Buffer): Buffer | null {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0 || bytes.length % BLOCK_BYTES !== 0) return null
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(bytes), decipher.final()])
  let end = plain.length
  while (end > 0 && plain[end - 1] === 0) end -= 1
  return plain.subarray(0, end)
}

/** What `get_token` of the second API answers. Its `time` is the device's own, so a wrong clock matters nothing. */
export type V2Salt = { time: string; salt: string; newsalt: string }

/** The signature that goes into each command and the key that it is sent under. */
export function v2Keys(password: string, token: V2Salt): { sign: string; aesKey: Buffer } {
  const key = md5crypt(password, token.salt)
  return {
    sign: md5crypt(key + token.time, token.newsalt),
    aesKey: createHash('sha256').update(key).digest(),
  }
}

/** The token of one command of the third API, and the key for parameters that are sent under it. `ts` in seconds. */
export function v3Token(
  command: string,
  password: string,
  salt: string,
  ts: number,
): { token: string; aesKey: Buffer } {
  const digest = createHash('sha256').update(`${command}${password}${salt}${ts}`).digest()
  return { token: digest.toString('base64').slice(0, 8), aesKey: digest }
}

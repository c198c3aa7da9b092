import { timingSafeEqual } from 'node:crypto'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'

const macBytes = 24
const separator = '.'

/** Names an inquiry in a link, where otherwise stands a user. */
const inquiryMark = 'i-'

/** The token that ends the waiting of the sender of an inquiry. */
export function waitingToken(inquiryId: string, secretKey: SecretKey): string {
  return unsubscribeToken(`${inquiryMark}${inquiryId}`, secretKey)
}

/** The inquiry that the owner of a link is known by; null: they are known by their account. */
export function inquiryOf(owner: string): string | null {
  return owner.startsWith(inquiryMark) ? owner.slice(inquiryMark.length) : null
}

/**
 * The token in the personal unsubscribe link: the user's id, and 192 bits that only the server's key can produce. It is not stored, grants
 * nothing else and never expires, because people keep mails for years.
 */
export function unsubscribeToken(userId: string, secretKey: SecretKey): string {
  return `${userId}${separator}${macText(secretKey.hash('newsletter', userId))}`
}

/** The user or inquiry of a link; null for a token that this server never issued. */
export function readUnsubscribeToken(token: string, secretKey: SecretKey): string | null {
  const [userId = '', mac = '', ...rest] = token.split(separator)
  if (rest.length > 0) return null
  const given = Buffer.from(mac)
  const isOurs = secretKey.hashes('newsletter', userId).some((hash) => {
    const wanted = Buffer.from(macText(hash))
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
  return isOurs ? userId : null
}

const macText = (hash: Buffer) => hash.subarray(0, macBytes).toString('base64url')

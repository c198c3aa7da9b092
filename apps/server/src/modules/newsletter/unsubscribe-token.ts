import { createHmac, timingSafeEqual } from 'node:crypto'

const macBytes = 24
const separator = '.'

/** Names an inquiry in a link, where otherwise stands a user. */
const inquiryMark = 'i-'

/** The token that ends the waiting of whoever sent an inquiry. */
export function waitingToken(inquiryId: string, secretKey: Buffer): string {
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
export function unsubscribeToken(userId: string, secretKey: Buffer): string {
  return `${userId}${separator}${macOf(userId, secretKey)}`
}

/** The user or inquiry of a link; null for a token that this server never issued. */
export function readUnsubscribeToken(token: string, secretKey: Buffer): string | null {
  const [userId = '', mac = '', ...rest] = token.split(separator)
  if (rest.length > 0) return null
  const given = Buffer.from(mac)
  const wanted = Buffer.from(macOf(userId, secretKey))
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? userId : null
}

function macOf(userId: string, secretKey: Buffer): string {
  const mac = createHmac('sha256', secretKey).update(`newsletter\n${userId}`).digest()
  return mac.subarray(0, macBytes).toString('base64url')
}

import { createHmac, timingSafeEqual } from 'node:crypto'

const macBytes = 24
const separator = '.'

/**
 * What stands in the personal link to unsubscribe: whose it is, and 192 bits that only the server's key makes. It is not stored, opens
 * nothing else and never ends, because mails are kept for years.
 */
export function unsubscribeToken(userId: string, secretKey: Buffer): string {
  return `${userId}${separator}${macOf(userId, secretKey)}`
}

/** Whose link it is; null for what this server never made. */
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

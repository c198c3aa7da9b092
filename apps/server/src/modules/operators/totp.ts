import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds that a code is valid. */
const stepSeconds = 30
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The time step that contains a time. */
export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / 1000 / stepSeconds)
}

/** The code of a step (RFC 6238 with SHA-1). `length` other than 6 is for the RFC's own examples. */
export function totpCode(secret: Uint8Array, step: number, length = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 10 ** length).padStart(length, '0')
}

/** The step whose code this is, one before and one after now included; null when none is. */
export function matchTotp(secret: Uint8Array, code: string, nowMs: number): number | null {
  const now = totpStep(nowMs)
  const given = Buffer.from(code)
  return (
    [now - 1, now, now + 1].find((step) => {
      const wanted = Buffer.from(totpCode(secret, step))
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    }) ?? null
  )
}

/** Base32 without padding (RFC 4648), as authenticators read it. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

/** The URI that an authenticator reads from a QR code or a link. */
export function otpauthUri(input: { issuer: string; account: string; secret: Uint8Array }): string {
  const { issuer, account, secret } = input
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}

import { createHash, timingSafeEqual } from 'node:crypto'

/** `count` unpredictable bytes; `crypto.randomBytes` outside of tests. */
export type RandomBytes = (count: number) => Uint8Array

const prefixes = {
  access: 'at_',
  refresh: 'rt_',
  registration: 'reg_',
  enrolment: 'enr_',
  binding: 'b_',
  verification: 'ev_',
  reset: 'pr_',
  apiKey: 'key_',
  crew: 'crew_',
}
export type TokenKind = keyof typeof prefixes

/** A token of 256 bits. The prefix shows people and secret scanners what they found. */
export function createToken(kind: TokenKind, randomBytes: RandomBytes): string {
  return `${prefixes[kind]}${Buffer.from(randomBytes(32)).toString('base64url')}`
}

/** The hash of a token that the database stores: SHA-256 suffices because a token has 256 bits of entropy. */
export function hashToken(token: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(token).digest())
}

/** Whether a bearer is an owner's key and not a token of a session. */
export const isApiKey = (bearer: string) => bearer.startsWith(prefixes.apiKey)

/** Compares hashes in constant time; null never equals anything. */
export function sameHash(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a !== null && b !== null && a.length === b.length && timingSafeEqual(a, b)
}

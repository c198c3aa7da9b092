import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link opens without an account. */
type Linked = 'order' | 'offer'

/** Derives and verifies the keys of one kind of thing. */
export type LinkKeys = {
  /**
   * The key that opens a thing without an account, 192 bits. It is not stored: the server's key can derive it again, so that every mail about
   * the thing can contain the link.
   */
  of(id: string): string
  /** The hash that the database stores: a stolen table opens nothing. */
  hash(key: string): Uint8Array
  /** Whether a key belongs to a thing, in constant time. */
  fits(given: string, hash: Uint8Array): boolean
}

export function createLinkKeys(secretKey: Buffer, linked: Linked): LinkKeys {
  const hmac = (text: string) => createHmac('sha256', secretKey).update(text).digest()
  const hash = (key: string) => new Uint8Array(hmac(`${linked}-key-hash\n${key}`))
  return {
    of: (id) => hmac(`${linked}-key\n${id}`).subarray(0, 24).toString('base64url'),
    hash,
    fits(given, stored) {
      const givenHash = hash(given)
      return givenHash.length === stored.length && timingSafeEqual(givenHash, stored)
    },
  }
}

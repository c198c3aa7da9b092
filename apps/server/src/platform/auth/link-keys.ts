import { timingSafeEqual } from 'node:crypto'
import type { SecretKey } from '../secret-key/secret-key.ts'

/** What a link opens without an account. */
type Linked = 'order' | 'offer'

/** Derives and verifies the keys of one kind of thing. */
export type LinkKeys = {
  /**
   * The key that opens a thing without an account, 192 bits. It is not stored: the server's key can derive it again, so that every mail about
   * the thing can contain the link.
   */
  of(id: string): string
  /** The hash that the database stores for releases that compare it; it opens nothing. */
  hash(key: string): Uint8Array
  /** Whether a key belongs to a thing, in constant time. Links of mails that were sent under another key work while that one is accepted. */
  fits(given: string, id: string): boolean
}

export function createLinkKeys(secretKey: SecretKey, linked: Linked): LinkKeys {
  const keyOf = (hash: Buffer) => hash.subarray(0, 24).toString('base64url')
  return {
    of: (id) => keyOf(secretKey.hash(`${linked}-key`, id)),
    hash: (key) => new Uint8Array(secretKey.hash(`${linked}-key-hash`, key)),
    fits(given, id) {
      const bytes = Buffer.from(given)
      return secretKey.hashes(`${linked}-key`, id).some((hash) => {
        const key = Buffer.from(keyOf(hash))
        return key.length === bytes.length && timingSafeEqual(key, bytes)
      })
    },
  }
}

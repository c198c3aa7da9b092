import { isIP } from 'node:net'

/**
 * Whether a request's `Host` header may be answered. A page somewhere on the web can point a name of its own at the box's
 * address and read what it answers (DNS rebinding); it cannot do so with an address, `localhost`, or a name of the ship's own.
 */
export function isAllowedHost(host: string | undefined, ownNames: readonly string[]): boolean {
  if (host === undefined) return false
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i.exec(host)
  if (bracketed?.[1] !== undefined) return isIP(bracketed[1]) === 6
  const plain = /^([a-z0-9.-]{1,253})(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase()
  if (plain === undefined) return false
  return isIP(plain) === 4 || plain === 'localhost' || ownNames.includes(plain)
}

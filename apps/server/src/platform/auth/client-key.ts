import { isIPv6 } from 'node:net'
import type { SecretKey } from '../secret-key/secret-key.ts'

/**
 * What counts as one client for limits: an IPv4 address, or the /64 of an IPv6 address, because a household has 2^64 of them.
 *
 * @example clientKey('2001:db8:1:2:3:4:5:6') // '2001:db8:1:2::/64'
 * clientKey('::ffff:192.0.2.1') // '192.0.2.1'
 */
export function clientKey(ip: string): string {
  return prefixOf(ip, 4) ?? /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
}

/** The /48 of an IPv6 address, which is what one customer of a provider may get; null for IPv4. */
export function networkKey(ip: string): string | null {
  return prefixOf(ip, 3)
}

function prefixOf(ip: string, groupCount: number): string | null {
  const address = ip.split('%')[0] ?? ip
  if (!isIPv6(address) || /^::ffff:\d+\./i.test(address)) return null
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const missing = address.includes('::') ? 8 - front.length - back.length : 0
  const groups = [...front, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...back].slice(
    0,
    groupCount,
  )
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/${groupCount * 16}`
}

/** A client as the database may store it for a few minutes: keyed, so that the address cannot be looked up. */
export function clientHash(ip: string, secretKey: SecretKey): Uint8Array {
  return new Uint8Array(secretKey.hash('client', clientKey(ip)))
}

import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

/**
 * What counts as one client for limits: an IPv4 address, or the /64 of an IPv6 address, because a household has 2^64 of them.
 *
 * @example clientKey('2001:db8:1:2:3:4:5:6') // '2001:db8:1:2::/64'
 * clientKey('::ffff:192.0.2.1') // '192.0.2.1'
 */
export function clientKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const address = ip.split('%')[0] ?? ip
  if (!isIPv6(address)) return ip
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const missing = address.includes('::') ? 8 - front.length - back.length : 0
  const groups = [...front, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...back].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

/** A client as the database may store it for a few minutes: keyed, so that the address cannot be looked up. */
export function clientHash(ip: string, secretKey: Buffer): Uint8Array {
  return new Uint8Array(
    createHmac('sha256', secretKey)
      .update(`client\n${clientKey(ip)}`)
      .digest(),
  )
}

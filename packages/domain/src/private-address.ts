/**
 * Whether an IP address belongs to a private network (RFC 1918, IPv6 unique local): where the miners of a ship are.
 * Not loopback, not link-local, no names, no ports.
 */
export function isPrivateAddress(address: string): boolean {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)
  if (parts) {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(1).map(Number)
    if ([a, b, c, d].some((octet) => octet > 255)) return false
    if (parts.slice(1).some((octet) => octet.length > 1 && octet.startsWith('0'))) return false
    return a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)
  }
  return /^f[cd][0-9a-f]{2}(:[0-9a-f]{0,4}){2,7}$/i.test(address)
}

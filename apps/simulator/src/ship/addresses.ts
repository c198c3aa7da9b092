/** Whether an address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return (
    host === '::1' || host === 'localhost' || (/^127(\.\d{1,3}){3}$/.test(host) && parseIpv4(host) !== null)
  )
}

/** An IPv4 address as a number, or null when it is not one. */
export function parseIpv4(host: string): number | null {
  const parts = host.split('.')
  if (parts.length !== 4) return null
  let value = 0
  for (const part of parts) {
    if (!/^\d{1,3}$/.test(part) || Number(part) > 255) return null
    value = value * 256 + Number(part)
  }
  return value
}

/** The address `offset` after `first`, passing over `.0` and `.255`, which no device has. */
export function addressAfter(first: string, offset: number): string {
  let value = parseIpv4(first)
  if (value === null) throw new Error(`'${first}' is not an IPv4 address`)
  const usable = () => (value ?? 0) % 256 !== 0 && (value ?? 0) % 256 !== 255
  while (!usable()) value += 1
  for (let left = offset; left > 0; left--) {
    do value += 1
    while (!usable())
  }
  return [24, 16, 8, 0].map((shift) => Math.floor((value ?? 0) / 2 ** shift) % 256).join('.')
}

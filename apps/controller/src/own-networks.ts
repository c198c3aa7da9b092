import type { networkInterfaces } from 'node:os'
import { type AddressRange, addressesOf, parseAddressRanges } from './discovery/address-range.ts'

/** The private IPv4 networks this machine is in, 256 addresses around its own of each: where miners are looked for when nothing else is set. */
export function ownNetworks(interfaces: ReturnType<typeof networkInterfaces>): AddressRange[] {
  const networks = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivate(address))
    .map(
      ({ address, netmask }) => `${address.split('.').slice(0, 3).join('.')}.${prefixOf(address, netmask)}`,
    )
  const parsed = parseAddressRanges([...new Set(networks)].join(','))
  return parsed.ok ? parsed.ranges : []
}

/** Every address of those networks but this machine's own. */
export function neighbourAddresses(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  const own = new Set(Object.values(interfaces).flatMap((all) => all?.map(({ address }) => address) ?? []))
  const all = new Set(ownNetworks(interfaces).flatMap((range) => [...addressesOf(range)]))
  return [...all].filter((address) => !own.has(address))
}

function prefixOf(address: string, netmask: string): string {
  const bits = netmask
    .split('.')
    .reduce((sum, part) => sum + Number(part).toString(2).replaceAll('0', '').length, 0)
  return bits > 24 ? `${address.split('.')[3]}/${bits}` : '0/24'
}

function isPrivate(address: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address)
}

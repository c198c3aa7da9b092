import type { DeviceAddress } from '../drivers/driver.ts'

/**
 * A run of IPv4 addresses, first and last included, as numbers. `port` is set when the range named one; then only that
 * port is tried.
 */
export type AddressRange = {
  first: number
  last: number
  port: number | null
  webPort: number | null
  powerPort: number | null
}

export type AddressRangeError =
  | { code: 'empty' }
  | { code: 'not-an-address'; text: string }
  | { code: 'bad-prefix'; text: string }
  | { code: 'bad-port'; text: string }
  | { code: 'reversed'; text: string }
  | { code: 'too-many-addresses'; addresses: number; most: number }

export type ParsedRange = { ok: true; range: AddressRange } | { ok: false; error: AddressRangeError }
export type ParsedRanges = { ok: true; ranges: AddressRange[] } | { ok: false; error: AddressRangeError }

/** The most addresses one range, or all ranges of one scan together, may have: a /16. */
export const MOST_ADDRESSES = 65_536

/**
 * Parses one range of IPv4 addresses:
 * `192.168.1.0/24` (without its network and broadcast address), `192.168.1.10-192.168.1.40`, `192.168.1.10-40`,
 * `192.168.1.10`, each with an optional port: `127.0.0.1:41234`. A device behind an unusual API port may have unusual
 * web and power ports too, which follow in that order: `127.0.0.1:41234+41235+41236`.
 */
export function parseAddressRange(text: string): ParsedRange {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, error: { code: 'empty' } }
  const [addresses = '', portText, ...rest] = trimmed.split(':')
  if (rest.length > 0) return { ok: false, error: { code: 'not-an-address', text: trimmed } }
  const ports = parsePorts(portText)
  if (ports === null) return { ok: false, error: { code: 'bad-port', text: portText ?? '' } }
  const span = parseSpan(addresses)
  if (!span.ok) return span
  const count = span.last - span.first + 1
  if (count > MOST_ADDRESSES) {
    return { ok: false, error: { code: 'too-many-addresses', addresses: count, most: MOST_ADDRESSES } }
  }
  return { ok: true, range: { first: span.first, last: span.last, ...ports } }
}

/** Parses a list of ranges parted by commas, semicolons or space. The limit on addresses holds for all together. */
export function parseAddressRanges(text: string): ParsedRanges {
  const ranges: AddressRange[] = []
  let addresses = 0
  for (const part of text.split(/[\s,;]+/).filter((one) => one !== '')) {
    const parsed = parseAddressRange(part)
    if (!parsed.ok) return parsed
    addresses += addressCount(parsed.range)
    ranges.push(parsed.range)
  }
  if (ranges.length === 0) return { ok: false, error: { code: 'empty' } }
  if (addresses > MOST_ADDRESSES) {
    return { ok: false, error: { code: 'too-many-addresses', addresses, most: MOST_ADDRESSES } }
  }
  return { ok: true, ranges }
}

/** One sentence for a person on what is wrong with a range. */
export function describeAddressRangeError(error: AddressRangeError): string {
  switch (error.code) {
    case 'empty':
      return 'No address given.'
    case 'not-an-address':
      return `"${error.text}" is not an IPv4 address, for example 192.168.1.20.`
    case 'bad-prefix':
      return `"/${error.text}" is not a prefix length between 0 and 32.`
    case 'bad-port':
      return `"${error.text}" is not a port between 1 and 65535.`
    case 'reversed':
      return `"${error.text}" ends before it begins.`
    case 'too-many-addresses':
      return `${error.addresses} addresses are more than the ${error.most} that one scan may have.`
  }
}

export function addressCount(range: AddressRange): number {
  return range.last - range.first + 1
}

/** Every address of a range, in order. */
export function* addressesOf(range: AddressRange): Generator<string> {
  for (let address = range.first; address <= range.last; address += 1) yield formatAddress(address)
}

/** A range in words, without its ports. */
export const describeRange = ({ first, last }: AddressRange): string =>
  first === last ? formatAddress(first) : `${formatAddress(first)}-${formatAddress(last)}`

/** The named ports of a range as part of a device's address. */
export function namedPorts(range: AddressRange): Pick<DeviceAddress, 'webPort' | 'powerPort'> {
  return {
    ...(range.webPort === null ? {} : { webPort: range.webPort }),
    ...(range.powerPort === null ? {} : { powerPort: range.powerPort }),
  }
}

type Span = { ok: true; first: number; last: number } | { ok: false; error: AddressRangeError }

function parseSpan(text: string): Span {
  if (text.includes('/')) return parseNetwork(text)
  if (text.includes('-')) return parseFromTo(text)
  const address = parseAddress(text)
  if (address === null) return { ok: false, error: { code: 'not-an-address', text } }
  return { ok: true, first: address, last: address }
}

function parseNetwork(text: string): Span {
  const slash = text.indexOf('/')
  const prefixText = text.slice(slash + 1)
  const address = parseAddress(text.slice(0, slash))
  if (address === null) return { ok: false, error: { code: 'not-an-address', text: text.slice(0, slash) } }
  const prefix = /^\d{1,2}$/.test(prefixText) ? Number(prefixText) : 33
  if (prefix > 32) return { ok: false, error: { code: 'bad-prefix', text: prefixText } }
  const size = 2 ** (32 - prefix)
  const network = Math.floor(address / size) * size
  if (size <= 2) return { ok: true, first: network, last: network + size - 1 }
  return { ok: true, first: network + 1, last: network + size - 2 }
}

function parseFromTo(text: string): Span {
  const dash = text.indexOf('-')
  const fromText = text.slice(0, dash).trim()
  const toText = text.slice(dash + 1).trim()
  const first = parseAddress(fromText)
  if (first === null) return { ok: false, error: { code: 'not-an-address', text: fromText } }
  const short = /^\d{1,3}$/.test(toText) && Number(toText) <= 255
  const last = short ? first - (first % 256) + Number(toText) : parseAddress(toText)
  if (last === null) return { ok: false, error: { code: 'not-an-address', text: toText } }
  return last < first ? { ok: false, error: { code: 'reversed', text } } : { ok: true, first, last }
}

function parseAddress(text: string): number | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text.trim())
  if (match === null) return null
  let address = 0
  for (const part of match.slice(1)) {
    if (Number(part) > 255) return null
    address = address * 256 + Number(part)
  }
  return address
}

function formatAddress(address: number): string {
  return [address >>> 24, (address >>> 16) & 255, (address >>> 8) & 255, address & 255].join('.')
}

function parsePorts(text: string | undefined): Pick<AddressRange, 'port' | 'webPort' | 'powerPort'> | null {
  if (text === undefined) return { port: null, webPort: null, powerPort: null }
  const parts = text.split('+')
  if (parts.length > 3) return null
  const ports = parts.map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : 0))
  if (ports.some((port) => port < 1 || port > 65_535)) return null
  return { port: ports[0] ?? null, webPort: ports[1] ?? null, powerPort: ports[2] ?? null }
}

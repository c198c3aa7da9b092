import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressCount,
  addressesOf,
  describeAddressRangeError,
  MOST_ADDRESSES,
  namedPorts,
  parseAddressRange,
  parseAddressRanges,
} from './address-range.ts'

function edges(text: string): [string | undefined, string | undefined, number] {
  const parsed = parseAddressRange(text)
  if (!parsed.ok) throw new Error(describeAddressRangeError(parsed.error))
  const all = [...addressesOf(parsed.range)]
  expect(all).toHaveLength(addressCount(parsed.range))
  return [all[0], all[all.length - 1], all.length]
}

test.each([
  ['192.168.1.0/24', '192.168.1.1', '192.168.1.254', 254],
  ['192.168.1.77/24', '192.168.1.1', '192.168.1.254', 254],
  ['10.0.0.0/30', '10.0.0.1', '10.0.0.2', 2],
  ['10.0.0.4/31', '10.0.0.4', '10.0.0.5', 2],
  ['10.0.0.4/32', '10.0.0.4', '10.0.0.4', 1],
  ['172.16.0.0/16', '172.16.0.1', '172.16.255.254', 65534],
  ['192.168.1.10-192.168.1.12', '192.168.1.10', '192.168.1.12', 3],
  ['192.168.1.10-12', '192.168.1.10', '192.168.1.12', 3],
  ['192.168.1.250-192.168.2.5', '192.168.1.250', '192.168.2.5', 12],
  ['0.0.0.0-0.0.255.255', '0.0.0.0', '0.0.255.255', MOST_ADDRESSES],
  ['255.255.255.255', '255.255.255.255', '255.255.255.255', 1],
  [' 192.168.1.10 ', '192.168.1.10', '192.168.1.10', 1],
])('%s', (text, first, last, count) => {
  expect(edges(text)).toEqual([first, last, count])
})

test.each([
  ['127.0.0.1:41234', { port: 41234, webPort: null, powerPort: null }],
  ['127.0.0.1:41234+41235', { port: 41234, webPort: 41235, powerPort: null }],
  ['127.0.0.1:41234+41235+41236', { port: 41234, webPort: 41235, powerPort: 41236 }],
  ['127.0.1.0/24:4028', { port: 4028, webPort: null, powerPort: null }],
  ['127.0.0.1', { port: null, webPort: null, powerPort: null }],
])('ports of %s', (text, ports) => {
  expect(parseAddressRange(text)).toMatchObject({ ok: true, range: ports })
})

test('named ports are there only when named', () => {
  const parsed = parseAddressRange('127.0.0.1:1+2')
  expect(parsed.ok && namedPorts(parsed.range)).toEqual({ webPort: 2 })
})

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['miner.local', 'not-an-address'],
  ['192.168.1', 'not-an-address'],
  ['192.168.1.256', 'not-an-address'],
  ['192.168.1.1.1', 'not-an-address'],
  ['1e3.1.1.1', 'not-an-address'],
  ['::1', 'not-an-address'],
  ['192.168.1.5-', 'not-an-address'],
  ['192.168.1.5-300', 'not-an-address'],
  ['-192.168.1.5', 'not-an-address'],
  ['192.168.1.0/33', 'bad-prefix'],
  ['192.168.1.0/', 'bad-prefix'],
  ['192.168.1.0/-1', 'bad-prefix'],
  ['192.168.1.0/a', 'bad-prefix'],
  ['192.168.1.1:0', 'bad-port'],
  ['192.168.1.1:65536', 'bad-port'],
  ['192.168.1.1:', 'bad-port'],
  ['192.168.1.1:http', 'bad-port'],
  ['192.168.1.1:1+2+3+4', 'bad-port'],
  ['192.168.1.9-192.168.1.5', 'reversed'],
  ['192.168.1.9-5', 'reversed'],
  ['10.0.0.0/8', 'too-many-addresses'],
  ['0.0.0.0/0', 'too-many-addresses'],
  ['10.0.0.0-10.1.0.0', 'too-many-addresses'],
])('%j is refused: %s', (text, code) => {
  const parsed = parseAddressRange(text)
  expect(parsed).toMatchObject({ ok: false, error: { code } })
  expect(!parsed.ok && describeAddressRangeError(parsed.error)).toMatch(/\w.*\.$/)
})

test('lists', () => {
  expect(parseAddressRanges('192.168.1.0/24, 192.168.2.5\n10.0.0.1-3;')).toMatchObject({
    ok: true,
    ranges: [{}, {}, {}],
  })
  expect(parseAddressRanges(' , ')).toEqual({ ok: false, error: { code: 'empty' } })
  expect(parseAddressRanges('192.168.1.1, x')).toMatchObject({
    ok: false,
    error: { code: 'not-an-address', text: 'x' },
  })
  expect(parseAddressRanges('10.1.0.0/16 10.2.0.0/16')).toMatchObject({
    ok: false,
    error: { code: 'too-many-addresses', addresses: 131068 },
  })
})

test('never throws and never exceeds the limit', () => {
  const piece = fc.constantFrom('1', '255', '0', '.', '-', '/', ':', '+', ' ', 'x', '192.168.1.1')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const parsed = parseAddressRange(pieces.join(''))
      if (parsed.ok) expect(addressCount(parsed.range)).toBeLessThanOrEqual(MOST_ADDRESSES)
    }),
  )
})

import { expect, test } from 'vitest'
import { addressAfter, isLoopback, parseIpv4 } from './addresses.ts'

test.each([
  ['127.0.0.1', true],
  ['127.255.3.4', true],
  ['::1', true],
  ['localhost', true],
  ['127.0.0.999', false],
  ['127.0.0.1.evil.example', false],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['', false],
])('%s is loopback: %s', (host, expected) => expect(isLoopback(host)).toBe(expected))

test('addresses go on over the ends of a network, without .0 and .255', () => {
  expect(addressAfter('127.77.0.10', 0)).toBe('127.77.0.10')
  expect(addressAfter('127.77.0.253', 1)).toBe('127.77.0.254')
  expect(addressAfter('127.77.0.253', 2)).toBe('127.77.1.1')
  expect(addressAfter('127.77.0.0', 0)).toBe('127.77.0.1')
  expect(new Set(Array.from({ length: 1000 }, (_, i) => addressAfter('127.77.0.10', i))).size).toBe(1000)
  expect(() => addressAfter('ship', 0)).toThrow('not an IPv4 address')
})

test.each(['1.2.3', '1.2.3.4.5', 'a.b.c.d', '1.2.3.256', '-1.2.3.4', '1..2.3'])('%s is no address', (text) =>
  expect(parseIpv4(text)).toBeNull(),
)

import { expect, test } from 'vitest'
import { isPrivateAddress } from './private-address.ts'

test.each([
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.178.20',
  'fd12:3456::7',
  'fc00:0:0:0:0:0:0:1',
])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))

test.each([
  '',
  '8.8.8.8',
  '127.0.0.1',
  '169.254.169.254',
  '172.32.0.1',
  '172.15.0.1',
  '192.169.0.1',
  '10.0.0.256',
  '10.0.0',
  '010.0.0.1',
  '10.0.0.1:80',
  '::1',
  'fe80::1',
  '2001:db8::1',
  'localhost',
  '10.0.0.1 ',
])('%j is not', (address) => expect(isPrivateAddress(address)).toBe(false))

import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './address-guard.ts'

describe('addresses inside', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'localhost',
    '1.2.3',
    '',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('addresses outside', () => {
  test.each([
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2a00:1450::1',
    '2606:4700::1111',
    '::ffff:93.184.216.34',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true))
})

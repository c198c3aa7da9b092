import { bech32m } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBitcoinAddress } from './bitcoin-address.ts'

test.each([
  ['P2PKH', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['P2SH', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['P2WPKH', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['P2WSH', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['P2TR', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
])('reads %s', (_, address) => {
  expect(parseBitcoinAddress(address)).toBe(address)
  if (address.startsWith('bc1')) expect(parseBitcoinAddress(address.toUpperCase())).toBe(address)
})

test.each([
  ['nothing', ''],
  ['a wrong checksum', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3'],
  ['one wrong letter', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp'],
  ['mixed case', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mDQ'],
  ['testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['testnet P2PKH', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['regtest', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
  ['version 0 as bech32m (BIP-350)', 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['version 1 as bech32 (BIP-350)', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
  ['a version nobody can spend yet', 'BC1SW50QGDZ25J'],
  ['an Ethereum address', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  ['a space', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq '],
])('refuses %s', (_, text) => {
  expect(parseBitcoinAddress(text)).toBeNull()
})

test('refuses a taproot key that is on no curve: the coins would be lost', () => {
  const words = bech32m.toWords(new Uint8Array(32).fill(0xff))
  expect(parseBitcoinAddress(bech32m.encode('bc', [1, ...words]))).toBeNull()
})

test('never throws, and what it reads it reads again', () => {
  const near = fc
    .tuple(fc.constantFrom('bc1q', 'bc1p', '1', '3', ''), fc.string({ maxLength: 70 }))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(near, (text) => {
      const address = parseBitcoinAddress(text)
      if (address !== null) expect(parseBitcoinAddress(address)).toBe(address)
    }),
  )
})

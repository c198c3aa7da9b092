import { pbkdf2Sync } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { evmAddressAt, parseEvmAccount } from './evm-account.ts'

const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const anvilWords = 'test test test test test test test test test test test junk'

function read(text: string) {
  const result = parseEvmAccount(text)
  if (!result.ok) throw new Error(result.problem)
  return result.account
}

function walletOf(mnemonic: string) {
  return HDKey.fromMasterSeed(pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512'))
}

/** Account key of a phrase; the words exist here only, never on a server. */
function accountOf(mnemonic: string) {
  const account = walletOf(mnemonic).derive("m/44'/60'/0'")
  return { xpub: account.publicExtendedKey, xprv: account.privateExtendedKey }
}

test.each([
  [words, 0, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  [anvilWords, 0, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  [anvilWords, 1, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
])('published address of "%s" at %i', (mnemonic, index, address) => {
  expect(evmAddressAt(read(accountOf(mnemonic).xpub), index)).toBe(address)
})

test('the same addresses as a wallet derives from the words', () => {
  const account = read(` ${accountOf(words).xpub} `)
  for (let index = 0; index < 20; index += 1) {
    const { address } = mnemonicToAccount(words, { addressIndex: index })
    expect(evmAddressAt(account, index)).toBe(address)
  }
})

test.each([
  ['a private key', accountOf(words).xprv, 'private-key'],
  [
    'a zpub',
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
    'wrong-script',
  ],
  ['a master key', walletOf(words).publicExtendedKey, 'not-an-account'],
  ['the key of an address', walletOf(words).derive("m/44'/60'/0'/0/0").publicExtendedKey, 'not-an-account'],
  ['an address', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', 'not-a-key'],
])('refuses %s', (_, text, problem) => {
  expect(parseEvmAccount(text)).toEqual({ ok: false, problem })
})

test('refuses an index that is none', () => {
  expect(() => evmAddressAt(read(accountOf(words).xpub), -1)).toThrow(RangeError)
})

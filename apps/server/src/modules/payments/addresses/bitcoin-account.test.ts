import { HDKey } from '@scure/bip32'
import { describe, expect, test } from 'vitest'
import { type BitcoinNetwork, bitcoinAddressAt, parseBitcoinAccount } from './bitcoin-account.ts'
import { descriptorChecksum } from './descriptor-checksum.ts'
import { accountKeyProblems } from './extended-key.ts'

/** Account keys of "abandon … about" as BIP84 and BIP86 publish them. */
const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
const taprootXpub =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ'
const zprv =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE'

function read(text: string, network: BitcoinNetwork = 'mainnet') {
  const result = parseBitcoinAccount(text, network)
  if (!result.ok) throw new Error(accountKeyProblems[result.problem])
  return result.account
}

describe('published vectors', () => {
  test.each([
    [0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    [1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
  ])('BIP84 address %i', (index, address) => {
    expect(bitcoinAddressAt(read(zpub), index)).toMatchObject({ address, index })
  })

  test.each([
    [0, 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
    [1, 'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh'],
  ])('BIP86 address %i', (index, address) => {
    expect(bitcoinAddressAt(read(`tr(${taprootXpub}/0/*)`), index).address).toBe(address)
  })

  test('BIP86 script', () => {
    expect(bitcoinAddressAt(read(`tr(${taprootXpub})`), 0).scriptPubKey).toBe(
      '5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
    )
  })

  test('BIP380 checksum', () => {
    expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm')
    expect(descriptorChecksum('raw(Ü)')).toBeNull()
  })
})

/** The same key with another prefix, or created again for a test network. */
const plainXpub = read(zpub).key.publicExtendedKey
const testVersions = { private: 0x04358394, public: 0x043587cf }
const tpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), testVersions).derive(
  "m/84'/1'/0'",
).publicExtendedKey

test('spellings of one account give the same addresses', () => {
  const spellings = [
    ` ${zpub}\n`,
    plainXpub,
    `wpkh(${plainXpub})`,
    `wpkh(${zpub}/0/*)`,
    `wpkh([73c5da0a/84h/0h/0h]${plainXpub}/<0;1>/*)`,
    `wpkh([73c5da0a/84'/0'/0']${plainXpub}/0/*)`,
  ]
  for (const spelling of spellings)
    expect(bitcoinAddressAt(read(spelling), 0).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
  const summed = `wpkh(${plainXpub}/0/*)`
  expect(read(`${summed}#${descriptorChecksum(summed)}`).script).toBe('p2wpkh')
})

test('test networks have their own addresses, and the script is the same', () => {
  const onTestnet = bitcoinAddressAt(read(tpub, 'testnet'), 5)
  const onRegtest = bitcoinAddressAt(read(tpub, 'regtest'), 5)
  expect(onTestnet.address).toMatch(/^tb1q/)
  expect(onRegtest.address).toMatch(/^bcrt1q/)
  expect(onRegtest.scriptPubKey).toBe(onTestnet.scriptPubKey)
  expect(onRegtest.scriptPubKey).toMatch(/^0014[0-9a-f]{40}$/)
})

const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(7))

test.each([
  ['a zprv', zprv, 'mainnet', 'private-key'],
  ['an xprv in a descriptor', `wpkh(${master.privateExtendedKey}/0/*)`, 'mainnet', 'private-key'],
  ['a master key', master.publicExtendedKey, 'mainnet', 'not-an-account'],
  ['a slip of the pen', zpub.replace('Ys', 'Yt'), 'mainnet', 'wrong-checksum'],
  ['a wrong descriptor checksum', `wpkh(${plainXpub}/0/*)#qqqqqqqq`, 'mainnet', 'wrong-checksum'],
  ['a test key on the main network', tpub, 'mainnet', 'wrong-network'],
  ['a main key on a test network', zpub, 'regtest', 'wrong-network'],
  ['a zpub for taproot', `tr(${zpub})`, 'mainnet', 'wrong-script'],
  ['a legacy descriptor', `pkh(${plainXpub}/0/*)`, 'mainnet', 'wrong-script'],
  ['the change branch', `wpkh(${plainXpub}/1/*)`, 'mainnet', 'wrong-path'],
  ['a hardened path', `wpkh(${plainXpub}/0h/*)`, 'mainnet', 'wrong-path'],
  ['an address', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'mainnet', 'not-a-key'],
  ['nothing', '', 'mainnet', 'not-a-key'],
] as const)('refuses %s', (_, text, network, problem) => {
  expect(parseBitcoinAccount(text, network)).toEqual({ ok: false, problem })
})

test.each([-1, 0.5, 2 ** 31, Number.NaN])('refuses index %d', (index) => {
  expect(() => bitcoinAddressAt(read(zpub), index)).toThrow(RangeError)
})

import { anyText } from '@shipminer/testkit/any-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseWalletAddress } from './wallet-address.ts'

const ethereum = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const solana = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const taproot = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
const legacy = '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV'
const nested = '3HSVzEhCFuH9Z3wvoWTexy7BMVVp3PjS6f'

describe('refuses as invalid', () => {
  test.each([
    ['', 'nothing'],
    [' ', 'space'],
    [`${ethereum} `, 'a trailing space'],
    [ethereum.slice(0, -1), 'a digit too few'],
    [`${ethereum}0`, 'a digit too many'],
    [ethereum.replace('d8dA', 'D8dA'), 'a wrong EIP-55 checksum'],
    [ethereum.slice(2), 'no prefix'],
    ['0xzz', 'no hex'],
    ['vitalik.eth', 'a name'],
    [segwit.replace('v8f3t4', 'v8f3t5'), 'a wrong bech32 checksum'],
    [`B${segwit.slice(1)}`, 'bech32 of mixed case'],
    [`${legacy.slice(0, -1)}W`, 'a wrong base58check checksum'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'a testnet address'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'a testnet address in base58check'],
    [solana.slice(4), 'a key of other than 32 bytes'],
    [solana.replace('7', '0'), 'not base58'],
    ['eip155:1:', 'an account id without an address'],
    [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${ethereum}`, 'an address of another namespace'],
    [`eip155:1:${ethereum}:x`, 'an account id with a fourth part'],
    ["0x'; DROP TABLE users; --", 'SQL'],
    ['\0', 'NUL'],
    ['1'.repeat(201), 'a long text'],
  ])('%s (%s)', (input) => {
    expect(parseWalletAddress(input)).toEqual({ ok: false, reason: 'invalid' })
  })
})

describe('refuses as unsupported', () => {
  test.each([
    ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'a script address'],
    [`eip155:137:${ethereum}`, 'another chain'],
    ['cosmos:cosmoshub-3:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0', 'another namespace'],
  ])('%s (%s)', (input) => {
    expect(parseWalletAddress(input)).toEqual({ ok: false, reason: 'unsupported' })
  })
})

describe('reads', () => {
  test.each([
    ethereum,
    ethereum.toLowerCase(),
    `0x${ethereum.slice(2).toUpperCase()}`,
    `eip155:1:${ethereum}`,
    `eip155%3A1%3a${ethereum.toLowerCase()}`,
  ])('the Ethereum address %s', (input) => {
    const wallet = { namespace: 'eip155', address: ethereum, accountId: `eip155:1:${ethereum}` }
    expect(parseWalletAddress(input)).toEqual({ ok: true, wallet })
  })

  test.each([segwit, segwit.toUpperCase()])('the Bitcoin address %s', (input) => {
    const accountId = `bip122:000000000019d6689c085ae165831e93:${segwit}`
    expect(parseWalletAddress(input)).toEqual({
      ok: true,
      wallet: { namespace: 'bip122', address: segwit, accountId },
    })
  })

  test.each([taproot, legacy, nested])('the Bitcoin address %s', (input) => {
    expect(parseWalletAddress(input)).toMatchObject({
      ok: true,
      wallet: { namespace: 'bip122', address: input },
    })
  })

  test.each([solana, '1'.repeat(32), `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solana}`])(
    'the Solana address %s',
    (input) => {
      expect(parseWalletAddress(input)).toMatchObject({ ok: true, wallet: { namespace: 'solana' } })
    },
  )

  test('never throws, and what it reads it reads again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyText()), (input) => {
        const first = parseWalletAddress(input)
        if (first.ok) expect(parseWalletAddress(first.wallet.accountId)).toEqual(first)
      }),
    )
    for (const input of [ethereum.toLowerCase(), segwit, taproot, legacy, nested, solana]) {
      const first = parseWalletAddress(input)
      if (!first.ok) throw new Error(input)
      expect(parseWalletAddress(first.wallet.accountId)).toEqual(first)
      expect(parseWalletAddress(encodeURIComponent(first.wallet.accountId))).toEqual(first)
    }
  })
})

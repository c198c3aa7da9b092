import { parseSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { signInMessage } from './sign-in-message.ts'
import { parseWalletAddress } from './wallet-address.ts'

const input = {
  publicUrl: 'https://shipminer.example:8443',
  productName: 'Shipminer',
  nonce: '00112233445566778899aabbccddeeff',
  issuedAt: new Date('2026-05-01T10:00:00.000Z'),
  expiresAt: new Date('2026-05-01T10:05:00.000Z'),
}

function walletOf(address: string) {
  const parsed = parseWalletAddress(address)
  if (!parsed.ok) throw new Error(address)
  return parsed.wallet
}

test('writes EIP-4361 for Ethereum, as an independent parser reads it', () => {
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const message = signInMessage({ ...input, wallet: walletOf(address) })
  expect(message).toBe(`shipminer.example:8443 wants you to sign in with your Ethereum account:
${address}

Sign in to Shipminer. This costs nothing and sends no transaction.

URI: https://shipminer.example:8443
Version: 1
Chain ID: 1
Nonce: 00112233445566778899aabbccddeeff
Issued At: 2026-05-01T10:00:00.000Z
Expiration Time: 2026-05-01T10:05:00.000Z`)
  expect(parseSiweMessage(message)).toMatchObject({
    address,
    chainId: 1,
    domain: 'shipminer.example:8443',
    nonce: input.nonce,
    uri: 'https://shipminer.example:8443',
    version: '1',
    issuedAt: input.issuedAt,
    expirationTime: input.expiresAt,
  })
})

test.each([
  ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', 'Solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Bitcoin', 'bip122:000000000019d6689c085ae165831e93'],
])('keeps the form for %s', (address, chain, chainId) => {
  const lines = signInMessage({ ...input, wallet: walletOf(address) }).split('\n')
  expect(lines[0]).toBe(`shipminer.example:8443 wants you to sign in with your ${chain} account:`)
  expect(lines[1]).toBe(address)
  expect(lines).toContain(`Chain ID: ${chainId}`)
})

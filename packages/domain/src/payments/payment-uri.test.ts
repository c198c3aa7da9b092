import { expect, test } from 'vitest'
import { bitcoinQrText, bitcoinUri, tokenTransferUri } from './payment-uri.ts'

const bech32 = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const legacy = '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W'

test('the example of BIP21, with an amount', () => {
  const uri = bitcoinUri({ address: legacy, amountSat: 2_030_000_000n, label: 'Luke-Jr', message: null })
  expect(uri).toBe(`bitcoin:${legacy}?amount=20.3&label=Luke-Jr`)
})

test('label and message are escaped', () => {
  const uri = bitcoinUri({
    address: bech32,
    amountSat: 1n,
    label: 'Shipminer & co',
    message: 'SM-2026-000123 ü?',
  })
  expect(uri).toBe(
    `bitcoin:${bech32}?amount=0.00000001&label=Shipminer%20%26%20co&message=SM-2026-000123%20%C3%BC%3F`,
  )
  expect(new URL(uri).searchParams.get('label')).toBe('Shipminer & co')
})

test('a QR code has the bech32 address in capitals, and no other', () => {
  expect(bitcoinQrText({ address: bech32, amountSat: 26_923_077n })).toBe(
    `BITCOIN:${bech32.toUpperCase()}?amount=0.26923077`,
  )
  expect(bitcoinQrText({ address: legacy, amountSat: 100_000_000n })).toBe(`bitcoin:${legacy}?amount=1`)
})

test('a token transfer (ERC-681)', () => {
  expect(
    tokenTransferUri({
      token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      chainId: 1,
      to: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      amount: 19_021_740_000n,
    }),
  ).toBe(
    'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=0x9858EfFD232B4033E47d90003D41EC34EcaEda94&uint256=19021740000',
  )
})

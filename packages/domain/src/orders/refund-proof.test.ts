import { expect, test } from 'vitest'
import { parseRefundProof, usualRefundWay } from './refund-proof.ts'

const hex = 'Ab'.repeat(32)

test.each([
  ['bank', ' MT-2026-001 ', 'MT-2026-001'],
  ['bank', 'ab', null],
  ['bank', 'x'.repeat(141), null],
  ['bitcoin', ` ${hex}\n`, hex.toLowerCase()],
  ['bitcoin', `0x${hex}`, null],
  ['bitcoin', hex.slice(1), null],
  ['bitcoin', `${hex}0`, null],
  ['evm', `0x${hex}`, `0x${hex.toLowerCase()}`],
  ['evm', hex, null],
  ['evm', `0x${hex.slice(2)}`, null],
  ['evm', `0x${hex.slice(1)}g`, null],
] as const)('%s: %j is %j', (way, text, kept) => expect(parseRefundProof(way, text)).toBe(kept))

test('money goes back the way it came', () => {
  expect(['bank_transfer', 'bitcoin', 'usdt', 'pay_on_delivery'].map(usualRefundWay)).toEqual([
    'bank',
    'bitcoin',
    'evm',
    'bank',
  ])
})

import type { OrderRefund, RefundOffer } from '@shipminer/contract/shop/orders'
import { expect, test } from 'vitest'
import { checkClaim, claimBody, sortRefunds } from './refund-form.ts'

const refund = (change: Partial<OrderRefund>): OrderRefund => ({
  id: 'a',
  amountCents: 5_000,
  requestedAt: 1,
  claim: null,
  canChange: false,
  paidAt: null,
  proof: null,
  ...change,
})

test('only what nobody has claimed and nobody has paid waits for the buyer', () => {
  const claim = { way: 'bank' as const, to: 'NL91', name: 'Anna', coin: null, at: 2 }
  const refunds = [refund({}), refund({ amountCents: 700 }), refund({ claim }), refund({ paidAt: 3 })]
  expect(sortRefunds(refunds)).toEqual({ unclaimedCents: 5_700, claimed: refunds.slice(2) })
})

test('an IBAN is checked before it is sent, an address of a coin is not', () => {
  const form = { choice: 'bank', to: 'NL91 ABNA 0417 1643 00', name: 'Anna', code: '' }
  expect(checkClaim(form, false)).toEqual({})
  expect(checkClaim(form, true)).toEqual({ code: 'refund.required' })
  expect(checkClaim({ ...form, to: 'NL92 ABNA 0417 1643 00', name: ' ' }, false)).toEqual({
    to: 'refund.ibanWrong',
    name: 'refund.required',
  })
  expect(checkClaim({ choice: 'bitcoin', to: ' ', name: '', code: '' }, false)).toEqual({
    to: 'refund.required',
  })
  expect(checkClaim({ choice: 'bitcoin', to: 'bc1x', name: '', code: '1' }, true)).toEqual({})
})

test('the amount that was seen is sent along', () => {
  const network = { id: 'eip155:1', name: 'Ethereum', chainId: 1, testnet: false }
  const offer: RefundOffer = { way: 'evm', network, asset: 'USDT', amount: '54.35', rate: '92' }
  const form = { choice: 'bank', to: ' x ', name: ' Anna ', code: '' }
  expect(claimBody(form, null, 5_000)).toEqual({ way: 'bank', to: 'x', name: 'Anna', expectedAmount: '5000' })
  expect(claimBody({ ...form, code: ' 012345 ' }, offer, 5_000)).toEqual({
    way: 'evm',
    network: 'eip155:1',
    to: 'x',
    expectedAmount: '54.35',
    code: '012345',
  })
})

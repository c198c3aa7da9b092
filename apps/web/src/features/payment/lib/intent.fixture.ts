import type { PaymentIntent } from '@shipminer/contract/shop/payments'

const bitcoin = { id: 'bitcoin', name: 'Bitcoin', chainId: null, testnet: false }

/** A payment of EUR 17,500 in Bitcoin that waits for its transfer. */
export function buildIntent(part: Partial<PaymentIntent> = {}): PaymentIntent {
  return {
    id: '8f6c7a52-6f0e-4d52-9a55-1f3a6f6d8a10',
    orderId: '3f2b8a52-6f0e-4d52-9a55-1f3a6f6d8a10',
    orderNumber: 'SM-2026-000123',
    status: 'awaiting_transfer',
    exceptions: [],
    asset: 'BTC',
    network: bitcoin,
    token: null,
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    amountEurCents: 1_750_000,
    amountDue: '0.18421337',
    amountReceived: '0',
    amountConfirmed: '0',
    amountRemaining: '0.18421337',
    paymentUri: 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.18421337',
    qrText: 'BITCOIN:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?amount=0.18421337',
    rate: '9499865',
    rateSources: ['kraken', 'mempool.space'],
    rateAt: '2026-11-20T12:00:00.000Z',
    createdAt: '2026-11-20T12:00:00.000Z',
    expiresAt: '2026-11-20T12:15:00.000Z',
    monitorUntil: '2026-11-27T12:15:00.000Z',
    confirmations: { seen: 0, required: 3 },
    payments: [],
    watcherFresh: true,
    checkedAt: '2026-11-20T12:00:05.000Z',
    ...part,
  }
}

/** Money that was seen. */
export function buildObserved(
  part: Partial<PaymentIntent['payments'][number]> = {},
): PaymentIntent['payments'][number] {
  return {
    txId: '4d8c0e7f6a21b3c5d7e9f1a3b5c7d9e1f3a5b7c9d1e3f5a7b9c1d3e5f7a9b1c3',
    index: 0,
    network: bitcoin,
    asset: 'BTC',
    amount: '0.18421337',
    firstSeenAt: '2026-11-20T12:04:00.000Z',
    blockHeight: null,
    confirmations: 0,
    status: 'unconfirmed',
    replacedBy: null,
    explorerUrl: null,
    ...part,
  }
}

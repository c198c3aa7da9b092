/** How a refund was paid: by bank, on Bitcoin, or with a token on Ethereum and its relatives. */
export const refundWays = ['bank', 'bitcoin', 'evm'] as const
export type RefundWay = (typeof refundWays)[number]

/** The usual way back of money that came by a method of payment. */
export function usualRefundWay(method: string): RefundWay {
  return method === 'bitcoin' ? 'bitcoin' : method === 'usdt' ? 'evm' : 'bank'
}

const longestReference = 140

/**
 * The proof of a refund as it is kept: the bank's reference of a transfer, or the id of a transaction in lower case. Null when it cannot be one.
 *
 * @example parseRefundProof('evm', `0x${'AB'.repeat(32)}`) // '0xabab…'
 */
export function parseRefundProof(way: RefundWay, text: string): string | null {
  const trimmed = text.trim()
  switch (way) {
    case 'bank':
      return trimmed.length >= 3 && trimmed.length <= longestReference ? trimmed : null
    case 'bitcoin':
      return /^[0-9a-f]{64}$/i.test(trimmed) ? trimmed.toLowerCase() : null
    case 'evm':
      return /^0x[0-9a-f]{64}$/i.test(trimmed) ? trimmed.toLowerCase() : null
  }
}

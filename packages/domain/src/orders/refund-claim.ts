/** How long the amount in coin of a claimed refund holds; after that it is quoted anew. */
export const refundRateHoldsMs = 3 * 24 * 3_600_000

/** Where refunds above this go is proven by a code that only the order's mailbox gets. */
const codeAboveCents = 100_000

/**
 * Whether saying where the refunds of an order go takes a code from its mailbox. All that is not paid back yet counts together, so that
 * splitting it avoids nothing.
 */
export function needsRefundCode(unpaid: readonly { amountCents: number }[]): boolean {
  return unpaid.reduce((sum, { amountCents }) => sum + amountCents, 0) > codeAboveCents
}

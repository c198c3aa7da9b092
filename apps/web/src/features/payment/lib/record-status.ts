/** What a line of the payment history can say. */
export type RecordStatus = 'open' | 'pending' | 'received' | 'expired' | 'failed' | 'refunded' | 'unknown'

const words: Readonly<Record<string, RecordStatus>> = {
  unpaid: 'open',
  creating: 'open',
  awaiting_transfer: 'open',
  pending: 'pending',
  detected: 'pending',
  confirming: 'pending',
  partially_paid: 'pending',
  refund_pending: 'pending',
  paid: 'received',
  received: 'received',
  booked: 'received',
  confirmed: 'received',
  manually_completed: 'received',
  expired: 'expired',
  failed: 'failed',
  canceled: 'failed',
  refunded: 'refunded',
}

/** The server's word for a payment, in one of those that the page has words for. */
export function recordStatus(status: string): RecordStatus {
  return Object.hasOwn(words, status) ? (words[status] ?? 'unknown') : 'unknown'
}

/** States of a payment intent (docs/product.md 4.6). */
export const intentStatuses = [
  'creating',
  'awaiting_transfer',
  'detected',
  'confirming',
  'confirmed',
  'expired',
  'manually_completed',
  'failed',
  'canceled',
] as const
export type IntentStatus = (typeof intentStatuses)[number]

/** What is out of the ordinary about an intent, in a fixed order; any of them may come together. */
export const intentExceptions = [
  'underpaid',
  'overpaid',
  'late',
  'replaced',
  'reorged',
  'wrong_network',
  'wrong_token',
  'manual',
] as const
export type IntentException = (typeof intentExceptions)[number]

/** What was agreed when the intent was made; never changes. Amounts in base units of the coin (satoshi, or units of the token's decimals). */
export type IntentTerms = {
  /** The price of what is to be paid, in euro cents, above zero. */
  priceCents: number
  /** At the locked rate, rounded up; above zero. */
  amountDue: bigint
  /** The least that counts as paid; 1 up to `amountDue`. */
  minDue: bigint
  /** From this many confirmations on, money counts as settled; at least 1. */
  confirmationsRequired: number
  /** End of the quote. */
  expiresAtMs: number
  /** Until when a payment that was seen may take to settle. */
  monitorUntilMs: number
}

/** One output or transfer to the intent's address, as its watcher knows it now. A payment is never deleted. */
export type ObservedPayment = {
  /** Outpoint (`txid:vout`) or `chainId:txHash:logIndex`; one of each. */
  id: string
  amount: bigint
  /** When it was first seen, or the time of its block where the watcher was away then. Never changes. */
  firstSeenMs: number
  /** 0 while it waits in the mempool. */
  confirmations: number
  /** Whether its block is final, where the chain has such a mark (EVM `finalized`); null where confirmations are counted. */
  final: boolean | null
  /** Money on another network or in another token is reported, and never counted. */
  kind: 'expected' | 'wrong_network' | 'wrong_token'
  /** When it was found to be no longer valid; null while it counts. */
  unaccountedAtMs: number | null
  /** Why it stopped being valid: another transaction spent its inputs, its block left the chain, or its transaction failed. */
  unaccountedBecause: 'replaced' | 'reorged' | 'failed' | null
  /** Whether a block that held it ever left the chain. */
  wasReorged: boolean
  /** What it was worth in euro cents at the rate of `firstSeenMs`; null when no rate was fresh. Looked at for late payments only. */
  valueCentsAtFirstSeen: number | null
}

/** What people decided about an intent. */
export type IntentDecisions = {
  /** The buyer took another method, or gave up. Counts only when no money was seen by then. */
  canceledAtMs: number | null
  /** Staff settled it or marked it invalid; the reason is kept with the order's events. */
  manual: 'completed' | 'failed' | null
}

/** What the reducer needs to know besides the payments. */
export type IntentContext = {
  nowMs: number
  /** Start of this server: nothing expires in the first two minutes, so that watchers can catch up. */
  startedAtMs: number
  /** Whether the watcher has seen the newest block of its chain. */
  watcherTipFresh: boolean
  /** Whether the order was paid in another way than by this intent. */
  otherPaymentExists: boolean
  /** Whether the order's boxes can still be reserved. */
  stockReservable: boolean
  /** Whether the order was cancelled: nothing is in time for it. */
  isOrderCancelled: boolean
  /** While `creating`: whether rate and address were reserved. */
  creation: 'pending' | 'reserved' | 'refused'
  decisions: IntentDecisions
}

/** The state of an intent, as the reducer computes it. Amounts in base units. */
export type IntentState = {
  status: IntentStatus
  /** In the order of `intentExceptions`, none twice. */
  exceptions: IntentException[]
  /** All valid money, unconfirmed included. */
  amountReceived: bigint
  /** Valid money with enough confirmations. */
  amountConfirmed: bigint
  /** `amountDue − amountReceived`: below zero when too much came. */
  amountRemaining: bigint
  /** Settled money that does not belong to the order: the excess, or everything where the order was paid otherwise or the intent is over. */
  amountToRefund: bigint
  /** End of the quote, with the time that payments in time have added to it. */
  effectiveExpiresAtMs: number
  /** How many confirmations the money that is needed has, never above `confirmationsRequired`. */
  confirmationsReached: number
}

/** What the reducer remembers of the last run. */
export type PreviousIntent = Pick<IntentState, 'status' | 'exceptions'>

/** Whether the buyer has nothing more to do, and the order counts as paid. */
export function isSucceeded(status: IntentStatus): boolean {
  return status === 'confirmed' || status === 'manually_completed'
}

/** Whether the intent still waits for money or for blocks; one order has at most one such intent. */
export function isActive(status: IntentStatus): boolean {
  return (
    status === 'creating' ||
    status === 'awaiting_transfer' ||
    status === 'detected' ||
    status === 'confirming'
  )
}

import type { PaymentIntent } from '@shipminer/contract/shop/payments'

/** Stages of a crypto payment in the words of docs/product.md 4.6, and two ways out that it does not name. */
export type PaymentStage =
  | 'creating'
  | 'awaiting'
  | 'detected'
  | 'confirming'
  | 'confirmed'
  | 'expired'
  | 'completed'
  | 'failed'
  | 'canceled'

/** What is shown beside the stage. Each has its own text. */
export type PaymentNotice =
  | 'underpaid'
  | 'underpaid-expired'
  | 'overpaid'
  | 'late'
  | 'late-accepted'
  | 'replaced'
  | 'reorged'
  | 'wrong-network'
  | 'wrong-token'
  | 'watcher-behind'

/** How a payment is shown. */
export type PaymentView = {
  stage: PaymentStage
  /** How many of the four marks (awaiting, detected, confirming, confirmed) are reached; 0 to 4. */
  reached: number
  /** Whether address, amount and code are shown. */
  isPayable: boolean
  notices: PaymentNotice[]
  isOver: boolean
  /** Whether money was seen that a person has to check first: nothing must be paid again until then. */
  isHeld: boolean
}

const stages: Record<PaymentIntent['status'], PaymentStage> = {
  creating: 'creating',
  awaiting_transfer: 'awaiting',
  detected: 'detected',
  confirming: 'confirming',
  confirmed: 'confirmed',
  expired: 'expired',
  manually_completed: 'completed',
  failed: 'failed',
  canceled: 'canceled',
}

const marks: Record<PaymentStage, number> = {
  creating: 0,
  awaiting: 1,
  detected: 2,
  confirming: 3,
  confirmed: 4,
  completed: 4,
  expired: 1,
  failed: 1,
  canceled: 0,
}

/** What the page makes of a payment. */
export function paymentView(intent: PaymentIntent): PaymentView {
  const stage = stages[intent.status]
  const isOver = stage === 'expired' || stage === 'failed' || stage === 'canceled'
  const isAstray = intent.exceptions.includes('wrong_network')
  const isHeld =
    (isOver && isAboveZero(intent.amountReceived)) || (isAstray && (isOver || stage === 'awaiting'))
  return {
    stage,
    reached: marks[stage],
    isPayable:
      stage === 'awaiting' && !isHeld && intent.address !== null && isAboveZero(intent.amountRemaining),
    notices: noticesOf(intent, stage),
    isOver,
    isHeld,
  }
}

function noticesOf(intent: PaymentIntent, stage: PaymentStage): PaymentNotice[] {
  const has = (exception: PaymentIntent['exceptions'][number]) => intent.exceptions.includes(exception)
  const isDone = stage === 'confirmed' || stage === 'completed'
  const notices: PaymentNotice[] = []
  if (has('underpaid') && !isDone) notices.push(stage === 'expired' ? 'underpaid-expired' : 'underpaid')
  if (has('overpaid')) notices.push('overpaid')
  if (has('late')) notices.push(stage === 'expired' ? 'late' : 'late-accepted')
  if (has('replaced') && !isDone) notices.push('replaced')
  if (has('reorged') && !isDone) notices.push('reorged')
  if (has('wrong_network')) notices.push('wrong-network')
  if (has('wrong_token')) notices.push('wrong-token')
  if (!intent.watcherFresh && !isDone && stage !== 'creating') notices.push('watcher-behind')
  return notices
}

/** Money that came on a network or in a token that was not requested. */
export function strayPayments(intent: PaymentIntent): {
  network: PaymentIntent['payments']
  token: PaymentIntent['payments']
} {
  const elsewhere = intent.payments.filter(({ network }) => network.id !== intent.network.id)
  return {
    network: elsewhere,
    token: intent.payments.filter(
      (payment) => payment.network.id === intent.network.id && payment.asset !== intent.asset,
    ),
  }
}

/** While the money is under way the page checks every 5 s; for late money less often; a final state is not checked again. */
export function nextLookMs(intent: PaymentIntent | null, nowMs: number): number | null {
  if (intent === null) return null
  switch (stages[intent.status]) {
    case 'creating':
    case 'awaiting':
    case 'detected':
    case 'confirming':
      return 5000
    case 'expired':
      return nowMs < Date.parse(intent.monitorUntil) ? 30_000 : null
    default:
      return null
  }
}

/** Amounts are decimal strings; no number holds 18 decimals. */
function isAboveZero(amount: string): boolean {
  return !amount.startsWith('-') && /[1-9]/.test(amount)
}

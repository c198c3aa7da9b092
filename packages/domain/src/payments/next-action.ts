import { type IntentException, type IntentState, type IntentStatus, isActive } from './intent.ts'

/** What the payment view shows (product spec section 4). */
export type PaymentStage =
  | { stage: 'creating' }
  /** Address, amount, QR code and clock. `amount` is what is still to be sent; `isRemainder` when part of it came. */
  | { stage: 'awaiting'; amount: bigint; isRemainder: boolean; expiresAtMs: number; isQuoteOver: boolean }
  | { stage: 'detected'; confirmationsRequired: number }
  | { stage: 'confirming'; confirmations: number; confirmationsRequired: number }
  | { stage: 'confirmed' }
  | { stage: 'manually-completed' }
  /** `hasMoney`: something came that is not enough or too late, and the provider decides. */
  | { stage: 'expired'; hasMoney: boolean }
  | { stage: 'error'; hasMoney: boolean }
  | { stage: 'canceled'; hasMoney: boolean }

/** What the buyer can do next; `wait` and `contact` have no button of their own beyond the help. */
export type PaymentAction = 'send' | 'send-remainder' | 'wait' | 'retry' | 'contact' | 'none'

/** Stage of an intent for the screen. */
export function paymentStage(
  state: IntentState,
  terms: { confirmationsRequired: number },
  nowMs: number,
): PaymentStage {
  const { confirmationsRequired } = terms
  const hasMoney = state.amountReceived > 0n
  switch (state.status) {
    case 'creating':
      return { stage: 'creating' }
    case 'awaiting_transfer':
      return {
        stage: 'awaiting',
        amount: state.amountRemaining > 0n ? state.amountRemaining : 0n,
        isRemainder: hasMoney,
        expiresAtMs: state.effectiveExpiresAtMs,
        isQuoteOver: nowMs >= state.effectiveExpiresAtMs,
      }
    case 'detected':
      return { stage: 'detected', confirmationsRequired }
    case 'confirming':
      return { stage: 'confirming', confirmations: state.confirmationsReached, confirmationsRequired }
    case 'confirmed':
      return { stage: 'confirmed' }
    case 'manually_completed':
      return { stage: 'manually-completed' }
    case 'expired':
      return { stage: 'expired', hasMoney }
    case 'failed':
      return { stage: 'error', hasMoney }
    case 'canceled':
      return { stage: 'canceled', hasMoney }
  }
}

/** What to ask of the buyer. Never to send again where money is already there and a person has to decide. */
export function nextAction(stage: PaymentStage): PaymentAction {
  switch (stage.stage) {
    case 'awaiting':
      if (stage.isQuoteOver) return 'wait'
      return stage.isRemainder ? 'send-remainder' : 'send'
    case 'creating':
    case 'detected':
    case 'confirming':
      return 'wait'
    case 'expired':
    case 'error':
      return stage.hasMoney ? 'contact' : 'retry'
    case 'canceled':
      return stage.hasMoney ? 'contact' : 'none'
    case 'confirmed':
    case 'manually-completed':
      return 'none'
  }
}

const forStaff: ReadonlySet<IntentException> = new Set(['overpaid', 'late', 'wrong_network', 'wrong_token'])

/** Whether a person of the provider has to look at an intent: the exception queue of the desk. */
export function needsStaff({ status, exceptions, amountReceived, amountToRefund }: IntentState): boolean {
  if (amountToRefund > 0n) return true
  if (exceptions.includes('wrong_network') || exceptions.includes('wrong_token')) return true
  if (status === 'manually_completed' || status === 'confirmed') return false
  if (exceptions.includes('reorged')) return true
  return !isActive(status) && (amountReceived > 0n || exceptions.some((exception) => forStaff.has(exception)))
}

/** Whether the watcher still looks at the intent's address often; every address ever shown is swept slowly besides. */
export function isWatchedClosely(
  status: IntentStatus,
  terms: { monitorUntilMs: number },
  nowMs: number,
): boolean {
  return isActive(status) || nowMs < terms.monitorUntilMs
}

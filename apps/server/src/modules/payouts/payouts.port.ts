import type { NamedAccount } from '../operators/operators.port.ts'
import type { createPayoutsWaiting } from './payouts-waiting.ts'
import type { MadeUnsigned, UnsignedOrder } from './unsigned-transaction.service.ts'

/** What a person corrects by hand, from the shell too. */
export { recordPayout, takeBackReceipt } from './by-hand/by-hand.ts'
export { isInOpenRun } from './payout-runs.repository.ts'

/** What other modules may do with the paying account. */
export type PayoutsPort = {
  /** Owners whose first payout is due within a week, or overdue, and since when the oldest of them has waited. */
  firstPayoutsDue(): Promise<{ owners: number; since: number | null }>
  /** What of the weekly run waits, for Today. */
  payoutsWaiting: ReturnType<typeof createPayoutsWaiting>
  /**
   * An unsigned transaction out of the account that payouts are paid from.
   *
   * @throws AppError `payout-setup-missing`, `account-unconfirmed`, `payout-source-unavailable`, `payout-run-too-large`, `payout-coin-spent`,
   * `payout-address-changed`
   */
  unsignedTransaction(order: UnsignedOrder): Promise<MadeUnsigned>
  /** The paying account while two operators have to confirm it; null: none is set, or it may pay. */
  unconfirmedAccount(): Promise<NamedAccount | null>
}

import type { Asset, PaymentIntent, PaymentRecord } from '@shipminer/contract/shop/payments'
import { bindTo } from '../../platform/bind-to.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import type { Opener, OrderPayments } from '../orders/orders.port.ts'
import { cryptoOffers } from './coin-offers.service.ts'
import { findIntent, newestIntents } from './intents/intents.repository.ts'
import { createIntent } from './intents/open-intent.service.ts'
import { listHistory, readIntent, recheckIntent } from './own-payments.service.ts'
import type { PaymentsDeps } from './payments.deps.ts'
import type { DeskPaymentsPort } from './payments.port.ts'
import { settleDue } from './settle-due.service.ts'
import { cancelOpenIntent, isMoneyOnItsWay } from './staff/money-on-its-way.service.ts'
import { parseRefundAddress, refundCoins } from './staff/refund-coins.service.ts'
import {
  decidePayment,
  listAccounts,
  listExceptions,
  presentExceptions,
} from './staff/staff-payments.service.ts'

export type Payments = OrderPayments &
  DeskPaymentsPort & {
    createIntent(
      input: { orderId: string; asset: Asset; network?: string | undefined },
      access: Opener,
      idempotencyKey: string | string[] | undefined,
    ): Promise<PaymentIntent>
    getIntent(id: string, access: Opener): Promise<PaymentIntent>
    /** Queries the chain now, for a few seconds at most, and returns what is known then. */
    recheck(id: string, access: Opener): Promise<PaymentIntent>
    history(userId: string): Promise<PaymentRecord[]>
    /** Settles intents whose time ran out. */
    tick(): Promise<void>
  }

/** Coin payments, for buyers, for orders and for the provider's desk. */
export function createPayments(deps: PaymentsDeps): Payments {
  return {
    ...bindTo(deps, {
      cryptoOffers,
      refundCoins,
      parseRefundAddress,
      isMoneyOnItsWay,
      cancelOpenIntent,
      createIntent,
      getIntent: readIntent,
      recheck: recheckIntent,
      history: listHistory,
      exceptionQueue: listExceptions,
      exceptions: presentExceptions,
      accounts: listAccounts,
      decide: decidePayment,
      tick: settleDue,
    }),
    intentIds: newestIntents,
    exists: async (intentId) => isUuid(intentId) && (await findIntent(deps.store.db, intentId)) !== null,
  }
}

import { formatOrderNumber, parseOrderNumber } from '@shipminer/domain/orders/order-number'
import type { Guesses } from '../../platform/auth/guesses.ts'
import type { LinkKeys } from '../../platform/auth/link-keys.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { setSourceBalance } from './money/balances.service.ts'
import { buyerOf, languageOf } from './order-row.ts'
import type { EffectDeps } from './orders.deps.ts'
import type { BankOrdersPort, OrdersPort, PayableOrder } from './orders.port.ts'
import {
  findOrder,
  findOrderIdByNumber,
  listMatchable,
  listRefundedOrderIds,
  lockOrder,
  type OrderRow,
  sumReceivedElsewhere,
} from './orders.repository.ts'
import { admit } from './read-order.service.ts'
import { isReservable } from './stock.repository.ts'

/**
 * What is owed for orders and what was received for them: all that payments and the bank import see of orders. Does not depend on payments.
 */
export function createReceivables(
  deps: EffectDeps & { keys: Pick<LinkKeys, 'fits'>; guesses: Guesses },
): OrdersPort & BankOrdersPort {
  return {
    async payableOrder(db, orderId, access) {
      const row = await admit(deps, await findOrder(db, orderId), access)
      return row && payable(db, row)
    },
    async lockOrder(trx, orderId) {
      const row = await lockOrder(trx, orderId)
      return row && payable(trx, row)
    },
    setSourceBalance: (trx, balance) => setSourceBalance(deps, trx, balance),
    stockReservable: async (trx, orderId) => {
      const row = await lockOrder(trx, orderId)
      return row !== null && (row.stockHeld || (await isReservable(trx, orderId)))
    },
    matchableOrders: async (db) => {
      const refunded = await listRefundedOrderIds(db)
      return (await listMatchable(db)).map((row) => matchable(row, refunded.has(row.id)))
    },
    async findIdByNumber(db, text) {
      const number = parseOrderNumber(text)
      return number && findOrderIdByNumber(db, formatOrderNumber(number))
    },
  }
}

async function payable(db: Queryable, row: OrderRow): Promise<PayableOrder> {
  const { id, number, userId, state, payment, method, grossCents } = row
  const receivedCents = await sumReceivedElsewhere(db, id)
  return { id, number, userId, state, payment, method, grossCents, receivedCents, language: languageOf(row) }
}

function matchable(
  row: OrderRow,
  hasRefunds: boolean,
): Awaited<ReturnType<BankOrdersPort['matchableOrders']>>[number] {
  const { firstName, lastName, company } = buyerOf(row)
  return {
    id: row.id,
    number: row.number,
    rfReference: row.bankReference,
    totalCents: row.grossCents,
    receivedCents: row.receivedCents,
    hasRefunds,
    buyerNames: [`${firstName} ${lastName}`, ...(company === null ? [] : [company])],
  }
}

import type { DeskRefund, deskEndpoints, ListedRefund } from '@shipminer/contract/desk'
import type * as z from 'zod/mini'
import { presentBuyersRefund, type WholeOrder } from '../orders/orders.port.ts'
import type { DeskDeps } from './desk.deps.ts'
import { cursorOf, nextOf } from './paging.ts'

const perPage = 100
const mostOpen = 1_000

type Query = z.output<typeof deskEndpoints.deskRefunds.query & object>

/** All refunds to be paid; or those that were paid, page by page. */
export async function listRefunds(
  deps: DeskDeps,
  { status, before }: Query,
): Promise<{ refunds: ListedRefund[]; next: number | null }> {
  const isOpen = status === 'open'
  const rows = await deps.reading.refunds({
    status: isOpen ? 'requested' : 'paid',
    before: cursorOf(before),
    limit: isOpen ? mostOpen : perPage,
  })
  const refunds = rows.map((row) => ({
    ...presentRefund(row),
    orderId: row.orderId,
    orderNumber: row.number,
    method: row.method,
    buyerName: row.buyerName,
  }))
  return { refunds, next: isOpen ? null : nextOf(rows.at(-1)?.settledAt?.getTime(), rows.length, perPage) }
}

/** What the buyer sees of it, with why it goes back and who recorded that it was paid. */
export function presentRefund(row: WholeOrder['refunds'][number]): DeskRefund {
  const { canChange: _, proof, ...seen } = presentBuyersRefund(row)
  return {
    ...seen,
    runId: row.runId === null ? null : String(row.runId),
    reason: row.reason,
    proof: proof && { ...proof, operator: row.paidBy },
  }
}

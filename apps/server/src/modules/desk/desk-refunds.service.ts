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
  if (status === 'open') {
    const rows = await deps.reading.refunds({ status: 'requested', before: null, limit: mostOpen })
    return { refunds: rows.map(presentListed), next: null }
  }
  const refunds = await listPaidRefunds(deps, { before: cursorOf(before), limit: perPage })
  return { refunds, next: nextOf(refunds.at(-1)?.paidAt ?? undefined, refunds.length, perPage) }
}

/** What was paid back, newest first. */
export async function listPaidRefunds(
  deps: DeskDeps,
  page: { before: Date | null; limit: number },
): Promise<ListedRefund[]> {
  return (await deps.reading.refunds({ status: 'paid', ...page })).map(presentListed)
}

function presentListed(row: Awaited<ReturnType<DeskDeps['reading']['refunds']>>[number]): ListedRefund {
  return {
    ...presentRefund(row),
    orderId: row.orderId,
    orderNumber: row.number,
    method: row.method,
    buyerName: row.buyerName,
  }
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

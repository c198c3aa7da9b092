import type { DeskRefund, deskEndpoints, ListedRefund } from '@shipminer/contract/desk'
import type * as z from 'zod/mini'
import { presentBuyersRefund, type WholeOrder } from '../orders/orders.port.ts'
import type { DeskDeps } from './desk.deps.ts'
import { cursorOf, nextOf } from './paging.ts'

const perPage = 50
const perStep = 100
const mostOpen = 1_000

type Query = z.output<typeof deskEndpoints.deskRefunds.query & object>

/** All refunds to be paid; or those that were paid, page by page; or a page of either by a chosen order. */
export async function listRefunds(
  deps: DeskDeps,
  query: Query,
): Promise<z.input<typeof deskEndpoints.deskRefunds.data>> {
  const [found, byStatus] = await Promise.all([readList(deps, query), deps.reading.countRefunds()])
  return { ...found, perPage, byStatus }
}

async function readList(
  deps: DeskDeps,
  { status, before, sort, direction, page }: Query,
): Promise<{ refunds: ListedRefund[]; next: number | null }> {
  const limits = { before: null, limit: mostOpen }
  if (page !== undefined || sort !== undefined || direction !== undefined) {
    const paged = {
      sort: sort ?? (status === 'paid' ? 'paidAt' : 'requestedAt'),
      isAscending: direction === 'ascending',
      offset: ((page ?? 1) - 1) * perPage,
    } as const
    const rows = await deps.reading.refunds({ ...limits, status, limit: perPage, paged })
    return { refunds: rows.map(presentListed), next: null }
  }
  if (status !== 'paid') return { refunds: await listAllRefunds(deps, { ...limits, status }), next: null }
  const refunds = await listAllRefunds(deps, { status, before: cursorOf(before), limit: perStep })
  return { refunds, next: nextOf(refunds.at(-1)?.paidAt ?? undefined, refunds.length, perStep) }
}

/** As many as are wanted: those to be paid oldest first, those that were paid newest first. */
export async function listAllRefunds(
  deps: DeskDeps,
  wanted: { status: Query['status']; before: Date | null; limit: number },
): Promise<ListedRefund[]> {
  return (await deps.reading.refunds(wanted)).map(presentListed)
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

import type { OrderTotals } from '@shipminer/domain/orders/order-totals'
import type { Updateable } from 'kysely'
import type { OrdersTable } from '../../../platform/db/schema.ts'
import type { Trx } from '../../../platform/db/store.ts'
import { followSums } from '../money/balances.service.ts'
import { settleRefunds } from '../money/refunds.ts'
import type { Attached, OrderMail } from '../order-mails.ts'
import { askByInvoice, settleDocuments } from '../order-steps.ts'
import type { AdvanceDeps } from '../orders.deps.ts'
import { addEvent, listLines, type OrderRow, sumBalances, updateOrder } from '../orders.repository.ts'
import { changeLine } from './vat-treatment.repository.ts'

/** What of an order becomes another, for which its documents are issued anew. */
export type Restatement = {
  totals: OrderTotals
  change: Updateable<OrdersTable>
  event: { kind: 'vat' | 'details'; data: Record<string, unknown> }
  reason: string
  at: Date
  /** What the buyer is notified of; null: nothing. */
  mail: (documents: readonly Attached[]) => OrderMail | null
}

/**
 * Changes what the documents of a locked order state: a credit note takes back each that is wrong now, and new ones follow. Money is held against
 * the new total, and what is too much of it goes back. What gives another total ends the payment that was asked for in coin before.
 */
export async function restateOrder(
  deps: Pick<AdvanceDeps, 'invoices' | 'mails' | 'webhooks'>,
  trx: Trx,
  before: OrderRow,
  { totals, change, event, reason, at, mail }: Restatement,
): Promise<{ row: OrderRow; documents: Attached[]; credited: string[] }> {
  await changeLines(trx, before.id, totals)
  const changed = await updateOrder(trx, before.id, { ...change, ...totals, updatedAt: at })
  await addEvent(trx, { orderId: before.id, at, ...event, actor: 'provider', note: reason })
  const sums = await sumBalances(trx, before.id)
  const row = await followSums(deps, trx, changed, {
    sums,
    isNews: false,
    source: event.kind,
    actor: 'provider',
    note: reason,
    at,
  })
  const settled = await settleDocuments(deps, trx, row, { at })
  const isToPay = row.method === 'bank_transfer' && row.state === 'placed' && sums.receivedCents === 0
  const asked = isToPay && settled.length > 0 ? await askByInvoice(deps, trx, row, at) : []
  const documents = [...settled, ...asked]
  const restated = mail(documents)
  if (restated) await deps.mails.toBuyer(trx, row, restated, at)
  await settleRefunds(deps, trx, row, sums.receivedCents, at)
  return { row, documents, credited: settled.flatMap(({ credits }) => credits ?? []) }
}

/** Shares the new amounts among the lines of an order, so that they add up to it. */
async function changeLines(
  trx: Trx,
  orderId: string,
  totals: { netCents: number; vatCents: number },
): Promise<void> {
  const lines = await listLines(trx, [orderId])
  const agreedCents = lines.reduce((sum, line) => sum + line.unitGrossCents * line.quantity, 0)
  let [agreed, net, vat] = [0, 0, 0]
  for (const line of lines) {
    agreed += line.unitGrossCents * line.quantity
    const upTo = (cents: number) => Math.round((cents * agreed) / agreedCents)
    const [netCents, vatCents] = [upTo(totals.netCents) - net, upTo(totals.vatCents) - vat]
    net += netCents
    vat += vatCents
    await changeLine(trx, line, { netCents, vatCents, grossCents: netCents + vatCents })
  }
}

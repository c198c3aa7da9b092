import { formatOrderNumber, invoiceNumberPrefix } from '@shipminer/domain/orders/order-number'
import type { Trx } from '../../platform/db/store.ts'
import { eInvoice } from './e-invoice.ts'
import { type InvoiceSeller, type InvoiceSnapshot, InvoiceSnapshotSchema } from './invoice.ts'
import { renderInvoice } from './invoice-pdf.ts'
import type { InvoicedOrder, InvoicesPort } from './invoices.port.ts'
import {
  findInvoice,
  findStandingInvoice,
  insertInvoice,
  keepPdf,
  listInvoices,
  newestNumbers,
  nextInvoiceSequence,
} from './invoices.repository.ts'
import { renderPackingSlip } from './packing-slip.ts'

/** @param year the seller's calendar year of a moment */
export function createInvoices(deps: {
  seller: InvoiceSeller
  year: (at: Date) => number
  timeZone: string
}): InvoicesPort {
  const { seller } = deps
  return {
    async issue(trx, order, at) {
      const standing = await findStandingInvoice(trx, order.orderId)
      if (standing) return { number: standing.number, isNew: false }
      const number = await store(trx, order.orderId, at, null, (name) =>
        invoiceOf(order, { ...seller, number: name, issuedAt: at.toISOString() }),
      )
      return { number, isNew: true }
    },
    async credit(trx, orderId, at) {
      const standing = await findStandingInvoice(trx, orderId)
      if (!standing) return null
      const invoice = InvoiceSnapshotSchema.parse(standing.snapshot)
      const number = await store(trx, orderId, at, invoice.number, (name) =>
        creditOf(invoice, { number: name, issuedAt: at.toISOString() }),
      )
      return { number, credits: invoice.number }
    },
    numbers: newestNumbers,
    async document(db, number) {
      const row = await findInvoice(db, number)
      if (!row) return null
      const snapshot = InvoiceSnapshotSchema.parse(row.snapshot)
      const pdf = row.pdf ?? (await keepPdf(db, number, await renderInvoice(snapshot, deps.timeZone)))
      return { filename: `${number}.pdf`, pdf }
    },
    async eInvoice(db, number) {
      const row = await findInvoice(db, number)
      if (!row) return null
      const invoice = InvoiceSnapshotSchema.parse(row.snapshot)
      return {
        filename: `${number}.xml`,
        xml: eInvoice(invoice),
        isForBusiness: invoice.buyer.company !== null,
      }
    },
    list: listInvoices,
    packingSlip: async (order, at) => ({
      filename: `${order.number}-packing-slip.pdf`,
      pdf: await renderPackingSlip(order, { ...seller, at, timeZone: deps.timeZone }),
    }),
  }

  async function store(
    trx: Trx,
    orderId: string,
    at: Date,
    credits: string | null,
    snapshotOf: (number: string) => InvoiceSnapshot,
  ): Promise<string> {
    const year = deps.year(at)
    const sequence = await nextInvoiceSequence(trx, year)
    const number = formatOrderNumber({ prefix: invoiceNumberPrefix, year, sequence })
    const snapshot = snapshotOf(number)
    await insertInvoice(trx, {
      number,
      year,
      sequence,
      kind: snapshot.kind,
      orderId,
      issuedAt: at,
      snapshot: JSON.stringify(snapshot),
      credits,
    })
    return number
  }
}

function invoiceOf(
  order: InvoicedOrder,
  { bank, ...own }: InvoiceSeller & { number: string; issuedAt: string },
): InvoiceSnapshot {
  const { orderNumber, language, buyer, totals, vatCase, fittedIn, method, isPaid } = order
  return {
    ...own,
    kind: 'invoice',
    credits: null,
    orderNumber,
    language,
    buyer,
    totals,
    vatCase,
    fittedIn,
    method,
    isPaid,
    bank: { ...bank, reference: order.bankReference },
    lines: [...order.lines],
    placedAt: order.placedAt.toISOString(),
    dueAt: order.dueAt?.toISOString() ?? null,
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
  }
}

/** The same with reversed signs. */
function creditOf(invoice: InvoiceSnapshot, own: { number: string; issuedAt: string }): InvoiceSnapshot {
  const { totals } = invoice
  return {
    ...invoice,
    ...own,
    kind: 'credit',
    credits: invoice.number,
    dueAt: null,
    lines: invoice.lines.map((line) => ({
      ...line,
      quantity: -line.quantity,
      netCents: -line.netCents,
      vatCents: -line.vatCents,
      grossCents: -line.grossCents,
    })),
    totals: {
      ...totals,
      netCents: -totals.netCents,
      vatCents: -totals.vatCents,
      grossCents: -totals.grossCents,
    },
  }
}

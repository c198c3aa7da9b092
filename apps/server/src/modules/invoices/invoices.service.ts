import type { Buyer } from '@shipminer/contract/shop/orders'
import { dueDocuments, type StandingDocument } from '@shipminer/domain/orders/order-documents'
import { formatOrderNumber, invoiceNumberPrefix } from '@shipminer/domain/orders/order-number'
import type { Trx } from '../../platform/db/store.ts'
import { eInvoice } from './e-invoice.ts'
import { type InvoiceSeller, type InvoiceSnapshot, InvoiceSnapshotSchema, ownAmounts } from './invoice.ts'
import { renderInvoice } from './invoice-pdf.ts'
import { invoiceText } from './invoice-texts.ts'
import type { InvoicedOrder, InvoicesPort, NewDocument } from './invoices.port.ts'
import {
  findInvoice,
  insertInvoice,
  keepPdf,
  listInvoices,
  listStanding,
  nextInvoiceSequence,
} from './invoices.repository.ts'
import { renderPackingSlip } from './packing-slip.ts'

/** @param year the seller's calendar year of a moment */
export function createInvoices(deps: {
  seller: Omit<InvoiceSeller, 'bank'>
  /** The account of a document of now. */
  bankToName: (trx: Trx) => Promise<InvoiceSeller['bank']>
  year: (at: Date) => number
  timeZone: string
}): InvoicesPort {
  const sellerOf = async (trx: Trx) => ({ ...deps.seller, bank: await deps.bankToName(trx) })
  const store = (trx: Trx, orderId: string, at: Date, snapshotOf: (own: Own) => InvoiceSnapshot) =>
    insert(trx, { orderId, at, year: deps.year(at) }, snapshotOf)
  return {
    async ask(trx, order, at) {
      const standing = await listStanding(trx, order.orderId)
      if (standing.length > 0) return null
      const seller = await sellerOf(trx)
      return store(trx, order.orderId, at, (own) =>
        wholeOf(order, { ...seller, ...own }, { deducts: [], isPaid: false }),
      )
    },
    async settle(trx, order, at) {
      const standing = (await listStanding(trx, order.orderId)).map(({ snapshot }) =>
        InvoiceSnapshotSchema.parse(snapshot),
      )
      const { credit, issue } = dueDocuments(
        { ...order, ...order.totals },
        standing.map((one) => standingOf(one, order)),
      )
      const issued: NewDocument[] = []
      for (const taken of standing.filter(({ number }) => credit.includes(number)))
        issued.push(await store(trx, order.orderId, at, (own) => creditOf(taken, own)))
      if (!issue) return issued
      const kept = standing.filter(({ number }) => !credit.includes(number))
      const deducts = order.stage === 'delivered' ? kept.map(deductionOf) : []
      const seller = await sellerOf(trx)
      const isPaid = order.receivedCents >= order.totals.grossCents
      const document = await store(trx, order.orderId, at, (own) =>
        issue.kind === 'invoice'
          ? wholeOf(order, { ...seller, ...own }, { deducts, isPaid })
          : prepaymentOf(order, { ...seller, ...own }, issue),
      )
      return [...issued, document]
    },
    standing: async (db, orderId) =>
      (await listStanding(db, orderId)).map(({ number, kind }) => ({ number, kind })),
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
      pdf: await renderPackingSlip(order, { ...deps.seller, at, timeZone: deps.timeZone }),
    }),
  }
}

/** Gives a document the next number of the year and keeps it. */
async function insert(
  trx: Trx,
  { orderId, at, year }: { orderId: string; at: Date; year: number },
  snapshotOf: (own: Own) => InvoiceSnapshot,
): Promise<NewDocument> {
  const sequence = await nextInvoiceSequence(trx, year)
  const number = formatOrderNumber({ prefix: invoiceNumberPrefix, year, sequence })
  const snapshot = snapshotOf({ number, issuedAt: at.toISOString() })
  const { kind, credits } = snapshot
  await insertInvoice(trx, {
    number,
    year,
    sequence,
    kind,
    orderId,
    issuedAt: at,
    snapshot: JSON.stringify(snapshot),
    credits,
  })
  const { vatCents, grossCents } = ownAmounts(snapshot)
  return { number, kind, credits, vatCents, grossCents }
}

type Own = Pick<InvoiceSnapshot, 'number' | 'issuedAt'>

function standingOf(document: InvoiceSnapshot, order: InvoicedOrder): StandingDocument {
  const { number, kind, totals, isPaid, deducts } = document
  const { vatCents, grossCents } = totals
  return {
    number,
    kind: kind === 'prepayment' ? kind : 'invoice',
    vatCents,
    grossCents,
    isPaid,
    isOfBefore: deducts === null,
    isOutdated: isOfOtherVat(document, order) || isOfOtherBuyer(document, order),
  }
}

/** Documents of before name no ground, and stand as they are. */
function isOfOtherVat(document: InvoiceSnapshot, order: InvoicedOrder): boolean {
  const { vatCase, vatCountry, sellerVatId, totals } = document
  if (vatCase === null) return false
  return (
    vatCase !== order.vatCase ||
    vatCountry !== order.vatCountry ||
    sellerVatId !== order.sellerVatId ||
    totals.vatPercent !== order.totals.vatPercent
  )
}

/** What a document says of its buyer; how to reach them it says to machines alone. */
const statedOfBuyer = [
  'firstName',
  'lastName',
  'company',
  'vatNumber',
  'peppolId',
  'reference',
  'shipName',
  'street',
  'postalCode',
  'city',
  'country',
] as const satisfies readonly (keyof Buyer)[]

const isOfOtherBuyer = ({ buyer }: InvoiceSnapshot, order: InvoicedOrder): boolean =>
  statedOfBuyer.some((field) => (buyer[field] ?? null) !== (order.buyer[field] ?? null)) ||
  // Of the place of delivery the country decides about the tax; another street there takes no document back.
  (buyer.delivery?.country ?? buyer.country) !== (order.buyer.delivery?.country ?? order.buyer.country)

function deductionOf({ number, issuedAt, totals }: InvoiceSnapshot) {
  const { netCents, vatCents, grossCents } = totals
  return { number, issuedAt, netCents, vatCents, grossCents }
}

/** An invoice over the whole order. */
function wholeOf(
  order: InvoicedOrder,
  { bank, ...own }: InvoiceSeller & Own,
  money: Pick<InvoiceSnapshot, 'deducts' | 'isPaid'>,
): InvoiceSnapshot {
  const { orderNumber, language, buyer, totals, vatCase, fittedIn, vatCountry, sellerVatId, method } = order
  return {
    ...own,
    ...money,
    kind: 'invoice',
    credits: null,
    orderNumber,
    language,
    buyer,
    totals,
    vatCase,
    fittedIn,
    vatCountry,
    sellerVatId,
    method,
    bank: { ...bank, reference: order.bankReference },
    lines: [...order.lines],
    placedAt: order.placedAt.toISOString(),
    dueAt: order.dueAt?.toISOString() ?? null,
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    receivedAt: null,
  }
}

/** An invoice over one payment, which it says has arrived. */
function prepaymentOf(
  order: InvoicedOrder,
  own: InvoiceSeller & Own,
  { vatCents, grossCents }: { vatCents: number; grossCents: number },
): InvoiceSnapshot {
  const netCents = grossCents - vatCents
  const what = order.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
  const name = invoiceText(order.language, 'line.prepayment', { order: order.orderNumber, what })
  const productId = order.lines.length === 1 ? (order.lines[0]?.productId ?? '') : order.orderNumber
  return {
    ...wholeOf(order, own, { deducts: [], isPaid: true }),
    kind: 'prepayment',
    lines: [{ productId, name, quantity: 1, unitGrossCents: grossCents, netCents, vatCents, grossCents }],
    totals: { ...order.totals, netCents, vatCents, grossCents },
    dueAt: null,
    receivedAt: receiptOf(order, own),
  }
}

/** The day of the account's statement, from its noon on, yet never after the document. */
function receiptOf({ receivedOn }: InvoicedOrder, { issuedAt }: Own): string {
  const noon = receivedOn === undefined ? issuedAt : new Date(`${receivedOn}T12:00Z`).toISOString()
  return noon < issuedAt ? noon : issuedAt
}

/** The same with reversed signs. */
function creditOf(invoice: InvoiceSnapshot, own: Own): InvoiceSnapshot {
  return {
    ...invoice,
    ...own,
    kind: 'credit',
    credits: invoice.number,
    dueAt: null,
    lines: invoice.lines.map((line) => ({ ...reverseAmounts(line), quantity: -line.quantity })),
    totals: reverseAmounts(invoice.totals),
    deducts: invoice.deducts?.map(reverseAmounts) ?? null,
  }
}

function reverseAmounts<Amounts extends { netCents: number; vatCents: number; grossCents: number }>(
  amounts: Amounts,
): Amounts {
  const { netCents, vatCents, grossCents } = amounts
  return { ...amounts, netCents: 0 - netCents, vatCents: 0 - vatCents, grossCents: 0 - grossCents }
}

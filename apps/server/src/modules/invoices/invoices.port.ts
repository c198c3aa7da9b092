import type { Buyer, OrderLine, Totals } from '@shipminer/contract/shop/orders'
import type { PaymentMethod } from '@shipminer/domain/orders/order'
import type { DocumentedOrder } from '@shipminer/domain/orders/order-documents'
import type { VatCase } from '@shipminer/domain/orders/vat/vat-case'
import type { PackedLine } from '@shipminer/domain/stock/packed-lines'
import type { Language } from '@shipminer/i18n/languages'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { DocumentKind } from './invoice.ts'

export { type BankHold, createBankHold } from './bank-hold.ts'
export { InvoiceSnapshotSchema, ownAmounts } from './invoice.ts'
export { sellerDay, sellerLines, sellerTimeZone, sellerYear } from './seller.ts'
export { vatGrounds } from './vat-grounds.ts'

/** What an invoice states about its order. Dates are timestamps; the invoice shows the day in the seller's time zone. */
export type InvoicedOrder = {
  orderId: string
  orderNumber: string
  language: Language
  buyer: Buyer
  lines: readonly OrderLine[]
  totals: Totals
  vatCase: VatCase
  /** ISO country; null: only sent. */
  fittedIn: string | null
  /** ISO country of a chosen treatment; null: none was chosen, or it has none. */
  vatCountry: string | null
  /** The seller's number where they are registered for this sale; null: the usual one. */
  sellerVatId: string | null
  method: PaymentMethod
  /** ISO 11649, without spaces. */
  bankReference: string
  placedAt: Date
  /** When payment is due; null: at delivery, or paid already. */
  dueAt: Date | null
  /** When it was handed over; null before that: the invoice states that it is a prepayment. */
  deliveredAt: Date | null
  receivedCents: number
  /** When the last of it came, ISO date; without it: now. */
  receivedOn?: string | undefined
  stage: DocumentedOrder['stage']
}

/** What invoices provide to orders; wired by `app.ts`. Numbers form one sequence a year without gaps, credit notes included. */
export type InvoicesPort = {
  /** The invoice that asks for the whole of an order nothing was paid for. Null when a valid one exists. */
  ask(trx: Trx, order: InvoicedOrder, at: Date): Promise<NewDocument | null>
  /** Issues what the order's money, delivery or end asks for, if that has not been done. The caller has locked the order. */
  settle(trx: Trx, order: InvoicedOrder, at: Date): Promise<NewDocument[]>
  /** The documents of an order that no credit note has taken back, oldest first. */
  standing(db: Queryable, orderId: string): Promise<Named[]>
  /** Null when there is no such document. */
  document(db: Queryable, number: string): Promise<PrintedDocument | null>
  /** The same as e-invoice, for machines. Null when there is no such document. */
  eInvoice(db: Queryable, number: string): Promise<EInvoice | null>
  /** Everything that was issued for an order, oldest first. */
  list(db: Queryable, orderId: string): Promise<IssuedDocument[]>
  /** The packing slip that goes with the boxes: generated each time, not stored. */
  packingSlip(order: SlipOrder, at: Date): Promise<PrintedDocument>
}

export type EInvoice = { filename: string; xml: string; isForBusiness: boolean }
export type PrintedDocument = { filename: string; pdf: Uint8Array }
export type IssuedDocument = { number: string; kind: DocumentKind; issuedAt: Date }
/** With what it adds to the books; `credits`: on a credit note, the number that it takes back. */
export type NewDocument = Named & { credits: string | null; vatCents: number; grossCents: number }
type Named = Pick<IssuedDocument, 'number' | 'kind'>

/** What a packing slip states about its order. */
export type SlipOrder = {
  number: string
  language: Language
  buyer: Buyer
  /** What goes along, and what went before or is still to come. */
  lines: readonly PackedLine[]
  placedAt: string
  /** ISO date; null: not agreed yet. */
  installationOn: string | null
}

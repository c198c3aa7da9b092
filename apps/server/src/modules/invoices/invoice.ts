import { BuyerSchema, OrderLineSchema, TotalsSchema } from '@shipminer/contract/shop/orders'
import { paymentMethods } from '@shipminer/domain/orders/order'
import { vatCases } from '@shipminer/domain/orders/vat/vat-case'
import { languages } from '@shipminer/i18n/languages'
import * as z from 'zod'

export const documentKinds = ['invoice', 'prepayment', 'credit'] as const
export type DocumentKind = (typeof documentKinds)[number]

const DetailSchema = z.object({ value: z.string(), example: z.boolean() })

const DeductionSchema = z.object({
  number: z.string(),
  issuedAt: z.iso.datetime(),
  netCents: z.int(),
  vatCents: z.int(),
  grossCents: z.int(),
})

/**
 * Everything a document states, as of its issue: a later change of name, price or account changes no invoice. Stored with it; the PDF is
 * made from this alone.
 */
export const InvoiceSnapshotSchema = z.object({
  kind: z.enum(documentKinds),
  number: z.string(),
  /** On a credit note: number of the invoice it cancels. */
  credits: z.string().nullable(),
  issuedAt: z.iso.datetime(),
  productName: z.string(),
  orderNumber: z.string(),
  language: z.enum(languages),
  seller: z.object({
    name: DetailSchema,
    address: DetailSchema,
    email: DetailSchema,
    phone: DetailSchema,
    kvk: DetailSchema,
    vatId: DetailSchema,
  }),
  bank: z.object({
    accountName: z.string(),
    /** Null: the account was not confirmed yet, and none was before. */
    iban: z.string().nullable(),
    bic: z.string().nullable(),
    example: z.boolean(),
    reference: z.string(),
  }),
  buyer: BuyerSchema,
  lines: z.array(OrderLineSchema).min(1),
  totals: TotalsSchema,
  /** Why it has its VAT; documents of before say nothing. */
  vatCase: z.enum(vatCases).nullable().default(null),
  fittedIn: z.string().nullable().default(null),
  /** ISO country of a chosen treatment of the VAT; null: none was chosen, or it has none. */
  vatCountry: z.string().nullable().default(null),
  /** The seller's VAT number where they are registered for this sale; null: the usual one. */
  sellerVatId: z.string().nullable().default(null),
  method: z.enum(paymentMethods),
  placedAt: z.iso.datetime(),
  dueAt: z.iso.datetime().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  isPaid: z.boolean(),
  /** On a prepayment invoice: when the money came. Its VAT is due since then. */
  receivedAt: z.iso.datetime().nullable().default(null),
  /** The prepayment invoices that an invoice deducts. Null: from before payments had documents of their own. */
  deducts: z.array(DeductionSchema).nullable().default(null),
})
export type InvoiceSnapshot = z.infer<typeof InvoiceSnapshotSchema>

/** What a document adds to the books: the invoices that it deducts have theirs already. */
export function ownAmounts({ totals, deducts }: Pick<InvoiceSnapshot, 'totals' | 'deducts'>): {
  netCents: number
  vatCents: number
  grossCents: number
} {
  const own = (key: 'netCents' | 'vatCents' | 'grossCents') =>
    (deducts ?? []).reduce((left, deduction) => left - deduction[key], totals[key])
  return { netCents: own('netCents'), vatCents: own('vatCents'), grossCents: own('grossCents') }
}

/** What the seller's settings add to every document. */
export type InvoiceSeller = Pick<InvoiceSnapshot, 'productName' | 'seller'> & {
  bank: Omit<InvoiceSnapshot['bank'], 'reference'>
}

import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { ReasonSchema } from '../from-outside.ts'
import {
  BuyerInputSchema,
  DocumentKindSchema,
  deliveryShape,
  PaymentStateSchema,
  TotalsSchema,
} from '../shop/orders.ts'
import { VatCaseSchema } from './vat.ts'

/*
 * Another name, address or number of an order's buyer. Documents that state it otherwise are taken back by a credit note each, and issued anew.
 */
const line = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u)))

/** All of the buyer as it is to be; what is left out or empty is taken away. */
export const CorrectedBuyerSchema = z.strictObject({
  ...BuyerInputSchema.shape,
  delivery: z.optional(
    z.nullable(
      z.strictObject({
        name: line(160),
        street: line(120),
        postalCode: line(16),
        city: line(80),
        country: z.optional(deliveryShape.country),
      }),
    ),
  ),
})
export type CorrectedBuyer = z.infer<typeof CorrectedBuyerSchema>

/** What of a buyer can be corrected; `consumer` follows from the company. */
export const correctedFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'consumer',
  'vatNumber',
  'peppolId',
  'reference',
  'invoiceEmail',
  'street',
  'postalCode',
  'city',
  'country',
  'delivery',
  'shipName',
  'shipType',
  'notes',
] as const
export type CorrectedField = (typeof correctedFields)[number]

const change = z.object({
  field: z.enum(correctedFields),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})
export type CorrectedChange = z.infer<typeof change>

const termsOfOrder = z.object({
  totals: TotalsSchema,
  vatCase: VatCaseSchema,
  payment: PaymentStateSchema,
  /** What goes back to the buyer and is not paid yet. */
  refundCents: z.int(),
})

/** What a correction does. */
export const CorrectionSchema = z.object({
  changes: z.array(change),
  before: termsOfOrder,
  after: termsOfOrder,
  /** Numbers of the documents that are taken back. */
  credited: z.array(z.string()),
  /** What is issued instead. */
  issued: z.array(DocumentKindSchema),
  /** Where the mail about it goes. */
  mailTo: z.array(z.string()),
})
export type Correction = z.infer<typeof CorrectionSchema>

const params = z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) })
const body = {
  buyer: CorrectedBuyerSchema,
  /** That of the order as it was read; another one now answers `order-changed`. */
  version: z.int(),
}
const errors = [
  ...operatorErrors,
  'order-not-found',
  'order-state-conflict',
  'order-changed',
  'order-unchanged',
  'order-money-under-way',
  'vat-number-unconfirmed',
  'required-fields-missing',
  'email-invalid',
  'vat-number-invalid',
  'peppol-id-invalid',
  'invoice-email-invalid',
  'invalid-request',
] as const

export const deskCorrectionEndpoints = {
  deskOrderCorrectionPreview: endpoint({
    method: 'POST',
    path: '/desk/orders/{id}/correction/preview',
    summary: 'What other details of the buyer would change about an order; nothing is changed.',
    auth: 'operator',
    roles: ['owner', 'sales', 'bookkeeper'],
    params,
    body: z.strictObject(body),
    data: z.object({ correction: CorrectionSchema }),
    errors,
  }),
  deskOrderCorrection: endpoint({
    method: 'POST',
    path: '/desk/orders/{id}/correction',
    summary:
      'Corrects name, addresses and numbers of an order’s buyer. A credit note takes back every document that states them otherwise, new ones follow, and the buyer gets them by mail.',
    auth: 'operator',
    roles: ['owner', 'sales', 'bookkeeper'],
    params,
    body: z.strictObject({
      ...body,
      /** The total that was shown with the preview; another one now answers `order-changed`. */
      expectedGrossCents: z.int(),
      reason: ReasonSchema,
    }),
    data: z.object({ correction: CorrectionSchema }),
    errors,
  }),
} as const

import { offerStates } from '@shipminer/domain/orders/offer'
import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { endpoint } from '../endpoint.ts'
import { DaySchema } from '../from-outside.ts'
import {
  BuyerInputSchema,
  MethodOfferSchema,
  OrderSchema,
  PaymentMethodSchema,
  PdfSchema,
  TotalsSchema,
} from './orders.ts'

/*
 * Offers: what the desk proposes to somebody at a price, or a buyer asks for at that of the catalogue, until a day. Accepting one places the order, with an obligation to pay; it holds no
 * stock before. Anyone who has the key of an offer, which is in its mail, may read and accept it.
 */
const params = z.object({ id: z.uuid() })
export const OfferedProductSchema = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))

export const OfferStateSchema = z.enum(offerStates)

/** An offer as the person sees it whom it is for. */
export const OfferSchema = z.object({
  id: z.uuid(),
  /** `OF-2026-000012`. */
  number: z.string(),
  state: OfferStateSchema,
  /** The last day on which it can be accepted. */
  validUntil: DaySchema,
  createdAt: z.int(),
  product: z.object({ id: z.string(), name: z.string() }),
  quantity: z.int(),
  unitGrossCents: z.int(),
  totals: TotalsSchema,
  /** What else was agreed; null: nothing. */
  note: z.nullable(z.string()),
  /** As far as it is known. The e-mail address cannot be changed. */
  buyer: BuyerInputSchema,
  /** The ways to pay it now; none unless it is open. */
  methods: z.array(MethodOfferSchema),
})
export type Offer = z.infer<typeof OfferSchema>

const writing = { max: 20, windowMs: 60_000 }

/** What keeps an offer from becoming an order. */
export const placingErrors = [
  'required-fields-missing',
  'email-invalid',
  'vat-number-invalid',
  'peppol-id-invalid',
  'invoice-email-invalid',
  'terms-not-accepted',
  'product-not-found',
  'out-of-stock',
  'payment-method-unavailable',
  'offer-not-found',
  'offer-over',
] as const

/** What keeps somebody from accepting an offer that they asked for themselves. */
const holdErrors = ['open-order-exists', 'too-many-open-orders'] as const

export const offerEndpoints = {
  askOffer: endpoint({
    method: 'POST',
    path: '/offers',
    summary:
      'Mails an offer at the price of the catalogue to the buyer, with its PDF and the link that accepts it; at most five a day to an address. Needs Idempotency-Key.',
    auth: 'optional',
    idempotent: true,
    body: z.strictObject({
      product: OfferedProductSchema,
      quantity: z.int().check(z.minimum(1), z.maximum(1000)),
      language: LanguageSchema,
      /** First and last name and e-mail address at least. */
      buyer: BuyerInputSchema,
      /** Honeypot: invisible to people. Filled in, the answer is success and nothing is sent. */
      website: z.optional(z.string().check(z.maxLength(400))),
    }),
    data: z.object({ sentTo: z.string(), validUntil: DaySchema }),
    errors: [
      'required-fields-missing',
      'email-invalid',
      'product-not-found',
      'product-not-orderable',
      'quote-required',
      'out-of-stock',
      'orders-disabled',
      'idempotency-key-missing',
      'idempotency-in-progress',
      'idempotency-mismatch',
      'invalid-request',
      'rate-limited',
    ],
    limit: { max: 5, windowMs: 60_000 },
  }),
  offer: endpoint({
    method: 'GET',
    path: '/offers/{id}',
    summary: 'One offer, for anyone who has its key.',
    auth: 'optional',
    orderKey: true,
    params,
    data: z.object({ offer: OfferSchema }),
    errors: ['offer-not-found', 'rate-limited', 'invalid-request'],
  }),
  offerDocument: endpoint({
    method: 'GET',
    path: '/offers/{id}/document',
    summary: 'An offer as PDF, base64.',
    auth: 'optional',
    orderKey: true,
    params,
    data: PdfSchema,
    errors: ['offer-not-found', 'rate-limited', 'invalid-request'],
    limit: writing,
  }),
  acceptOffer: endpoint({
    method: 'POST',
    path: '/offers/{id}/acceptance',
    summary:
      'Accepts an offer: places the order at its price, with an obligation to pay. Needs Idempotency-Key.',
    auth: 'optional',
    orderKey: true,
    idempotent: true,
    params,
    body: z.strictObject({
      method: PaymentMethodSchema,
      /** Completed by whom it is for; the e-mail address is that of the offer. */
      buyer: z.omit(BuyerInputSchema, { email: true }),
      language: LanguageSchema,
      acceptedTerms: z.boolean(),
    }),
    data: z.object({ order: OrderSchema, orderKey: z.string() }),
    errors: [
      ...placingErrors,
      ...holdErrors,
      'idempotency-key-missing',
      'idempotency-in-progress',
      'idempotency-mismatch',
      'invalid-request',
      'rate-limited',
    ],
    limit: writing,
  }),
}

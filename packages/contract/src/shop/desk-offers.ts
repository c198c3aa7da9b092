import { largestOfferCents } from '@shipminer/domain/orders/offer'
import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { DaySchema, DirectionQuerySchema, PageQuerySchema, SearchQuerySchema } from '../from-outside.ts'
import { operatorRoles } from '../operator-roles.ts'
import { OfferedProductSchema, OfferSchema, OfferStateSchema, placingErrors } from './offers.ts'
import { BuyerInputSchema, PaymentMethodSchema, PdfSchema } from './orders.ts'

/*
 * Offers as the desk makes, lists and ends them. What those see whom they are for is in `offers.ts`, so that no buyer fetches this.
 */
const params = z.object({ id: z.uuid() })
const plainText = z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u)
const cents = z.int().check(z.minimum(1), z.maximum(largestOfferCents))

export const DeskOfferSchema = z.object({
  ...OfferSchema.shape,
  language: LanguageSchema,
  /** Who made it; null: the buyer asked for it, at the price of the catalogue. */
  operator: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.int()),
  acceptedAt: z.nullable(z.int()),
  order: z.nullable(z.object({ id: z.string(), number: z.string() })),
  /** The inquiry it answers, by reference. */
  lead: z.nullable(z.object({ id: z.string(), reference: z.string() })),
})
export type DeskOffer = z.infer<typeof DeskOfferSchema>
/** What a list of offers can be sorted by. */
export const deskOfferSorts = ['createdAt', 'number', 'buyer', 'amount', 'validUntil'] as const

export const deskOfferEndpoints = {
  deskOffers: endpoint({
    method: 'GET',
    path: '/desk/offers',
    summary:
      'Offers, newest first or sorted, 50 a page; searched by number, name, company, e-mail. With how many there are, and how many in each state.',
    auth: 'operator',
    roles: operatorRoles,
    query: z.object({
      state: z.optional(OfferStateSchema),
      search: z.optional(SearchQuerySchema),
      sort: z.optional(z.enum(deskOfferSorts)),
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
    }),
    data: z.object({
      offers: z.array(DeskOfferSchema),
      perPage: z.int(),
      /** How many fit the filters. */
      total: z.int(),
      /** How many are in each state, whatever the filters. */
      byState: z.record(OfferStateSchema, z.int()),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskOffer: endpoint({
    method: 'GET',
    path: '/desk/offers/{id}',
    summary: 'One offer as the desk has it.',
    auth: 'operator',
    roles: operatorRoles,
    params,
    data: z.object({ offer: DeskOfferSchema }),
    errors: [...operatorErrors, 'offer-not-found', 'invalid-request'],
  }),
  deskMakeOffer: endpoint({
    method: 'POST',
    path: '/desk/offers',
    summary: 'Makes an offer and mails it, with the link that accepts it. Needs Idempotency-Key.',
    auth: 'operator',
    roles: ['owner', 'sales'],
    idempotent: true,
    body: z.strictObject({
      product: OfferedProductSchema,
      quantity: z.int().check(z.minimum(1), z.maximum(1000)),
      /** Of one, with VAT. */
      unitGrossCents: cents,
      validUntil: DaySchema,
      language: LanguageSchema,
      note: z.optional(z.string().check(z.trim(), z.maxLength(2000), plainText)),
      /** First and last name and e-mail address at least. */
      buyer: BuyerInputSchema,
      /** The inquiry that it answers, which is closed by it. */
      leadId: z.optional(z.uuid()),
    }),
    data: z.object({ offer: DeskOfferSchema }),
    errors: [
      ...operatorErrors,
      'required-fields-missing',
      'email-invalid',
      'product-not-found',
      'not-found',
      'idempotency-key-missing',
      'idempotency-in-progress',
      'idempotency-mismatch',
      'invalid-request',
    ],
  }),
  deskOfferAct: endpoint({
    method: 'POST',
    path: '/desk/offers/{id}/actions',
    summary:
      'Mails an offer once more, withdraws it, or places its order for somebody who accepted it on the telephone.',
    auth: 'operator',
    roles: ['owner', 'sales'],
    params,
    body: z.strictObject({
      action: z.enum(['resend', 'withdraw', 'order']),
      /** `order`: how it will be paid, and what is not known of the buyer yet. */
      method: z.optional(PaymentMethodSchema),
      buyer: z.optional(BuyerInputSchema),
      /** `order`: the buyer knows the terms and accepts them. */
      acceptedTerms: z.optional(z.boolean()),
    }),
    data: z.object({ offer: DeskOfferSchema }),
    errors: [...operatorErrors, ...placingErrors, 'invalid-request'],
  }),
  deskOfferDocument: endpoint({
    method: 'GET',
    path: '/desk/offers/{id}/document',
    summary: 'An offer as PDF, base64.',
    auth: 'operator',
    roles: operatorRoles,
    params,
    data: PdfSchema,
    errors: [...operatorErrors, 'offer-not-found', 'invalid-request'],
  }),
}

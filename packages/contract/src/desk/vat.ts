import { vatCases } from '@shipminer/domain/orders/vat/vat-case'
import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'

/*
 * The treatment of an order's VAT, which a person chooses from what the setting VAT_CASES has switched on.
 */
export const VatCaseSchema = z.enum(vatCases)
const CountrySchema = z.string().check(z.regex(/^[A-Z]{2}$/))

const TreatmentShape = {
  vatCase: VatCaseSchema,
  /** ISO country whose VAT it has; null: goods leave, and nobody's is on the document. */
  country: z.nullable(CountrySchema),
  percent: z.int(),
  /** The seller's number there, where it is not the usual one. */
  sellerVatId: z.nullable(z.string()),
}

/** What an order would cost under a treatment. */
export const VatChoiceSchema = z.object({
  ...TreatmentShape,
  netCents: z.int(),
  vatCents: z.int(),
  grossCents: z.int(),
  /** The register of VAT numbers has to confirm the buyer's. */
  needsConfirmedNumber: z.boolean(),
  /** Papers of the transport, or of the customs. */
  needsEvidence: z.boolean(),
})
export type VatChoice = z.infer<typeof VatChoiceSchema>

/** Sales at a distance to consumers elsewhere in the Union, net of VAT, and up to what they have that of the seller's country. */
export const DistanceSalesSchema = z.object({
  year: z.int(),
  netCents: z.int(),
  limitCents: z.int(),
  /** This year, or the one before. */
  isOver: z.boolean(),
})
export type DistanceSales = z.infer<typeof DistanceSalesSchema>

export const OrderVatSchema = z.object({
  ...TreatmentShape,
  /** Who chose it, and on what it rests; null: it is the usual one. */
  chosen: z.nullable(
    z.object({
      at: z.int(),
      by: z.string(),
      evidence: z.nullable(z.string()),
      country: z.nullable(CountrySchema),
    }),
  ),
  /** What may be chosen for it now. */
  choices: z.array(VatChoiceSchema),
  /** For a sale at a distance below the threshold. */
  distanceSales: z.nullable(DistanceSalesSchema),
})
export type OrderVat = z.infer<typeof OrderVatSchema>

const text = (min: number) =>
  z.string().check(z.trim(), z.minLength(min), z.maxLength(500), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u))

export const deskVatEndpoints = {
  deskOrderVat: endpoint({
    method: 'POST',
    path: '/desk/orders/{id}/vat',
    summary:
      'Gives an order another treatment of its VAT, which an adviser must have approved: its amounts change, a credit note takes back every document of before, and new ones follow.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) }),
    body: z.strictObject({
      vatCase: VatCaseSchema,
      country: z.nullable(CountrySchema),
      /** Numbers of the papers: transport, customs. */
      evidence: z.optional(text(3)),
      reason: text(3),
      /** An adviser has approved this treatment for such sales. */
      adviserApproved: z.literal(true),
    }),
    data: z.object({}),
    errors: [
      ...operatorErrors,
      'order-not-found',
      'order-state-conflict',
      'vat-case-unfit',
      'vat-number-unconfirmed',
      'required-fields-missing',
      'invalid-request',
    ],
  }),
} as const

import type { deskOfferEndpoints } from '@shipminer/contract/shop/desk-offers'
import { isOfferDay, largestOfferCents } from '@shipminer/domain/orders/offer'
import type { Language } from '@shipminer/i18n/languages'
import type { CallInput } from '../../../../lib/api/api-client.ts'
import { isEmail, trimText } from '../../../../lib/inquiry/check-sender.ts'
import { parseEuroCents } from './order-action-form.ts'

/** What the desk knows of a buyer, as typed; the labels are those of the purchase. */
export const buyerFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'vatNumber',
  'street',
  'postalCode',
  'city',
  'country',
  'shipName',
] as const
export type BuyerField = (typeof buyerFields)[number]

/** Without these no order can be placed. */
export const orderNeeds = [
  'firstName',
  'lastName',
  'phone',
  'street',
  'postalCode',
  'city',
  'country',
] as const satisfies readonly BuyerField[]

export type OfferForm = Record<BuyerField, string> & {
  product: string
  quantity: string
  unit: string
  validUntil: string
  note: string
  language: Language
}

export type OfferProblem = 'product' | 'quantity' | 'unit' | 'validUntil' | 'firstName' | 'lastName' | 'email'
export type OfferBody = CallInput<typeof deskOfferEndpoints.deskMakeOffer>['body']

/** What the offer comes to, euro cents; null while it cannot be read. */
export function offerTotal({ quantity, unit }: Pick<OfferForm, 'quantity' | 'unit'>): number | null {
  const count = readQuantity(quantity)
  const unitGrossCents = parseEuroCents(unit)
  return count === null || unitGrossCents === null ? null : count * unitGrossCents
}

/** What the call takes, or which fields are not right. `today`: ISO date. */
export function readOfferForm(
  form: OfferForm,
  { leadId, today }: { leadId: string | null; today: string },
): { body: OfferBody } | { problems: ReadonlySet<OfferProblem> } {
  const quantity = readQuantity(form.quantity)
  const unitGrossCents = parseEuroCents(form.unit)
  const total = offerTotal(form)
  const problems = new Set<OfferProblem>()
  if (form.product === '') problems.add('product')
  if (quantity === null) problems.add('quantity')
  if (unitGrossCents === null || (total !== null && total > largestOfferCents)) problems.add('unit')
  if (!/^\d{4}-\d\d-\d\d$/.test(form.validUntil) || !isOfferDay(form.validUntil, today))
    problems.add('validUntil')
  for (const name of ['firstName', 'lastName'] as const) if (form[name].trim() === '') problems.add(name)
  if (!isEmail(form.email.trim())) problems.add('email')
  if (problems.size > 0 || quantity === null || unitGrossCents === null) return { problems }
  const { product, validUntil, language } = form
  const note = trimText(form.note)
  return {
    body: {
      product,
      quantity,
      unitGrossCents,
      validUntil,
      language,
      buyer: buyerBody(form),
      ...(note !== undefined && { note }),
      ...(leadId !== null && { leadId }),
    },
  }
}

/** The fields that are filled in. */
export function buyerBody(form: Partial<Record<BuyerField, string>>): Partial<Record<BuyerField, string>> {
  return Object.fromEntries(
    buyerFields.flatMap((name) => {
      const text = trimText(form[name] ?? '')
      return text === undefined ? [] : [[name, text]]
    }),
  )
}

function readQuantity(text: string): number | null {
  const count = Number(text.trim())
  return Number.isInteger(count) && count >= 1 && count <= 1000 ? count : null
}

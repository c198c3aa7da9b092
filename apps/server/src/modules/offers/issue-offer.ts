import type { BuyerInput } from '@shipminer/contract/shop/orders'
import { offerNumberPrefix } from '@shipminer/domain/orders/offer'
import { formatOrderNumber } from '@shipminer/domain/orders/order-number'
import type { Language } from '@shipminer/i18n/languages'
import * as z from 'zod'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { sellerYear } from '../invoices/invoices.port.ts'
import { nextNumber } from '../orders/orders.port.ts'
import { mailOffer } from './offer-mail.ts'
import type { OfferDeps } from './offers.deps.ts'
import { findListedOffer, insertOffer, type ListedOfferRow } from './offers.repository.ts'

/** What an offer says, no matter who makes it. */
type OfferTerms = {
  product: { id: string; name: string }
  quantity: number
  unitGrossCents: number
  validUntil: string
  language: Language
  email: string
  buyer: BuyerInput
  note?: string | undefined
}

const emailSchema = z.email()
/** Without these nobody can be written to; everything else can be completed when it is accepted. */
const required = ['firstName', 'lastName', 'email'] as const

/** @returns the address, lower case. @throws AppError `required-fields-missing`, `email-invalid` */
export function requireAddressee(buyer: BuyerInput): string {
  const missing = required.filter((field) => !buyer[field])
  if (missing.length > 0)
    throw new AppError('required-fields-missing', {
      issues: missing.map((field) => ({ path: `body.buyer.${field}`, message: 'required-fields-missing' })),
    })
  const email = (buyer.email ?? '').toLowerCase()
  if (emailSchema.safeParse(email).success) return email
  throw new AppError('email-invalid', { issues: [{ path: 'body.buyer.email', message: 'email-invalid' }] })
}

/** The number of the next offer. Until the transaction ends no other offer is made. */
export async function nextOfferNumber(trx: Trx, at: Date): Promise<string> {
  const year = sellerYear(at)
  const sequence = await nextNumber(trx, `offer:${year}`)
  return formatOrderNumber({ prefix: offerNumberPrefix, year, sequence })
}

/** Stores an offer and mails it. */
export async function issueOffer(
  deps: OfferDeps,
  trx: Trx,
  { product, quantity, unitGrossCents, validUntil, language, email, buyer, note }: OfferTerms,
  made: { number: string; inquiryId: string | null; operator: string; isOwn: boolean; at: Date },
): Promise<ListedOfferRow> {
  const { at, ...origin } = made
  const id = deps.randomUuid()
  await insertOffer(trx, {
    id,
    ...origin,
    keyHash: deps.keys.hash(deps.keys.of(id)),
    productId: product.id,
    productName: product.name,
    quantity,
    unitGrossCents,
    language,
    email,
    buyer: JSON.stringify({ ...buyer, email }),
    note: note || null,
    validUntil,
    createdAt: at,
  })
  const row = await findListedOffer(trx, id)
  if (!row) throw new Error(`the offer ${made.number} was not stored`)
  await mailOffer(deps, trx, row, at)
  return row
}

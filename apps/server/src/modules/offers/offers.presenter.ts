import type { DeskOffer } from '@shipminer/contract/shop/desk-offers'
import type { Offer } from '@shipminer/contract/shop/offers'
import type { BuyerInput, MethodOffer, Totals } from '@shipminer/contract/shop/orders'
import { offerState } from '@shipminer/domain/orders/offer'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import { sellerDay } from '../invoices/invoices.port.ts'
import type { ListedOfferRow, OfferRow } from './offers.repository.ts'

/** An offer as the person sees it whom it is for. */
export function presentOffer(
  row: OfferRow,
  { totals, methods, now }: { totals: Totals; methods: MethodOffer[]; now: Date },
): Offer {
  const { id, number, validUntil, createdAt, productId, productName, quantity, unitGrossCents, note } = row
  return {
    id,
    number,
    state: stateOf(row, now),
    validUntil,
    createdAt: createdAt.getTime(),
    product: { id: productId, name: productName },
    quantity,
    unitGrossCents,
    totals,
    note,
    buyer: buyerOf(row),
    methods,
  }
}

export function presentDeskOffer(
  row: ListedOfferRow,
  shown: { totals: Totals; methods: MethodOffer[]; now: Date },
): DeskOffer {
  const { operator, isOwn, withdrawnAt, acceptedAt, orderId, orderNumber, inquiryId, leadReference } = row
  return {
    ...presentOffer(row, shown),
    language: languageOf(row),
    operator: isOwn ? null : operator,
    withdrawnAt: withdrawnAt?.getTime() ?? null,
    acceptedAt: acceptedAt?.getTime() ?? null,
    order: orderId !== null && orderNumber !== null ? { id: orderId, number: orderNumber } : null,
    lead: inquiryId !== null && leadReference !== null ? { id: inquiryId, reference: leadReference } : null,
  }
}

export function stateOf(row: Pick<OfferRow, 'orderId' | 'withdrawnAt' | 'validUntil'>, now: Date) {
  const { orderId, withdrawnAt, validUntil } = row
  const standing = { isAccepted: orderId !== null, isWithdrawn: withdrawnAt !== null, validUntil }
  return offerState(standing, sellerDay(now))
}

/** The buyer as far as they are known, with the address that the offer went to. */
export function buyerOf({ buyer, email }: Pick<OfferRow, 'buyer' | 'email'>): BuyerInput {
  // Written by `storeOffer` from a parsed body.
  return { ...(buyer as BuyerInput), email }
}

export function languageOf({ language }: Pick<OfferRow, 'language'>): Language {
  return isLanguage(language) ? language : defaultLanguage
}

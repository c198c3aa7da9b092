import { type DeskOffer, type deskOfferSorts, offerEndpoints } from '@shipminer/contract/shop/offers'
import type { OfferState } from '@shipminer/domain/orders/offer'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import type { OfferBody } from '../lib/orders/offer-form.ts'

type OffersWanted = {
  state?: OfferState
  search?: string
  sort: (typeof deskOfferSorts)[number]
  direction: 'ascending' | 'descending'
  page: number
}

/** A page of offers. */
export function offersQuery(wanted: OffersWanted) {
  return queryOptions({
    queryKey: ['desk', 'offers', wanted],
    queryFn: ({ signal }) => callEndpoint(offerEndpoints.deskOffers, { query: wanted, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One offer. */
export function offerQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'offer', id],
    queryFn: ({ signal }) => callEndpoint(offerEndpoints.deskOffer, { params: { id }, signal }),
  })
}

/** Makes an offer and mails it. The same key with the same body is the same offer. @throws ApiError */
export async function makeOffer(body: OfferBody, idempotencyKey: string): Promise<DeskOffer> {
  return (await callEndpoint(offerEndpoints.deskMakeOffer, { body, idempotencyKey })).offer
}

export type OfferAct = CallInput<typeof offerEndpoints.deskOfferAct>['body']

/** @throws ApiError */
export async function actOnOffer(id: string, body: OfferAct): Promise<DeskOffer> {
  return (await callEndpoint(offerEndpoints.deskOfferAct, { params: { id }, body })).offer
}

/** @throws ApiError */
export function fetchOfferPaper(id: string): Promise<{ filename: string; pdfBase64: string }> {
  return callEndpoint(offerEndpoints.deskOfferDocument, { params: { id } })
}

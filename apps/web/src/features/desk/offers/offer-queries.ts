import { type DeskOffer, deskOfferEndpoints } from '@shipminer/contract/shop/desk-offers'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import type { OfferBody } from '../lib/orders/offer-form.ts'

/** A page of offers. */
export function offersQuery(wanted: NonNullable<CallInput<typeof deskOfferEndpoints.deskOffers>['query']>) {
  return queryOptions({
    queryKey: ['desk', 'offers', wanted],
    queryFn: ({ signal }) => callEndpoint(deskOfferEndpoints.deskOffers, { query: wanted, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One offer. */
export function offerQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'offer', id],
    queryFn: ({ signal }) => callEndpoint(deskOfferEndpoints.deskOffer, { params: { id }, signal }),
  })
}

/** Makes an offer and mails it. The same key with the same body is the same offer. @throws ApiError */
export async function makeOffer(body: OfferBody, idempotencyKey: string): Promise<DeskOffer> {
  return (await callEndpoint(deskOfferEndpoints.deskMakeOffer, { body, idempotencyKey })).offer
}

export type OfferAct = CallInput<typeof deskOfferEndpoints.deskOfferAct>['body']

/** @throws ApiError */
export async function actOnOffer(id: string, body: OfferAct): Promise<DeskOffer> {
  return (await callEndpoint(deskOfferEndpoints.deskOfferAct, { params: { id }, body })).offer
}

/** @throws ApiError */
export function fetchOfferPaper(id: string): Promise<{ filename: string; pdfBase64: string }> {
  return callEndpoint(deskOfferEndpoints.deskOfferDocument, { params: { id } })
}

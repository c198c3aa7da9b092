import { type DeskOffer, offerEndpoints } from '@shipminer/contract/shop/offers'
import type { OfferState } from '@shipminer/domain/orders/offer'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import type { OfferBody } from '../lib/orders/offer-form.ts'
import { readPages } from '../lib/read-pages.ts'

/** The first pages of offers, newest first. */
export function offersQuery(state: OfferState | null, count: number) {
  return queryOptions({
    queryKey: ['desk', 'offers', state, count],
    queryFn: ({ signal }) =>
      readPages(count, (before) =>
        callEndpoint(offerEndpoints.deskOffers, {
          query: { ...(state !== null && { state }), ...(before !== null && { before }) },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
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

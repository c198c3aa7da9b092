import { type Offer, offerEndpoints } from '@shipminer/contract/shop/offers'
import type { CallData, CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import type { PlacedOrder } from './purchase.ts'

/** Which offer, and the key from its mail. */
export type OfferAccess = { id: string; orderKey: string }
export type AcceptanceBody = CallInput<typeof offerEndpoints.acceptOffer>['body']

export type OfferQuestion = CallInput<typeof offerEndpoints.askOffer>['body']

/** Mails an offer at the price of the catalogue. The same key with the same body is the same offer. @throws ApiError */
export function askOffer(
  body: OfferQuestion,
  idempotencyKey: string,
): Promise<CallData<typeof offerEndpoints.askOffer>> {
  return callEndpoint(offerEndpoints.askOffer, { body, idempotencyKey })
}

const input = ({ id, orderKey }: OfferAccess) => ({ params: { id }, orderKey })

/** One offer, with the ways to pay it now. @throws ApiError */
export async function fetchOffer(access: OfferAccess): Promise<Offer> {
  return (await callEndpoint(offerEndpoints.offer, input(access))).offer
}

/** @throws ApiError */
export function fetchOfferPaper(access: OfferAccess): Promise<{ filename: string; pdfBase64: string }> {
  return callEndpoint(offerEndpoints.offerDocument, input(access))
}

/** Accepts an offer. The same key with the same body is the same order, however often it is sent. @throws ApiError */
export function acceptOffer(
  access: OfferAccess,
  body: AcceptanceBody,
  idempotencyKey: string,
): Promise<PlacedOrder> {
  return callEndpoint(offerEndpoints.acceptOffer, { ...input(access), body, idempotencyKey })
}

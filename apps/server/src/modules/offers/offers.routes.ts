import { deskOfferEndpoints } from '@shipminer/contract/shop/desk-offers'
import { offerEndpoints } from '@shipminer/contract/shop/offers'
import type { Router } from '../../platform/http/routing.ts'
import { openerOf } from '../orders/orders.port.ts'
import { acceptOffer, actOnOffer } from './accept-offer.service.ts'
import { askOffer } from './ask-offer.service.ts'
import { makeOffer } from './make-offer.service.ts'
import type { OfferDeps } from './offers.deps.ts'
import {
  openOffer,
  printOffer,
  readDeskOffer,
  readOffers,
  requireOffer,
  showOffer,
} from './read-offers.service.ts'

/** Offers, for those they are for and for the desk. */
export function offerRoutes(router: Router, deps: OfferDeps): void {
  router.route(offerEndpoints.askOffer, async ({ body, request, caller }) =>
    askOffer(deps, body, {
      idempotencyKey: request.headers['idempotency-key'],
      userId: caller?.userId ?? null,
    }),
  )
  router.route(offerEndpoints.offer, async (call) => ({
    offer: await showOffer(deps, await openOffer(deps, call.params.id, openerOf(call))),
  }))
  router.route(offerEndpoints.offerDocument, async (call) =>
    printOffer(deps, await openOffer(deps, call.params.id, openerOf(call))),
  )
  router.route(offerEndpoints.acceptOffer, async (call) =>
    acceptOffer(deps, call.params.id, openerOf(call), {
      body: call.body,
      idempotencyKey: call.request.headers['idempotency-key'],
      ip: call.request.ip,
    }),
  )
  router.route(deskOfferEndpoints.deskOffers, async (call) => readOffers(deps, call.query))
  router.route(deskOfferEndpoints.deskOffer, async (call) => readDeskOffer(deps, call.params.id))
  router.route(deskOfferEndpoints.deskMakeOffer, async (call) =>
    makeOffer(deps, call.operator, call.body, call.request.headers['idempotency-key']),
  )
  router.route(deskOfferEndpoints.deskOfferAct, async (call) =>
    actOnOffer(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskOfferEndpoints.deskOfferDocument, async (call) => {
    return printOffer(deps, await requireOffer(deps, call.params.id))
  })
}

import type { DeskOffer, deskOfferEndpoints } from '@shipminer/contract/shop/desk-offers'
import type { offerEndpoints } from '@shipminer/contract/shop/offers'
import type { Order } from '@shipminer/contract/shop/orders'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import { clientHash } from '../../platform/auth/client-key.ts'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { advanceLead, lockLead } from '../inquiries/inquiries.port.ts'
import { noteAction } from '../operators/operators.port.ts'
import type { Opener } from '../orders/orders.port.ts'
import { mailOffer } from './offer-mail.ts'
import type { OfferDeps } from './offers.deps.ts'
import { buyerOf, languageOf, stateOf } from './offers.presenter.ts'
import {
  findListedOffer,
  lockOffer,
  markAccepted,
  markWithdrawn,
  type OfferRow,
} from './offers.repository.ts'
import { methodsOf, openOffer, requireOffer, showDeskOffer } from './read-offers.service.ts'

type Acceptance = z.output<typeof offerEndpoints.acceptOffer.body & object>
type Act = z.output<typeof deskOfferEndpoints.deskOfferAct.body & object>

/**
 * Accepts an offer by its link: its order is placed, once, at the price of the offer.
 *
 * @throws AppError `offer-not-found`, `offer-over`, and what refuses the order
 */
export async function acceptOffer(
  deps: OfferDeps,
  id: string,
  opener: Opener,
  request: { body: Acceptance; idempotencyKey: string | string[] | undefined; ip: string },
): Promise<{ order: Order; orderKey: string }> {
  const row = await openOffer(deps, id, opener)
  const { body, ip } = request
  const { userId } = opener
  return deps.idempotency.run(
    { key: request.idempotencyKey, userId, route: `POST /offers/${id}/acceptance`, body },
    async (once) => {
      requireOpen(deps, row)
      const decided = await deps.orders.decide({
        ...itemOf(row),
        ...body,
        buyer: { ...body.buyer, email: row.email },
      })
      return deps.store.db.transaction().execute((trx) =>
        once(trx, async () => {
          const placedFrom = clientHash(ip, deps.secretKey)
          return placeOnce(deps, trx, id, (data) =>
            deps.orders.place(trx, decided, {
              actor: 'buyer',
              userId,
              placedFrom,
              isLimited: row.isOwn,
              data,
            }),
          )
        }),
      )
    },
  )
}

/**
 * What the desk does with an offer.
 *
 * @throws AppError `offer-not-found`, `offer-over`, and what refuses the order
 */
export async function actOnOffer(
  deps: OfferDeps,
  operator: Operator,
  id: string,
  act: Act,
): Promise<{ offer: DeskOffer }> {
  const { db } = deps.store
  const row = await requireOffer(deps, id)
  requireOpen(deps, row)
  const step = await prepare(deps, row, act)
  // What was withdrawn or ordered is paid in no way any more.
  const methods = act.action === 'resend' ? await methodsOf(deps, row) : []
  return db.transaction().execute(async (trx) => {
    await step(trx)
    await noteAction(deps, trx, operator, {
      action: `offer.${act.action}`,
      subject: `offer ${row.number}`,
      reason: null,
    })
    const after = await findListedOffer(trx, id)
    if (!after) throw new AppError('offer-not-found')
    return { offer: showDeskOffer(deps, after, methods) }
  })
}

/** Asks everything that takes long before the transaction begins. */
async function prepare(deps: OfferDeps, row: OfferRow, act: Act): Promise<(trx: Trx) => Promise<unknown>> {
  const at = new Date(deps.clock())
  if (act.action === 'resend')
    return async (trx) => mailOffer(deps, trx, await lockOpen(deps, trx, row.id), at)
  if (act.action === 'withdraw')
    return async (trx) => {
      await lockOpen(deps, trx, row.id)
      await markWithdrawn(trx, row.id, at)
    }
  const { method, buyer = {}, acceptedTerms = false } = act
  if (method === undefined) throw new AppError('payment-method-unavailable')
  const decided = await deps.orders.decide({
    ...itemOf(row),
    language: languageOf(row),
    method,
    acceptedTerms,
    buyer: { ...buyerOf(row), ...buyer, email: row.email },
  })
  return (trx) =>
    placeOnce(deps, trx, row.id, (data) =>
      deps.orders.place(trx, decided, {
        actor: 'provider',
        userId: null,
        placedFrom: null,
        isLimited: false,
        data,
      }),
    )
}

/** Of two who accept at one moment one is refused. */
async function placeOnce(
  deps: OfferDeps,
  trx: Trx,
  id: string,
  place: (data: { offer: string }) => Promise<{ order: Order; orderKey: string }>,
): Promise<{ order: Order; orderKey: string }> {
  const { number, inquiryId } = await lockOpen(deps, trx, id)
  const placed = await place({ offer: number })
  if (inquiryId !== null && (await lockLead(trx, inquiryId))) await advanceLead(trx, inquiryId, 'won')
  await markAccepted(trx, id, placed.order.id, new Date(deps.clock()))
  return placed
}

async function lockOpen(deps: Pick<OfferDeps, 'clock'>, trx: Trx, id: string): Promise<OfferRow> {
  const row = await lockOffer(trx, id)
  if (!row) throw new AppError('offer-not-found')
  requireOpen(deps, row)
  return row
}

function requireOpen({ clock }: Pick<OfferDeps, 'clock'>, row: OfferRow): void {
  if (stateOf(row, new Date(clock())) !== 'open') throw new AppError('offer-over')
}

function itemOf({ productId, productName, quantity, unitGrossCents }: OfferRow) {
  return { productId, productName, quantity, unitGrossCents }
}

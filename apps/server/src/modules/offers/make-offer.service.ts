import type { DeskOffer, deskOfferEndpoints } from '@shipminer/contract/shop/desk-offers'
import { isOfferDay, largestOfferCents } from '@shipminer/domain/orders/offer'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { advanceLead, closeLead, lockLead } from '../inquiries/inquiries.port.ts'
import { sellerDay } from '../invoices/invoices.port.ts'
import { noteAction } from '../operators/operators.port.ts'
import { issueOffer, nextOfferNumber, requireAddressee } from './issue-offer.ts'
import type { OfferDeps } from './offers.deps.ts'
import type { ListedOfferRow } from './offers.repository.ts'
import { showDeskOffer } from './read-offers.service.ts'

type Body = z.output<typeof deskOfferEndpoints.deskMakeOffer.body & object>

/**
 * Makes an offer and mails it, once for each idempotency key. The inquiry that it answers is closed.
 *
 * @throws AppError `required-fields-missing`, `email-invalid`, `product-not-found`, `not-found` for the inquiry, `invalid-request` for a day or
 * a sum that no offer has
 */
export async function makeOffer(
  deps: OfferDeps,
  operator: Operator,
  body: Body,
  idempotencyKey: string | string[] | undefined,
): Promise<{ offer: DeskOffer }> {
  const request = { key: idempotencyKey, userId: operator.userId, route: 'POST /desk/offers', body }
  return deps.idempotency.run(request, async (once) => {
    const email = requireAddressee(body.buyer)
    const today = sellerDay(new Date(deps.clock()))
    if (!isOfferDay(body.validUntil, today)) throw invalid('validUntil')
    if (body.unitGrossCents * body.quantity > largestOfferCents) throw invalid('unitGrossCents')
    const product = await deps.orders.findProduct(body.product)
    if (!product) throw new AppError('product-not-found')
    const methods = await deps.orders.methods(product.id, deps.orders.totals(body).grossCents)
    return deps.store.db.transaction().execute((trx) =>
      once(trx, async () => {
        const row = await storeOffer(deps, trx, operator, { ...body, email, product })
        return { offer: showDeskOffer(deps, row, methods) }
      }),
    )
  })
}

async function storeOffer(
  deps: OfferDeps,
  trx: Trx,
  operator: Operator,
  { leadId, ...offer }: Omit<Body, 'product'> & { email: string; product: { id: string; name: string } },
): Promise<ListedOfferRow> {
  const at = new Date(deps.clock())
  const number = await nextOfferNumber(trx, at)
  if (leadId !== undefined) {
    if (!(await lockLead(trx, leadId))) throw new AppError('not-found')
    await closeLead(trx, leadId, operator.userId, at)
    await advanceLead(trx, leadId, 'offered')
  }
  const made = { number, inquiryId: leadId ?? null, operator: operator.name, isOwn: false, at }
  const row = await issueOffer(deps, trx, offer, made)
  await noteAction(deps, trx, operator, { action: 'offer.make', subject: `offer ${number}`, reason: null })
  return row
}

const invalid = (field: string) =>
  new AppError('invalid-request', { issues: [{ path: `body.${field}`, message: 'invalid-request' }] })

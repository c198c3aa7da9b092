import type { offerEndpoints } from '@shipminer/contract/shop/offers'
import { ownOfferEnd } from '@shipminer/domain/orders/offer'
import type * as z from 'zod/mini'
import { AppError } from '../../platform/http/app-error.ts'
import { countMailsTo } from '../../platform/mail/outbox.repository.ts'
import { sellerDay } from '../invoices/invoices.port.ts'
import { issueOffer, nextOfferNumber, requireAddressee } from './issue-offer.ts'
import type { OfferDeps } from './offers.deps.ts'

type Body = z.output<typeof offerEndpoints.askOffer.body & object>

/** Mails that one address gets in a day before it gets no more offers: nobody can flood another's mailbox with them. */
const mailsPerDay = 5
const dayMs = 86_400_000

/**
 * Mails a buyer an offer at the price of the catalogue, once for each idempotency key. Only the mail has the link that accepts it, so that anyone
 * who accepts reads that mailbox.
 *
 * @throws AppError `required-fields-missing`, `email-invalid`, `rate-limited`, and what keeps buyers from ordering it by themselves
 */
export async function askOffer(
  deps: OfferDeps,
  { website, ...body }: Body,
  by: { idempotencyKey: string | string[] | undefined; userId: string | null },
): Promise<{ sentTo: string; validUntil: string }> {
  const email = requireAddressee(body.buyer)
  const at = new Date(deps.clock())
  const validUntil = ownOfferEnd(sellerDay(at))
  const answer = { sentTo: email, validUntil }
  if (website) return answer
  const { idempotencyKey: key, userId } = by
  return deps.idempotency.run({ key, userId, route: 'POST /offers', body }, async (once) => {
    const product = await deps.orders.requireOrderable(body.product, body.quantity)
    const terms = { ...body, product, email, validUntil, unitGrossCents: product.priceCents }
    return deps.store.db.transaction().execute((trx) =>
      once(trx, async () => {
        // One offer is made at a time, so that two of one moment see each other's mail.
        const number = await nextOfferNumber(trx, at)
        if ((await countMailsTo(trx, email, new Date(at.getTime() - dayMs))) >= mailsPerDay)
          throw new AppError('rate-limited')
        const { firstName = '', lastName = '' } = body.buyer
        const operator = `${firstName} ${lastName}`
        await issueOffer(deps, trx, terms, { number, inquiryId: null, operator, isOwn: true, at })
        return answer
      }),
    )
  })
}

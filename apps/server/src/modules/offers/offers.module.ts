import { createLinkKeys } from '../../platform/auth/link-keys.ts'
import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { forgetOffersJob } from './forget-offers.job.ts'
import { renderOffer } from './offer-pdf.ts'
import type { OfferDeps } from './offers.deps.ts'
import { findOffer } from './offers.repository.ts'
import { offerRoutes } from './offers.routes.ts'
import { listAllOffers } from './read-offers.service.ts'

/** Offers of the desk, and the orders they become. */
export function openOffers(context: Context, { orders }: Pick<OfferDeps, 'orders'>) {
  const { config, company: mailCompany, secretKey } = context
  const keys = createLinkKeys(secretKey, 'offer')
  const deps: OfferDeps = { ...context, orders, keys, company: config.company, mailCompany }
  return {
    port: {
      allOffers: (wanted: Parameters<typeof listAllOffers>[1], limit: number) =>
        listAllOffers(deps, wanted, limit),
    },
    routes: ({ router }: Http) => offerRoutes(router, deps),
    jobs: [forgetOffersJob(deps)],
    async attachments(name: string) {
      const id = /^offer:(.+)$/.exec(name)?.[1]
      const row = id === undefined ? null : await findOffer(deps.store.db, id)
      if (!row) return null
      const content = await renderOffer(deps, row)
      return [{ filename: `${row.number}.pdf`, contentType: 'application/pdf', content }]
    },
  }
}

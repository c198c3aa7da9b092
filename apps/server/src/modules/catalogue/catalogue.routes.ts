import { catalogueEndpoints } from '@shipminer/contract/shop/catalogue'
import type { FastifyReply } from 'fastify'
import type { Router } from '../../platform/http/routing.ts'
import { type CatalogueDeps, createCatalogue } from './catalogue.service.ts'

/** The catalogue is public, so any cache may keep it for a moment. */
const cacheSeconds = 30

/** Products with their prices, availability and calculator, and the Bitcoin price. */
export function catalogueRoutes(router: Router, deps: CatalogueDeps): void {
  const catalogue = createCatalogue(deps)
  const publicFor = (reply: FastifyReply) => reply.header('cache-control', `public, max-age=${cacheSeconds}`)

  router.route(catalogueEndpoints.products, async ({ query, reply }) => {
    const products = await catalogue.list(query)
    publicFor(reply)
    return { products }
  })
  router.route(catalogueEndpoints.product, async ({ params, reply }) => {
    const product = await catalogue.get(params.id)
    publicFor(reply)
    return { product }
  })
  router.route(catalogueEndpoints.productPricing, ({ params, query }) => catalogue.pricing(params.id, query))
  router.route(catalogueEndpoints.productAvailability, ({ params, query }) =>
    catalogue.availability(params.id, query.quantity),
  )
  router.route(catalogueEndpoints.productCalculator, ({ params, query }) =>
    catalogue.calculation(params.id, query),
  )
  router.route(catalogueEndpoints.cryptoPrices, () => catalogue.prices())
}

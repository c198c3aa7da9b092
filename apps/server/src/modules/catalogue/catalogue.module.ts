import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import type { Market } from '../market/market.port.ts'
import { seedCatalogue } from './catalogue.repository.ts'
import { catalogueRoutes } from './catalogue.routes.ts'

/** The catalogue: what is sold, and what it costs. Fills an empty one. */
export async function openCatalogue(context: Context, ports: { market: Market }): Promise<OpenedModule> {
  const { store, clock, productName, config } = context
  await seedCatalogue(store.db, new Date(clock()))
  return {
    routes: ({ router }) =>
      catalogueRoutes(router, {
        store,
        market: ports.market,
        clock,
        productName,
        vatPercent: config.VAT_PERCENT,
        paymentTest: config.PAYMENT_TEST_PRODUCT,
      }),
  }
}

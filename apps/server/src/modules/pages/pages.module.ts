import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { listPrices } from '../catalogue/catalogue.port.ts'
import type { Market } from '../market/market.port.ts'
import { readEstimateMarket } from './fill-market.ts'
import { pagesRoutes } from './pages.routes.ts'

/** The built site, with current prices, market and details. */
export function openPages(
  context: Context,
  ports: { distDir: string; market: Pick<Market, 'network' | 'price'> },
): OpenedModule {
  const { store, settings, clock, publicUrl, config } = context
  return {
    routes: ({ server }) =>
      pagesRoutes(server, {
        distDir: ports.distDir,
        publicUrl,
        demo: config.DEMO,
        paymentTest: config.PAYMENT_TEST_PRODUCT,
        switchedOff: [
          ...(config.PAYMENT_TEST ? [] : ['/payment-test']),
          ...(config.AUTH_TEST ? [] : ['/auth-test']),
        ],
        walletConnectProjectId: config.WALLETCONNECT_PROJECT_ID ?? null,
        company: config.company,
        listProducts: () => listPrices(store.db),
        areOrdersOpen: () => settings.read(store.db, 'orders.enabled'),
        readMarket: () => readEstimateMarket(ports.market),
        clock,
      }),
  }
}

import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { listPrices } from '../catalogue/catalogue.port.ts'
import { pagesRoutes } from './pages.routes.ts'

/** The built site, with current prices and details. */
export function openPages(context: Context, ports: { distDir: string }): OpenedModule {
  const { store, settings, clock, publicUrl, config } = context
  return {
    routes: ({ server }) =>
      pagesRoutes(server, {
        distDir: ports.distDir,
        publicUrl,
        demo: config.DEMO,
        paymentTest: config.PAYMENT_TEST_PRODUCT,
        walletConnectProjectId: config.WALLETCONNECT_PROJECT_ID ?? null,
        company: config.company,
        listProducts: () => listPrices(store.db),
        areOrdersOpen: () => settings.read(store.db, 'orders.enabled'),
        clock,
      }),
  }
}

import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { siteRoutes } from './site.routes.ts'

/** The settings that every visitor may see. */
export function openSite({ store, settings, productName, publicUrl, config }: Context): OpenedModule {
  return {
    routes: ({ router }) =>
      siteRoutes(router, {
        productName,
        publicUrl,
        ordersEnabled: () => settings.read(store.db, 'orders.enabled'),
        demo: config.DEMO,
        vatPercent: config.VAT_PERCENT,
        company: config.company,
      }),
  }
}

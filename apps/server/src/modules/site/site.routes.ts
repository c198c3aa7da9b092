import { type Site, siteEndpoints } from '@shipminer/contract/site'
import { productSlug } from '@shipminer/domain/product-slug'
import type { Router } from '../../platform/http/routing.ts'

/** What of the settings every visitor may know. */
export function siteRoutes(
  router: Router,
  site: Omit<Site, 'productSlug' | 'ordersEnabled'> & { ordersEnabled: () => Promise<boolean> },
): void {
  router.route(siteEndpoints.site, async ({ reply }) => {
    const ordersEnabled = await site.ordersEnabled()
    // As short as prices are kept: what an operator switches is seen within seconds.
    reply.header('cache-control', 'public, max-age=5')
    return { ...site, ordersEnabled, productSlug: productSlug(site.productName) }
  })
}

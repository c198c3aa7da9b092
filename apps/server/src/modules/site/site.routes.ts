import { type Site, siteEndpoints } from '@shipminer/contract/shop/site'
import { productSlug } from '@shipminer/domain/catalogue/product-slug'
import type { Router } from '../../platform/http/routing.ts'

/** The settings that every visitor may see. */
export function siteRoutes(
  router: Router,
  site: Omit<Site, 'productSlug' | 'ordersEnabled'> & { ordersEnabled: () => Promise<boolean> },
): void {
  router.route(siteEndpoints.site, async ({ reply }) => {
    const ordersEnabled = await site.ordersEnabled()
    // As short as prices are cached: what an operator switches is visible within seconds.
    reply.header('cache-control', 'public, max-age=5')
    return { ...site, ordersEnabled, productSlug: productSlug(site.productName) }
  })
}

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
    reply.header('cache-control', 'public, max-age=60')
    return { ...site, ordersEnabled, productSlug: productSlug(site.productName) }
  })
}

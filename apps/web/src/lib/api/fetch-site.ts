import { type Site, siteEndpoints } from '@shipminer/contract/shop/site'
import { callEndpoint } from './client.ts'

/** Company details and whether orders can be placed. */
export function fetchSite(): Promise<Site> {
  return callEndpoint(siteEndpoints.site, {})
}

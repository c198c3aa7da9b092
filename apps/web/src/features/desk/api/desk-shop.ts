import { deskCatalogueEndpoints } from '@shipminer/contract/desk/catalogue'
import { newsletterEndpoints } from '@shipminer/contract/shop/newsletter'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import type { TermsChange } from '../lib/product-form.ts'
import { readPages } from '../lib/read-pages.ts'

const lookMs = 30_000
const from = (before: number | null) => (before === null ? {} : { before })

/** Every product, and whether orders can be placed. */
export const catalogueQuery = queryOptions({
  queryKey: ['desk', 'catalogue'],
  queryFn: ({ signal }) => callEndpoint(deskCatalogueEndpoints.deskCatalogue, { signal }),
  refetchInterval: lookMs,
})

/** Changes a product as it was shown. @throws ApiError */
export async function changeProduct(
  id: string,
  body: { version: number; stockSeen: number | null; change: TermsChange; reason: string },
): Promise<void> {
  await callEndpoint(deskCatalogueEndpoints.deskProductChange, { params: { id }, body })
}

/** The first pages of a product's versions, newest first. */
export function versionsQuery(id: string, count: number) {
  return queryOptions({
    queryKey: ['desk', 'catalogue', id, count],
    queryFn: ({ signal }) =>
      readPages(count, (before) =>
        callEndpoint(deskCatalogueEndpoints.deskProductVersions, {
          params: { id },
          query: from(before),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
}

/** Puts an earlier version back. @throws ApiError */
export async function restoreProduct(
  id: string,
  body: { version: number; to: number; reason: string },
): Promise<void> {
  await callEndpoint(deskCatalogueEndpoints.deskProductRestore, { params: { id }, body })
}

/** Lets orders be placed, or not. @throws ApiError */
export async function switchOrders(body: {
  enabled: boolean
  version: number
  reason: string
}): Promise<void> {
  await callEndpoint(deskCatalogueEndpoints.deskOrdersSwitch, { body })
}

/** Every setting of the server. */
export const settingsQuery = queryOptions({
  queryKey: ['desk', 'settings'],
  queryFn: ({ signal }) => callEndpoint(deskCatalogueEndpoints.deskSettings, { signal }),
})

/** The first pages of the newsletter's subscribers. */
export function newsletterQuery(count: number) {
  return queryOptions({
    queryKey: ['desk', 'newsletter', count],
    queryFn: ({ signal }) =>
      readPages(count, (before) =>
        callEndpoint(newsletterEndpoints.deskNewsletter, { query: from(before), signal }),
      ),
    placeholderData: keepPreviousData,
  })
}

/** Everyone with a confirmed address as CSV. @throws ApiError */
export async function exportNewsletter(reason: string): Promise<string> {
  return (await callEndpoint(newsletterEndpoints.deskNewsletterExport, { body: { reason } })).csv
}

import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** A company detail. `example`: not set yet, so it is not real and a page marks it. */
const DetailSchema = z.object({ value: z.string(), example: z.boolean() })

/** The settings that every public page needs. */
export const SiteSchema = z.object({
  productName: z.string(),
  /** The brand in addresses: `/<slug>-19`. */
  productSlug: z.string(),
  publicUrl: z.string(),
  ordersEnabled: z.boolean(),
  demo: z.boolean(),
  vatPercent: z.int(),
  company: z.object({
    name: DetailSchema,
    address: DetailSchema,
    email: DetailSchema,
    phone: DetailSchema,
    whatsapp: DetailSchema,
    /** Chamber of commerce number. */
    kvk: DetailSchema,
    vatId: DetailSchema,
  }),
})
export type Site = z.infer<typeof SiteSchema>

export const siteEndpoints = {
  site: endpoint({
    method: 'GET',
    path: '/site',
    summary: 'Brand, company details and whether orders can be placed.',
    auth: 'none',
    data: SiteSchema,
    errors: [],
  }),
}

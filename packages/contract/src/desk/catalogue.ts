import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { MomentQuerySchema, ReasonSchema } from '../from-outside.ts'
import { ProductStatusSchema } from '../shop/catalogue.ts'
import { DataSheetSchema } from '../shop/data-sheet.ts'

/* The shop as operators run it: prices, stock, whether orders can be placed, and the settings of the server. */
const productId = z.object({ id: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/)) })
const price = z.int().check(z.minimum(1), z.maximum(100_000_000))
const stock = z.int().check(z.minimum(0), z.maximum(100_000))
const version = z.int().check(z.minimum(0), z.maximum(2_147_483_647))

/** The part of a product that changes without a deploy. Cents include VAT; `stock` null: made to order. */
export const ProductTermsSchema = z.object({
  priceCents: z.int(),
  /** The earlier price that is shown beside a reduced one. */
  originalPriceCents: z.nullable(z.int()),
  stock: z.nullable(z.int()),
  comingSoon: z.boolean(),
  hidden: z.boolean(),
  sheet: DataSheetSchema,
})
export type ProductTerms = z.infer<typeof ProductTermsSchema>

/** The same as a version recorded it: those from before there were data sheets have none. */
export const RecordedTermsSchema = z.extend(ProductTermsSchema, { sheet: z.optional(DataSheetSchema) })
export type RecordedTerms = z.infer<typeof RecordedTermsSchema>

export const DeskProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Where the shop shows it. */
  route: z.string(),
  /** Shown only on servers with the setting PAYMENT_TEST_PRODUCT. */
  devOnly: z.boolean(),
  /** Without water cooling the sheet shows no figures of water. */
  cooling: z.nullable(z.enum(['hydro'])),
  status: ProductStatusSchema,
  terms: ProductTermsSchema,
  /** Counts changes; sales do not change it. */
  version: z.int(),
  changedAt: z.int(),
  /** The prices since the records began, oldest first, for the rule of the earlier price. */
  prices: z.array(
    z.object({
      at: z.int(),
      priceCents: z.int(),
      originalPriceCents: z.nullable(z.int()),
      isOffered: z.boolean(),
    }),
  ),
})
export type DeskProduct = z.infer<typeof DeskProductSchema>

export const ProductVersionSchema = z.object({
  version: z.int(),
  at: z.int(),
  /** An operator’s name as it was; `shell`; `catalogue` for what the product came with. */
  by: z.string(),
  reason: z.nullable(z.string()),
  /** Null where the records begin. */
  before: z.nullable(RecordedTermsSchema),
  after: RecordedTermsSchema,
})
export type ProductVersion = z.infer<typeof ProductVersionSchema>

/** Whether orders can be placed; `version` 0: never switched yet, the setting ORDERS_ENABLED applies. */
export const OrdersSwitchSchema = z.object({
  enabled: z.boolean(),
  version: z.int(),
  changedAt: z.nullable(z.int()),
  changedBy: z.nullable(z.string()),
})
export type OrdersSwitch = z.infer<typeof OrdersSwitchSchema>

export const SettingSchema = z.object({
  setting: z.string(),
  /** English, as in the runbook. */
  meaning: z.string(),
  /** The value in force; null: not set, or not shown. */
  value: z.nullable(z.string()),
  /** Empty: none. */
  default: z.string(),
  source: z.enum(['default', 'environment', 'database']),
  /** Never shown, only whether it is set: a secret, or an address that may have one in it. */
  isSecret: z.boolean(),
  isSet: z.boolean(),
  /** Still the marked example that visitors see. */
  isExample: z.boolean(),
})
export type Setting = z.infer<typeof SettingSchema>

export const deskCatalogueEndpoints = {
  deskCatalogue: endpoint({
    method: 'GET',
    path: '/desk/catalogue',
    summary: 'Every product with what can be changed, and whether orders can be placed.',
    auth: 'operator',
    roles: ['owner', 'sales', 'bookkeeper', 'read-only'],
    data: z.object({
      serverTime: z.int(),
      vatPercent: z.int(),
      orders: OrdersSwitchSchema,
      products: z.array(DeskProductSchema),
    }),
    errors: operatorErrors,
  }),
  deskProductChange: endpoint({
    method: 'POST',
    path: '/desk/catalogue/{id}/changes',
    summary:
      'Changes what is named, as a new version. An earlier price may be no higher than the lowest of the 30 days before the reduction.',
    auth: 'operator',
    roles: ['owner', 'sales'],
    params: productId,
    body: z.strictObject({
      /** The version that was looked at. */
      version,
      /** The stock that was looked at; it may have been sold since. Counts only with a new `stock`. */
      stockSeen: z.optional(z.nullable(stock)),
      change: z.strictObject({
        priceCents: z.optional(price),
        originalPriceCents: z.optional(z.nullable(price)),
        stock: z.optional(z.nullable(stock)),
        comingSoon: z.optional(z.boolean()),
        hidden: z.optional(z.boolean()),
        /** The whole data sheet, with the fields that stay. */
        sheet: z.optional(DataSheetSchema),
      }),
      reason: ReasonSchema,
    }),
    data: z.object({ product: DeskProductSchema }),
    errors: [
      ...operatorErrors,
      'product-not-found',
      'product-changed',
      'earlier-price-too-high',
      'earlier-price-not-higher',
      'invalid-request',
    ],
  }),
  deskProductVersions: endpoint({
    method: 'GET',
    path: '/desk/catalogue/{id}/versions',
    summary: 'The versions of a product, newest first.',
    auth: 'operator',
    roles: ['owner', 'sales', 'bookkeeper', 'read-only'],
    params: productId,
    query: z.object({ before: z.optional(MomentQuerySchema) }),
    data: z.object({ versions: z.array(ProductVersionSchema), next: z.nullable(z.int()) }),
    errors: [...operatorErrors, 'product-not-found', 'invalid-request'],
  }),
  deskProductRestore: endpoint({
    method: 'POST',
    path: '/desk/catalogue/{id}/restore',
    summary: 'Puts an earlier version back as a new one. The stock stays: it counts what stands there.',
    auth: 'operator',
    roles: ['owner', 'sales'],
    params: productId,
    body: z.strictObject({ version, to: version, reason: ReasonSchema }),
    data: z.object({ product: DeskProductSchema }),
    errors: [
      ...operatorErrors,
      'product-not-found',
      'not-found',
      'product-changed',
      'earlier-price-too-high',
      'earlier-price-not-higher',
      'invalid-request',
    ],
  }),
  deskOrdersSwitch: endpoint({
    method: 'POST',
    path: '/desk/settings/orders',
    summary: 'Lets orders be placed, or not, on all servers at once.',
    auth: 'operator',
    roles: ['owner'],
    body: z.strictObject({ enabled: z.boolean(), version, reason: ReasonSchema }),
    data: z.object({ orders: OrdersSwitchSchema }),
    errors: [...operatorErrors, 'setting-changed', 'invalid-request'],
  }),
  deskSettings: endpoint({
    method: 'GET',
    path: '/desk/settings',
    summary: 'Every setting of the server with its value and source; secrets only as set or not set.',
    auth: 'operator',
    roles: ['owner'],
    data: z.object({ settings: z.array(SettingSchema) }),
    errors: operatorErrors,
  }),
}

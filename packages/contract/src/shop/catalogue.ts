import { calculatorDefaults, ownerShares } from '@shipminer/domain/calculator/calculator'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { SheetValuesSchema } from './data-sheet.ts'

export const ProductIdSchema = z.string().check(z.regex(/^[a-z0-9]{1,20}(-[a-z0-9]{1,20}){0,3}$/))
const IdParams = z.object({ id: ProductIdSchema })
const quantity = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1)

export const ProductCategorySchema = z.enum(['box', 'solo', 'test'])
/** `made-to-order`: not counted, always available. */
export const ProductStatusSchema = z.enum(['in-stock', 'made-to-order', 'out-of-stock', 'coming-soon'])
export type ProductStatus = z.infer<typeof ProductStatusSchema>

/** A catalogue entry (docs/product.md 3.9), with its figures as numbers beside the texts. Prices are of one box and include VAT. */
export const ProductSchema = z.object({
  id: ProductIdSchema,
  name: z.string(),
  subtitle: z.string(),
  algorithm: z.string(),
  hashrate: z.string(),
  powerConsumption: z.string(),
  /** Text in English, e.g. `€17,500`. */
  price: z.string(),
  /** Euro. */
  priceNumeric: z.number(),
  /** Euro: the price before the present one. */
  originalPrice: z.optional(z.number()),
  images: z.object({ primary: z.string(), secondary: z.optional(z.string()), alt: z.string() }),
  translationKey: z.string(),
  route: z.string(),
  colorScheme: z.object({ primary: z.string(), secondary: z.string(), accent: z.string() }),
  comingSoon: z.optional(z.boolean()),
  devOnly: z.optional(z.boolean()),
  category: ProductCategorySchema,
  status: ProductStatusSchema,
  hashrateThs: z.number(),
  powerKw: z.number(),
  efficiencyJoulePerTh: z.nullable(z.number()),
  priceCents: z.int(),
  netPriceCents: z.int(),
  vatCents: z.int(),
  vatPercent: z.int(),
  originalPriceCents: z.nullable(z.int()),
  unitsPerBox: z.int(),
  unitHashrateThs: z.nullable(z.number()),
  unitPowerWatts: z.nullable(z.number()),
  cooling: z.nullable(z.enum(['hydro'])),
  warrantyMonths: z.int(),
  minGeneratorKw: z.number(),
  /** What is known of its size, connections and surroundings; an unknown figure is absent. */
  sheet: SheetValuesSchema,
})
export type Product = z.infer<typeof ProductSchema>

const cents = z.int()

/** What a number of boxes costs. List prices, so they are given even where a quote is needed. */
export const PricingSchema = z.object({
  productId: ProductIdSchema,
  quantity: z.int(),
  /** True above 10 units: contact the provider for a custom quote. */
  quoteRequired: z.boolean(),
  unitPriceCents: cents,
  totalCents: cents,
  netCents: cents,
  vatCents: cents,
  vatPercent: z.int(),
  currency: z.enum(['EUR', 'USD', 'BTC']),
  /** The total in another currency, in its smallest unit (US cent, satoshi), for information; null for EUR and without a rate. */
  converted: z.nullable(z.object({ minorUnits: z.int(), source: z.string(), observedAt: z.int() })),
})
export type Pricing = z.infer<typeof PricingSchema>

export const AvailabilitySchema = z.object({
  productId: ProductIdSchema,
  quantity: z.int(),
  available: z.boolean(),
  quoteRequired: z.boolean(),
  status: ProductStatusSchema,
  /** Boxes ready to go; null where they are made to order. */
  stock: z.nullable(z.int()),
})
export type Availability = z.infer<typeof AvailabilitySchema>

/** The price of one bitcoin, and its age. */
export const CryptoPriceSchema = z.object({
  /** In whole currency, with cents as decimals. */
  price: z.number(),
  centsPerBtc: cents,
  /** Hosts, comma separated: the price is the median of theirs. */
  source: z.string(),
  observedAt: z.int(),
  ageSeconds: z.int(),
})
export const CryptoPricesSchema = z.object({
  serverTime: z.int(),
  bitcoin: z.object({ usd: z.nullable(CryptoPriceSchema), eur: z.nullable(CryptoPriceSchema) }),
})
export type CryptoPrices = z.infer<typeof CryptoPricesSchema>

const days = z.nullable(z.int())
const PowerReadingSchema = z.object({
  powerCostCentsPerDay: cents,
  ownerNetCentsPerDay: cents,
  ownerNetCentsPerYear: cents,
  paybackDays: days,
  projectedPaybackDays: days,
  breakEvenCentsPerBtc: z.nullable(cents),
})
const OutcomeSchema = z.object({ paybackDays: days, cents })

/** `CalculatorInput` and `CalculatorResult` of the domain, which says what each figure means. */
export const CalculatorInputSchema = z.object({
  hashrateThs: z.number(),
  powerKw: z.number(),
  priceCents: cents,
  numberOfBoxes: z.int(),
  centsPerBtc: cents,
  difficulty: z.number(),
  blockHeight: z.int(),
  feesSatPerBlock: z.int(),
  /** `1/1` for a Lottery Miner, whatever was asked: nothing of it is divided. */
  ownerShare: z.enum([...ownerShares, '1/1']),
  deliveredPercent: z.number(),
  powerCentsPerKwh: z.number(),
  growthPercentPerYear: z.number(),
  horizonDays: z.int(),
})
export const CalculatorResultSchema = z.object({
  investmentCents: cents,
  hashrateThs: z.number(),
  powerKw: z.number(),
  efficiencyJoulePerTh: z.number(),
  daily: z.object({
    minedSat: z.int(),
    minedCents: cents,
    ownerSat: z.int(),
    ownerCents: cents,
    serviceSat: z.int(),
    serviceCents: cents,
    energyKwh: z.number(),
  }),
  spare: PowerReadingSchema,
  priced: PowerReadingSchema,
  breakEvenPowerCentsPerKwh: z.number(),
  projection: z.array(
    z.object({
      day: z.int(),
      blockHeight: z.int(),
      difficulty: z.number(),
      subsidySat: z.int(),
      ownerSat: z.int(),
      spareCents: cents,
      pricedCents: cents,
    }),
  ),
  scenarios: z.array(
    z.object({
      growthPercentPerYear: z.number(),
      priceChangePercent: z.number(),
      spare: OutcomeSchema,
      priced: OutcomeSchema,
    }),
  ),
  claims: z.array(
    z.object({
      id: z.enum(['faq', 'calculator', 'u3s23h']),
      minDays: z.int(),
      maxDays: z.int(),
      fromCentsPerBtc: z.nullable(cents),
      toCentsPerBtc: z.nullable(cents),
    }),
  ),
  solo: z.object({
    probabilityDay: z.number(),
    probabilityYear: z.number(),
    probabilityFiveYears: z.number(),
    meanYears: z.nullable(z.number()),
    rewardSat: z.int(),
  }),
})

/** Where the two inputs that change every day come from. */
export const CalculatorSourcesSchema = z.object({
  network: z.object({
    source: z.string(),
    observedAt: z.int(),
    ageSeconds: z.int(),
    /** True when no source was ever reached and the dated figures built into the product are used. */
    builtIn: z.boolean(),
  }),
  price: z.object({
    /** `asked`: from the query; `market`: median of the sources; `fallback`: 65000, because none was given or known. */
    kind: z.enum(['asked', 'market', 'fallback']),
    source: z.nullable(z.string()),
    observedAt: z.nullable(z.int()),
    ageSeconds: z.nullable(z.int()),
  }),
})

export const CalculationSchema = z.object({
  productId: ProductIdSchema,
  serverTime: z.int(),
  /** True when the network or the price is not an observation. The page states that. */
  fallback: z.boolean(),
  sources: CalculatorSourcesSchema,
  input: CalculatorInputSchema,
  result: CalculatorResultSchema,
})
export type Calculation = z.infer<typeof CalculationSchema>

export const catalogueEndpoints = {
  products: endpoint({
    method: 'GET',
    path: '/products',
    summary: 'The catalogue. Without `sortBy` in the order it is shown.',
    auth: 'none',
    query: z.object({
      category: z.optional(ProductCategorySchema),
      /** `available`: in stock or made to order. */
      availability: z.optional(z.enum(['available', ...ProductStatusSchema.options])),
      sortBy: z.optional(z.enum(['name', 'price', 'hashrate', 'power'])),
      order: z._default(z.enum(['asc', 'desc']), 'asc'),
    }),
    data: z.object({ products: z.array(ProductSchema) }),
    errors: ['invalid-request'],
  }),
  cryptoPrices: endpoint({
    method: 'GET',
    path: '/products/crypto/prices',
    summary: 'Bitcoin in USD and EUR, each with source and age; null when never seen.',
    auth: 'none',
    data: CryptoPricesSchema,
    errors: [],
  }),
  product: endpoint({
    method: 'GET',
    path: '/products/{id}',
    summary: 'One product.',
    auth: 'none',
    params: IdParams,
    data: z.object({ product: ProductSchema }),
    errors: ['invalid-request', 'product-not-found'],
  }),
  productPricing: endpoint({
    method: 'GET',
    path: '/products/{id}/pricing',
    summary: 'List price of a quantity (default 1) with VAT, and in another currency for information.',
    auth: 'none',
    params: IdParams,
    query: z.object({ quantity, currency: z._default(z.enum(['EUR', 'USD', 'BTC']), 'EUR') }),
    data: PricingSchema,
    errors: ['invalid-request', 'product-not-found'],
  }),
  productAvailability: endpoint({
    method: 'GET',
    path: '/products/{id}/availability',
    summary: 'Whether a quantity (default 1) can be ordered.',
    auth: 'none',
    params: IdParams,
    query: z.object({ quantity }),
    data: AvailabilitySchema,
    errors: ['invalid-request', 'product-not-found'],
  }),
  productCalculator: endpoint({
    method: 'GET',
    path: '/products/{id}/calculator',
    summary:
      'What a number of boxes would earn. `bitcoinPrice` in euro; without it the market price, not positive: 65000.',
    auth: 'none',
    params: IdParams,
    query: z.object({
      numberOfBoxes: quantity,
      bitcoinPrice: z.optional(z.coerce.number().check(z.maximum(1e8))),
      ownerShare: z._default(z.enum(ownerShares), '2/3'),
      growthPercentPerYear: z._default(z.coerce.number().check(z.minimum(-30), z.maximum(200)), 20),
      powerCentsPerKwh: z._default(z.coerce.number().check(z.minimum(0), z.maximum(500)), 15),
      horizonDays: z._default(
        z.coerce.number().check(z.int(), z.minimum(30), z.maximum(3652)),
        calculatorDefaults.horizonDays,
      ),
    }),
    data: CalculationSchema,
    errors: ['invalid-request', 'product-not-found'],
  }),
}

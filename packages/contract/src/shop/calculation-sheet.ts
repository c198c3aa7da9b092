import { ownerShares } from '@shipminer/domain/calculator/calculator'
import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { endpoint } from '../endpoint.ts'
import { ProductIdSchema } from './catalogue.ts'
import { ShipTypeSchema } from './inquiries.ts'

const between = (least: number, most: number) => z.coerce.number().check(z.minimum(least), z.maximum(most))
const whole = (least: number, most: number) => between(least, most).check(z.int())

/**
 * Everything that a calculation starts from, as a page used it: for its sheet of paper. Network figures are of `networkAt` (ms), the price is
 * that which was used, wherever it came from. `shipType`: generator and usage are the guess for such a ship. Both are absent where nothing was
 * asked about the ship.
 */
export const CalculationSheetSchema = z.strictObject({
  productId: ProductIdSchema,
  numberOfBoxes: whole(1, 1000),
  generatorCapacityKw: z.optional(between(0, 100_000)),
  currentUsagePercent: z.optional(between(0, 100)),
  shipType: z.optional(ShipTypeSchema),
  source: z.enum(['spare', 'priced']),
  ownerShare: z.enum(ownerShares),
  growthPercentPerYear: between(-30, 200),
  priceChangePercent: between(-90, 900),
  powerCentsPerKwh: between(0, 500),
  centsPerBtc: whole(1, 1e11),
  difficulty: between(1, 1e21),
  blockHeight: whole(0, 6_930_000),
  feesSatPerBlock: whole(0, 2.1e15),
  networkAt: whole(Date.UTC(2009, 0, 3), Date.UTC(2200, 0, 1)),
})
export type CalculationSheet = z.infer<typeof CalculationSheetSchema>

/** Where the sheet is served as PDF, in a language: outside the calls, for links. */
export const calculationSheetPath = (language: string) => `/calculator/sheet-${language}.pdf`

/** The address of a sheet. */
export function calculationSheetHref(sheet: CalculationSheet, language: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sheet)) if (value !== undefined) query.set(name, String(value))
  return `${calculationSheetPath(language)}?${query}`
}

/** The query of the calculator's page that shows the same calculation, whatever the market does since. */
export function calculatorQuery(sheet: CalculationSheet): URLSearchParams {
  const { generatorCapacityKw, currentUsagePercent, shipType = '' } = sheet
  return new URLSearchParams({
    ...(generatorCapacityKw === undefined ? {} : { generator: String(generatorCapacityKw) }),
    ...(currentUsagePercent === undefined ? {} : { usage: String(currentUsagePercent) }),
    ship: shipType,
    source: sheet.source,
    product: sheet.productId,
    boxes: String(sheet.numberOfBoxes),
    price: (sheet.centsPerBtc / 100).toFixed(2),
    share: sheet.ownerShare,
    growth: String(sheet.growthPercentPerYear),
    change: String(sheet.priceChangePercent),
    power: String(sheet.powerCentsPerKwh),
    difficulty: String(sheet.difficulty),
    height: String(sheet.blockHeight),
    fees: String(sheet.feesSatPerBlock),
    at: String(sheet.networkAt),
  })
}

export const calculationSheetEndpoints = {
  mailSheet: endpoint({
    method: 'POST',
    path: '/calculator/mail',
    summary: 'Mails a calculation with its sheet as PDF to the address that was given, at most five a day.',
    auth: 'none',
    body: z.strictObject({
      email: z.string().check(z.trim(), z.maxLength(254)),
      /** Of mail and sheet; without it that of the request. */
      language: z.optional(LanguageSchema),
      sheet: CalculationSheetSchema,
      /** Honeypot: invisible to people. Filled in, the answer is success and nothing is sent. */
      website: z.optional(z.string().check(z.maxLength(400))),
    }),
    data: z.object({ sentTo: z.string() }),
    errors: ['invalid-request', 'email-invalid', 'product-not-found', 'rate-limited'],
    limit: { max: 5, windowMs: 60_000 },
  }),
}

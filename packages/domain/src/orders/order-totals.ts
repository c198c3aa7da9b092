import { maxUnitsWithoutQuote } from '../custom-solution.ts'
import { splitVat, type VatSplit } from '../vat.ts'
import { isEuCountry } from './countries.ts'

/** How VAT is charged: as in the seller's country, shifted to the buyer (EU business elsewhere), or none (export, decided by the operator). */
export const taxTreatments = ['standard', 'reverse-charge', 'export'] as const
export type TaxTreatment = (typeof taxTreatments)[number]

export type TaxQuestion = {
  sellerCountry: string
  buyerCountry: string
  isBusiness: boolean
  /** Country of the buyer's VAT number when it was found valid, else null. */
  validVatCountry: string | null
  /** Whether the operator holds proof that the goods leave the Union. */
  isProvenExport: boolean
}

/**
 * Which VAT applies. Buyers outside the Union pay the seller's VAT like everyone else until the operator holds the proof of export, because a
 * box is mounted on a ship that may be anywhere.
 */
export function taxTreatment(question: TaxQuestion): TaxTreatment {
  const { sellerCountry, buyerCountry, isBusiness, validVatCountry, isProvenExport } = question
  if (!isEuCountry(buyerCountry)) return isProvenExport ? 'export' : 'standard'
  const isShifted =
    isBusiness &&
    validVatCountry !== null &&
    validVatCountry === buyerCountry &&
    buyerCountry !== sellerCountry
  return isShifted ? 'reverse-charge' : 'standard'
}

/** Whether catalogue prices are written with VAT or without. */
export type PriceKind = 'incl-vat' | 'excl-vat'

export type OrderLine = { unitPriceCents: number; quantity: number; vatPercent: number }

/** Integer cents; `netCents + vatCents = grossCents` on each line, in each rate and in total, and `grossCents` is what the buyer pays. */
export type LineTotals = { netCents: number; vatCents: number; grossCents: number; vatPercent: number }
export type OrderTotals = {
  treatment: TaxTreatment
  lines: (LineTotals & { unitPriceCents: number; quantity: number })[]
  /** One for each rate, highest first. Its sums are the exact ones; lines are fitted to them. */
  rates: LineTotals[]
  netCents: number
  vatCents: number
  grossCents: number
}

export type OrderTotalsResult =
  | { ok: true; totals: OrderTotals }
  | { ok: false; reason: 'no-lines' | 'wrong-line' | 'custom-quote' }

/**
 * Adds an order up. VAT is split off once for each rate (half up) and not for each line; what single lines would round differently goes to the
 * largest of them. Where no VAT is charged, the buyer pays the net price.
 *
 * @example One box of EUR 17 500.00 with 21 %: net 14 462.81, VAT 3 037.19.
 */
export function orderTotals(
  lines: readonly OrderLine[],
  { treatment, priceKind }: { treatment: TaxTreatment; priceKind: PriceKind },
): OrderTotalsResult {
  if (lines.length === 0) return { ok: false, reason: 'no-lines' }
  if (!lines.every(isUsable)) return { ok: false, reason: 'wrong-line' }
  if (lines.reduce((units, { quantity }) => units + quantity, 0) > maxUnitsWithoutQuote)
    return { ok: false, reason: 'custom-quote' }
  const split = new Map<OrderLine, VatSplit>()
  const percents = [...new Set(lines.map(({ vatPercent }) => vatPercent))].toSorted((a, b) => b - a)
  const taxed = percents.map((vatPercent) => {
    const members = lines.filter((line) => line.vatPercent === vatPercent)
    const total = splitPrice(sum(members.map(priceOf)), vatPercent, priceKind)
    for (const [line, part] of fitLines(members, total, priceKind)) split.set(line, part)
    return { ...total, vatPercent }
  })
  const charge = (part: VatSplit, vatPercent: number): LineTotals => {
    const { netCents, vatCents, grossCents } = part
    if (treatment === 'standard') return { netCents, vatCents, grossCents, vatPercent }
    return { netCents, vatCents: 0, grossCents: netCents, vatPercent: 0 }
  }
  const charged = taxed.map((total) => charge(total, total.vatPercent))
  const rates = treatment === 'standard' ? charged : [add(charged)]
  const { netCents, vatCents, grossCents } = add(charged)
  const detailed = lines.map((line) => ({
    unitPriceCents: line.unitPriceCents,
    quantity: line.quantity,
    ...charge(split.get(line) ?? splitPrice(priceOf(line), line.vatPercent, priceKind), line.vatPercent),
  }))
  return { ok: true, totals: { treatment, lines: detailed, rates, netCents, vatCents, grossCents } }
}

/**
 * Splits a price into net and VAT, half up.
 *
 * @example splitPrice(1_750_000, 21, 'excl-vat') // { netCents: 1750000, vatCents: 367500, grossCents: 2117500 }
 */
export function splitPrice(priceCents: number, vatPercent: number, priceKind: PriceKind): VatSplit {
  if (priceKind === 'incl-vat') return splitVat(priceCents, vatPercent)
  const vatCents = Math.floor((priceCents * vatPercent * 2 + 100) / 200)
  return { netCents: priceCents, vatCents, grossCents: priceCents + vatCents }
}

/** The parts of the lines of one rate, so that they add up to the rate's own: the largest line takes the cents that are over. */
function fitLines(
  lines: readonly OrderLine[],
  total: VatSplit,
  priceKind: PriceKind,
): [line: OrderLine, part: VatSplit][] {
  const parts = lines.map((line) => splitPrice(priceOf(line), line.vatPercent, priceKind))
  const over = total.vatCents - sum(parts.map(({ vatCents }) => vatCents))
  const largest = lines.reduce(
    (best, line, at) => (priceOf(line) > priceOf(lines[best] ?? line) ? at : best),
    0,
  )
  return lines.map((line, at) => {
    const part = parts[at] ?? splitPrice(priceOf(line), line.vatPercent, priceKind)
    if (at !== largest) return [line, part]
    const vatCents = part.vatCents + over
    return priceKind === 'incl-vat'
      ? [line, { ...part, vatCents, netCents: part.grossCents - vatCents }]
      : [line, { ...part, vatCents, grossCents: part.netCents + vatCents }]
  })
}

function add(totals: readonly LineTotals[]): LineTotals {
  return {
    netCents: sum(totals.map(({ netCents }) => netCents)),
    vatCents: sum(totals.map(({ vatCents }) => vatCents)),
    grossCents: sum(totals.map(({ grossCents }) => grossCents)),
    vatPercent: totals[0]?.vatPercent ?? 0,
  }
}

function isUsable({ unitPriceCents, quantity, vatPercent }: OrderLine): boolean {
  return (
    Number.isInteger(unitPriceCents) &&
    Number.isSafeInteger(unitPriceCents * quantity * 400) &&
    unitPriceCents >= 0 &&
    Number.isInteger(quantity) &&
    quantity >= 1 &&
    Number.isInteger(vatPercent) &&
    vatPercent >= 0 &&
    vatPercent <= 100
  )
}

function priceOf({ unitPriceCents, quantity }: OrderLine): number {
  return unitPriceCents * quantity
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

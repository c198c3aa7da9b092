import { seedProducts } from '../catalogue/product-catalogue.ts'
import { builtInNetwork } from './built-in-network.ts'
import { type CalculatorInput, calculate, calculatorDefaults } from './calculator.ts'

/** What the Bitcoin network and its price are taken to be, with the day of it; `isBuiltIn`: assumed, not observed. */
export type EstimateMarket = {
  difficulty: number
  blockHeight: number
  feesSatPerBlock: number
  centsPerBtc: number
  at: number
  isBuiltIn: boolean
}

export const builtInMarket: EstimateMarket = {
  difficulty: builtInNetwork.difficulty,
  blockHeight: builtInNetwork.blockHeight,
  feesSatPerBlock: builtInNetwork.feesSatPerBlock,
  centsPerBtc: calculatorDefaults.fallbackCentsPerBtc,
  at: builtInNetwork.assumedAt,
  isBuiltIn: true,
}

/** Boxes that one can estimate on the home page; it starts with one of `firstEstimateId`. */
export const estimateIds = ['sm19', 'sm21', 'sm23'] as const
export const firstEstimateId = 'sm21'
export type EstimateId = (typeof estimateIds)[number]

export type Estimate = {
  ownerCentsPerDay: number
  /** With power that costs nothing extra; null: does not pay back. */
  paybackYears: number | null
  /** What is left of the owner's part when every kilowatt-hour is paid for. */
  pricedCentsPerDay: number
}

const daysPerYear = 365.25

/**
 * What a number of boxes would earn their owner in a day, by the same function as the calculator. `priceCents`: of one box, with VAT;
 * without it that of the built catalogue.
 */
export function estimateBox(
  id: EstimateId,
  numberOfBoxes: number,
  market: EstimateMarket,
  priceCents?: number,
): Estimate {
  const product = seedProducts.find((seed) => seed.id === id)
  if (!product) throw new Error(`No product ${id}`)
  const { difficulty, blockHeight, feesSatPerBlock, centsPerBtc } = market
  const input: CalculatorInput = {
    ...calculatorDefaults,
    hashrateThs: product.hashrateThs,
    powerKw: product.powerKw,
    priceCents: priceCents ?? product.priceCents,
    numberOfBoxes,
    difficulty,
    blockHeight,
    feesSatPerBlock,
    centsPerBtc,
  }
  const { daily, spare, priced } = calculate(input)
  return {
    ownerCentsPerDay: daily.ownerCents,
    paybackYears: spare.paybackDays === null ? null : spare.paybackDays / daysPerYear,
    pricedCentsPerDay: priced.ownerNetCentsPerDay,
  }
}

import { type CalculatorInput, type CalculatorResult, calculate } from './calculator.ts'

/** A calculation with what lies ahead. */
export type CalculationOutlook = {
  result: CalculatorResult
  /** The same with the chosen change of the price. */
  outlook: CalculatorResult
  /** The outlook with a network that does not grow: what the halving alone does. */
  steady: CalculatorResult
}

/** Calculates as asked, and with a price changed by so many percent. */
export function calculateOutlook(input: CalculatorInput, priceChangePercent: number): CalculationOutlook {
  const result = calculate(input)
  const changed =
    priceChangePercent === 0
      ? input
      : { ...input, centsPerBtc: Math.round((input.centsPerBtc * (100 + priceChangePercent)) / 100) }
  return {
    result,
    outlook: priceChangePercent === 0 ? result : calculate(changed),
    steady: calculate({ ...changed, growthPercentPerYear: 0 }),
  }
}

import type { Language } from '@shipminer/i18n/languages'

/** A box for a ship, to be calculated with the usual assumptions. */
export type ShipCalculation = {
  productId: string
  numberOfBoxes: number
  generatorCapacityKw: number
  currentUsagePercent: number
  shipType: string | null
}
export type CalculationNamer = (ship: ShipCalculation, language: Language) => Promise<string>

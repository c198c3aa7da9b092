import type { CalculationSheet } from '@shipminer/contract/shop/calculation-sheet'
import { parseCapacity, parseUsage, shipTypes } from '../../../lib/ship-power.ts'
import { type CalculatorForm, changeChoices, shareChoices } from './calculator-form.ts'
import type { Figures } from './figures.ts'

/** Everything that a calculation on the page was made of: for its sheet of paper, and for the address that shows it again. */
export function sheetOf(form: CalculatorForm, { input, network, isSolo }: Figures): CalculationSheet {
  const generatorCapacityKw = isSolo ? null : parseCapacity(form.generator)
  const currentUsagePercent = isSolo ? null : parseUsage(form.usage)
  const shipType = isSolo ? undefined : shipTypes.find((known) => known === form.ship)
  return {
    productId: form.product,
    numberOfBoxes: input.numberOfBoxes,
    ...(generatorCapacityKw === null ? {} : { generatorCapacityKw }),
    ...(currentUsagePercent === null ? {} : { currentUsagePercent }),
    ...(shipType ? { shipType } : {}),
    source: form.source === 'priced' ? 'priced' : 'spare',
    ownerShare: shareChoices.find((share) => share === form.share) ?? '2/3',
    growthPercentPerYear: input.growthPercentPerYear,
    priceChangePercent: Number(changeChoices.find((change) => change === form.change) ?? 0),
    powerCentsPerKwh: input.powerCentsPerKwh,
    centsPerBtc: input.centsPerBtc,
    difficulty: input.difficulty,
    blockHeight: input.blockHeight,
    feesSatPerBlock: input.feesSatPerBlock,
    networkAt: network.observedAt,
  }
}

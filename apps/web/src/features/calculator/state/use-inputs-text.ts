import { useTranslation } from 'react-i18next'
import { productNameOf } from '../../../lib/format/product-names.ts'
import { parseCapacity, parseUsage } from '../../../lib/ship-power.ts'
import type { Calculator } from './use-calculator.ts'
import { useCalculatorWords } from './use-calculator-words.ts'

/** What went into a calculation, as one sentence: for paper, mail and message. */
export function useInputsText({ form, figures }: Pick<Calculator, 'form' | 'figures'>): string {
  const { t } = useTranslation('calculator')
  const { kilowatts, euro } = useCalculatorWords()
  const { input, result, isSolo } = figures
  const capacityKw = parseCapacity(form.generator)
  const usage = parseUsage(form.usage)
  const box = t('inputs.box', {
    count: input.numberOfBoxes,
    name: productNameOf(form.product),
    power: kilowatts(result.powerKw),
    price: euro(result.investmentCents),
  })
  if (isSolo || capacityKw === null || usage === null) return box
  const ship = t('inputs.ship', {
    generator: kilowatts(capacityKw),
    usage: form.usage.trim(),
    power: kilowatts(Math.round(capacityKw * usage) / 100),
  })
  const guess = form.ship ? ` ${t('typicalHint')}` : ''
  return `${ship} ${box}${guess}`
}

import { phraseVerdict, type Verdict } from '@shipminer/domain/calculator/calculation-verdict'
import { plainWords } from '@shipminer/i18n/marked-text'
import { useTranslation } from 'react-i18next'
import { productNameOf } from '../../../lib/format/product-names.ts'
import type { CalculatorForm } from '../lib/calculator-form.ts'
import type { Figures } from '../lib/figures.ts'
import { useCalculatorWords } from './use-calculator-words.ts'

/** The answer in words. */
export type SpokenVerdict = Verdict & {
  /** Sentence and reservation without their marks. */
  spoken: string
}

/** The figures as one sentence with its reservation, in the language of the page. */
export function useVerdict(figures: Figures, form: Pick<CalculatorForm, 'source'>): SpokenVerdict {
  const { t } = useTranslation('calculator')
  const words = useCalculatorWords()
  const { fit, input, result, network } = figures
  const verdict = phraseVerdict(
    {
      fit,
      input,
      result,
      observedAt: network.observedAt,
      source: form.source === 'priced' ? 'priced' : 'spare',
    },
    {
      ...words,
      text: (key, values = {}) => t(key, { replace: values }),
      productName: (id) => productNameOf(id) ?? id,
    },
  )
  return {
    ...verdict,
    short: verdict.short && { ...verdict.short, first: plainWords(verdict.short.first) },
    spoken: [verdict.sentence, verdict.but ?? ''].map(plainWords).join(' ').trim(),
  }
}

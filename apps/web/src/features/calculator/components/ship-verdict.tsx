import type { OfferedBox } from '@shipminer/domain/calculator/custom-solution'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FitBar } from '../../../ui/charts/fit-bar.tsx'
import { emptyCalculator, writeCalculatorQuery } from '../lib/calculator-form.ts'
import { figuresOf } from '../lib/figures.ts'
import { useMarket } from '../state/use-market.ts'
import { useVerdict } from '../state/use-verdict.ts'
import { VerdictWords } from './answer.tsx'
import styles from './ship-verdict.module.css'

/** The calculator's answer for a ship and the best that fits on it: on any page, by the same rules and in the same words. */
export function ShipVerdict({
  capacity,
  usage,
  best,
}: {
  /** As typed: kilowatts and percent. */
  capacity: string
  usage: string
  /** What to calculate with; null where nothing fits, and then for one box. */
  best: OfferedBox | null
}) {
  const { t } = useTranslation('calculator')
  const form = {
    ...emptyCalculator,
    generator: capacity,
    usage,
    product: best?.id ?? emptyCalculator.product,
    boxes: String(best?.count ?? 1),
  }
  const market = useMarket(form.product)
  const figures = figuresOf(form, market.calculation, null)
  const verdict = useVerdict(figures, form)
  const { fit } = figures
  return (
    <div className={styles.verdict}>
      <VerdictWords verdict={verdict} as="p" />
      {(fit.kind === 'fits' || fit.kind === 'no-fit' || fit.kind === 'too-small') && (
        <FitBar {...fit.room} boxKw={fit.boxKw} isFitting={fit.kind === 'fits'} />
      )}
      {(verdict.kind === 'fits' || verdict.kind === 'any') && (
        <ButtonLink to={`${paths.calculator}?${writeCalculatorQuery(form, null)}`}>{t('whole')}</ButtonLink>
      )}
    </div>
  )
}

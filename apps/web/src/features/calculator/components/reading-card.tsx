import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import type { Figures } from '../lib/figures.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'
import styles from './calculator.module.css'
import shared from './shared.module.css'

/** One way of looking at the power, with its payback today and ahead. */
export function ReadingCard({ of, figures }: { of: 'spare' | 'priced'; figures: Figures }) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro, days } = useCalculatorWords()
  const { input, result, outlook } = figures
  const reading = result[of]
  const ahead = outlook[of]
  const years = formatNumber(language, Math.round(input.horizonDays / 365.25))
  const powerPrice = t('perKwh', { price: euro(input.powerCentsPerKwh) })
  return (
    <section className={styles.reading} aria-labelledby={`${of}-title`}>
      <h3 id={`${of}-title`} className={styles.readingTitle}>
        {t(`${of}.title`)}
      </h3>
      <p className={shared.muted}>{t(`${of}.text`, { price: powerPrice })}</p>
      <p className={styles.big}>
        <strong>{euro(reading.ownerNetCentsPerDay)}</strong> {t('perDay')}
      </p>
      <dl className={styles.rows}>
        <dt>{t('perYear')}</dt>
        <dd>{euro(reading.ownerNetCentsPerYear)}</dd>
        {of === 'priced' && (
          <>
            <dt>{t('powerCost')}</dt>
            <dd>{euro(reading.powerCostCentsPerDay)}</dd>
          </>
        )}
        <dt>{t('payback')}</dt>
        <dd className={reading.paybackDays === null ? shared.never : undefined}>
          {reading.paybackDays === null ? t('never') : days(reading.paybackDays)}
        </dd>
        <dt>{t('paybackAhead')}</dt>
        <dd className={ahead.projectedPaybackDays === null ? shared.never : undefined}>
          {ahead.projectedPaybackDays === null ? t('notWithin', { years }) : days(ahead.projectedPaybackDays)}
        </dd>
        {of === 'priced' ? (
          <>
            <dt>{t('breakEvenPrice')}</dt>
            <dd>{reading.breakEvenCentsPerBtc === null ? t('none') : euro(reading.breakEvenCentsPerBtc)}</dd>
          </>
        ) : (
          <>
            <dt>{t('breakEvenPower')}</dt>
            <dd>
              {t('perKwh', {
                price: `${formatNumber(language, result.breakEvenPowerCentsPerKwh, 1)}\u00a0ct`,
              })}
            </dd>
          </>
        )}
      </dl>
      {reading.paybackDays === null && <p className={shared.warning}>{t('neverText')}</p>}
    </section>
  )
}

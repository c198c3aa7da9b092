import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useIsAlive } from '../../../lib/use-is-alive.ts'
import { yearlySums } from '../lib/chart-shape.ts'
import type { Figures } from '../lib/figures.ts'
import styles from './calculator.module.css'
import { ProjectionChart } from './projection-chart.tsx'
import shared from './shared.module.css'
import { useCalculatorWords } from './use-calculator-words.ts'

/** True while the site is built, false in browsers. */
declare const __PRERENDER__: boolean

/** One way of looking at the power, with its payback and its outlook. */
export function ReadingCard({ of, figures }: { of: 'spare' | 'priced'; figures: Figures }) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro, days } = useCalculatorWords()
  const { input, result, outlook } = figures
  const reading = result[of]
  const ahead = outlook[of]
  const years = formatNumber(language, Math.round(input.horizonDays / 365.25))
  const isAlive = useIsAlive()
  const summary = t(ahead.projectedPaybackDays === null ? 'chart.never' : 'chart.payback', {
    years,
    sum: euro(outlook.projection.at(-1)?.[of === 'spare' ? 'spareCents' : 'pricedCents'] ?? 0),
    investment: euro(outlook.investmentCents),
    days: ahead.projectedPaybackDays === null ? '' : days(ahead.projectedPaybackDays),
  })
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
      <figure className={styles.chart}>
        <figcaption>{t('chart.title', { growth: input.growthPercentPerYear })}</figcaption>
        <div className={styles.plot}>
          {isAlive ? (
            <ProjectionChart of={of} figures={figures} label={summary} />
          ) : (
            // Only the built page has it: with scripts there is the drawing, so its code is not sent.
            <noscript>{__PRERENDER__ && <YearTable of={of} figures={figures} />}</noscript>
          )}
        </div>
        <p>{summary}</p>
      </figure>
    </section>
  )
}

/** The chart for those without scripts: the sum after each full year. */
function YearTable({ of, figures }: { of: 'spare' | 'priced'; figures: Figures }) {
  const { t } = useTranslation('calculator')
  const { euro } = useCalculatorWords()
  return (
    <table className={styles.years}>
      <tbody>
        {yearlySums(figures.outlook.projection, of).map(({ year, cents }) => (
          <tr key={year}>
            <th scope="row">{t('chart.year', { year })}</th>
            <td>{euro(cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

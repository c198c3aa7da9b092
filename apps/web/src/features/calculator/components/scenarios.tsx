import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import { changeChoices, growthChoices } from '../lib/calculator-form.ts'
import type { Figures } from '../lib/figures.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'
import styles from './deeper.module.css'
import shared from './shared.module.css'

/** Nine outlooks, because no single one is right. */
export function Scenarios({ figures, of }: { figures: Figures; of: 'spare' | 'priced' }) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const years = formatNumber(language, Math.round(figures.input.horizonDays / 365.25))
  return (
    <div className={shared.block}>
      <p className={shared.muted}>{t('scenarios.text', { years })}</p>
      <ScenarioTable of={of} figures={figures} />
    </div>
  )
}

function ScenarioTable({ of, figures }: { of: 'spare' | 'priced'; figures: Figures }) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro } = useCalculatorWords()
  const { scenarios } = figures.result
  const sign = (percent: number) => `${percent > 0 ? '+' : ''}${formatNumber(language, percent)}\u00a0%`
  return (
    <ScrollRegion label={`${t('scenarios.title')}: ${t(`${of}.title`)}`} className={styles.scroll}>
      <table className={styles.table}>
        <caption>{t(`${of}.title`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t('scenarios.growth')}</th>
            {changeChoices.map((change) => (
              <th key={change} scope="col">
                {t('scenarios.price', { change: sign(Number(change)) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {growthChoices.map((growth) => (
            <tr key={growth}>
              <th scope="row">{sign(Number(growth))}</th>
              {changeChoices.map((change) => {
                const outcome = scenarios.find(
                  ({ growthPercentPerYear, priceChangePercent }) =>
                    growthPercentPerYear === Number(growth) && priceChangePercent === Number(change),
                )?.[of]
                return (
                  <td key={change}>
                    {outcome && (
                      <>
                        <strong className={outcome.paybackDays === null ? shared.never : undefined}>
                          {outcome.paybackDays === null
                            ? t('scenarios.never')
                            : t('days', {
                                count: outcome.paybackDays,
                                days: formatNumber(language, outcome.paybackDays),
                              })}
                        </strong>
                        <span>{euro(outcome.cents)}</span>
                      </>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

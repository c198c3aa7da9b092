import { useTranslation } from 'react-i18next'
import { formatNominalHashrate, formatNominalPower, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import type { Figures } from '../lib/figures.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'
import styles from './calculator.module.css'
import shared from './shared.module.css'

/** A day on today's network: what is mined, whose it is, and what it takes from the generator. */
export function DayFigures({ figures: { input, result } }: { figures: Figures }) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro, bitcoin } = useCalculatorWords()
  const { daily } = result
  const rows = [
    { name: t('day.mined'), sat: daily.minedSat, cents: daily.minedCents },
    { name: t('day.owner', { share: input.ownerShare }), sat: daily.ownerSat, cents: daily.ownerCents },
    { name: t('day.service'), sat: daily.serviceSat, cents: daily.serviceCents },
  ]
  return (
    <section className={shared.block} aria-labelledby="day-title">
      <h2 id="day-title" className={shared.heading}>
        {t('day.title')}
      </h2>
      <dl className={shared.stats}>
        {rows.map(({ name, sat, cents }, index) => (
          <div key={name} className={index === 1 ? styles.own : undefined}>
            <dt>{name}</dt>
            <dd>
              <strong>{euro(cents)}</strong>
              <span>{bitcoin(sat)} BTC</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={shared.muted}>
        {t('day.facts', {
          investment: euro(result.investmentCents),
          hashrate: formatNominalHashrate(language, result.hashrateThs),
          power: formatNominalPower(language, result.powerKw),
          efficiency: formatNumber(language, result.efficiencyJoulePerTh, 1),
          energy: formatNumber(language, daily.energyKwh, daily.energyKwh < 100 ? 1 : 0),
        })}
      </p>
    </section>
  )
}

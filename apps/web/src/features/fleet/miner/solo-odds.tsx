import type { SoloOdds } from '@shipminer/contract/mining'
import { useTranslation } from 'react-i18next'
import { formatCompact, formatNumber, formatPercent } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Value } from '../../../ui/values/value.tsx'
import { oneIn, roundTo } from '../lib/odds-view.ts'
import styles from './miner-facts.module.css'
import oddsStyles from './solo-odds.module.css'

/** What a solo miner may hope for and what it found: chances, never an income. */
export function SoloOddsPanel({ odds }: { odds: SoloOdds }) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const chance = (probability: number) => {
    const count = oneIn(probability)
    if (count === null) return null
    const share = probability >= 0.001 ? ` (${formatPercent(language, probability, 1)})` : ''
    return t('odds.oneIn', { count }) + share
  }
  const years = odds.meanYears
  return (
    <section className={oddsStyles.odds} aria-labelledby="odds-title">
      <h2 id="odds-title" className={styles.title}>
        {t('odds.title')}
      </h2>
      <p className={oddsStyles.text}>{t('odds.text')}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('odds.day')}</dt>
          <dd>
            <Value of={chance(odds.probabilityDay)}>{(words) => words}</Value>
          </dd>
        </div>
        <div>
          <dt>{t('odds.year')}</dt>
          <dd>
            <Value of={chance(odds.probabilityYear)}>{(words) => words}</Value>
          </dd>
        </div>
        <div>
          <dt>{t('odds.mean')}</dt>
          <dd>
            <Value of={years}>
              {(known) =>
                known < 1 ? t('odds.lessThanYear') : t('odds.years', { count: roundTo(known, 3) })
              }
            </Value>
          </dd>
        </div>
        <div>
          <dt>{t('odds.bestShare')}</dt>
          <dd>
            <Value of={odds.bestShareDifficulty}>{(difficulty) => formatCompact(language, difficulty)}</Value>
          </dd>
        </div>
        <div>
          <dt>{t('odds.blocks')}</dt>
          <dd>
            <Value of={odds.blocksFound}>{(blocks) => formatNumber(language, blocks)}</Value>
          </dd>
        </div>
      </dl>
    </section>
  )
}

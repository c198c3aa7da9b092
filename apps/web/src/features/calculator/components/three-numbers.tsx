import { phraseOdds } from '@shipminer/domain/calculator/calculation-verdict'
import { useTranslation } from 'react-i18next'
import { formatEuro, formatNumber, formatWholeEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import type { Figures } from '../lib/figures.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'
import styles from './calculator.module.css'

/** The three figures behind the sentence. */
export function ThreeNumbers({ figures }: { figures: Figures }) {
  return (
    <dl className={styles.three}>
      {figures.isSolo ? <SoloNumbers {...figures} /> : <BoxNumbers {...figures} />}
    </dl>
  )
}

function BoxNumbers({ input, result }: Figures) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro, years } = useCalculatorWords()
  const { daily, spare, priced } = result
  return (
    <>
      <div>
        <dt>{t('three.day')}</dt>
        <dd className={styles.earned}>{euro(spare.ownerNetCentsPerDay)}</dd>
        <dd className={styles.note}>
          {t('three.dayNote', {
            share: input.ownerShare,
            mined: euro(daily.minedCents),
            sat: formatNumber(language, daily.ownerSat),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('three.payback')}</dt>
        <dd>{spare.paybackDays === null ? t('never') : years(spare.paybackDays)}</dd>
        <dd className={styles.note}>
          {spare.paybackDays === null
            ? t('three.unchanged')
            : t('three.paybackNote', {
                count: spare.paybackDays,
                days: formatNumber(language, spare.paybackDays),
              })}
        </dd>
      </div>
      <div>
        <dt>{t('three.priced')}</dt>
        <dd>
          {euro(priced.ownerNetCentsPerDay)} <small>{t('three.perDay')}</small>
        </dd>
        <dd className={styles.note}>
          {t('three.pricedNote', {
            cost: euro(priced.powerCostCentsPerDay),
            price: formatEuro(language, input.powerCentsPerKwh),
          })}
        </dd>
      </div>
    </>
  )
}

function SoloNumbers({ input, result }: Figures) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const words = useCalculatorWords()
  const { euro } = words
  const { solo, priced } = result
  const { odds, meanYears } = phraseOdds(solo, words)
  return (
    <>
      <div>
        <dt>{t('solo.year')}</dt>
        <dd>{t('solo.oneIn', { number: odds })}</dd>
        <dd className={styles.note}>{t('solo.meanShort', { years: meanYears })}</dd>
      </div>
      <div>
        <dt>{t('solo.block')}</dt>
        <dd className={styles.earned}>
          {formatWholeEuro(language, (solo.rewardSat * input.centsPerBtc) / 1e8)}
        </dd>
        <dd className={styles.note}>
          {t('solo.blockNote', { reward: formatNumber(language, solo.rewardSat / 1e8, 3) })}
        </dd>
      </div>
      <div>
        <dt>{t('solo.power')}</dt>
        <dd>
          {euro(priced.powerCostCentsPerDay)} <small>{t('three.perDay')}</small>
        </dd>
        <dd className={styles.note}>
          {t('three.pricedAt', { price: formatEuro(language, input.powerCentsPerKwh) })}
        </dd>
      </div>
    </>
  )
}

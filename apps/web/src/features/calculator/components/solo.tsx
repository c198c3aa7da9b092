import { roundOdds } from '@shipminer/domain/calculator/round-odds'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import type { Figures } from '../lib/figures.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'
import shared from './shared.module.css'

/** What solo mining means: a tiny chance of a whole block. The mean is that of a pool, the most likely income is nothing. */
export function Solo({ figures: { input, result } }: { figures: Figures }) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro } = useCalculatorWords()
  const { solo } = result
  const oneIn = (probability: number) =>
    probability > 0
      ? t('solo.oneIn', { number: formatNumber(language, roundOdds(1 / probability)) })
      : t('none')
  return (
    <div className={shared.block}>
      <p className={shared.muted}>{t('solo.text')}</p>
      <dl className={shared.stats}>
        <div>
          <dt>{t('solo.day')}</dt>
          <dd>
            <strong>{oneIn(solo.probabilityDay)}</strong>
          </dd>
        </div>
        <div>
          <dt>{t('solo.year')}</dt>
          <dd>
            <strong>{oneIn(solo.probabilityYear)}</strong>
            <span>{formatNumber(language, solo.probabilityYear * 100, 4)}&nbsp;%</span>
          </dd>
        </div>
        <div>
          <dt>{t('solo.fiveYears')}</dt>
          <dd>
            <strong>{oneIn(solo.probabilityFiveYears)}</strong>
            <span>{formatNumber(language, solo.probabilityFiveYears * 100, 4)}&nbsp;%</span>
          </dd>
        </div>
      </dl>
      <p>
        {t('solo.mean', {
          years: solo.meanYears === null ? t('none') : formatNumber(language, roundOdds(solo.meanYears)),
          reward: formatNumber(language, solo.rewardSat / 1e8, 3),
          worth: euro(Math.round((solo.rewardSat * input.centsPerBtc) / 1e8)),
        })}
      </p>
      <p className={shared.warning}>{t('solo.median')}</p>
    </div>
  )
}

import type { NetworkInputs, OverviewSummary } from '@shipminer/contract/mining'
import { useTranslation } from 'react-i18next'
import { commonBasis } from '../../features/revenue/lib/money-view.ts'
import { agePart, formatDate, formatEuro, formatPercent } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import styles from './dashboard.module.css'

/** What the money above rests on: the price, the share, and on request how the estimate is made. */
export function PageFoot({
  network,
  summary,
  share,
  soloCount,
  now,
}: {
  network: NetworkInputs | null
  summary: OverviewSummary | null
  share: string
  soloCount: number
  /** The server's time by the minute, ms. */
  now: number
}) {
  const { t } = useTranslation('fleet')
  const { t: tOverview } = useTranslation('overview')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  const age = (at: number) => {
    const { unit, count } = agePart(Math.max(0, now - at))
    return unit === 'now' || unit === 'seconds' ? tCommon('age.now') : tCommon(`age.${unit}`, { count })
  }
  const basis = summary && commonBasis([summary.totalEarningsToday, summary.totalEarningsMonth])
  if (!network) return null
  const { centsPerBtc, priceSource, priceObservedAt } = network
  return (
    <div className={styles.foot}>
      <p>
        {centsPerBtc !== null && priceSource !== null && priceObservedAt !== null
          ? t('money.price', {
              price: formatEuro(language, centsPerBtc),
              source: priceSource,
              age: age(priceObservedAt),
            })
          : t('money.noPrice')}
      </p>
      <p>{tOverview('foot.share', { share })}</p>
      {soloCount > 0 && <p>{t('money.solo', { count: soloCount })}</p>}
      <details>
        <summary>{t('money.how')}</summary>
        {basis && (
          <p>
            {t(`money.basis.${basis}`, {
              fee: formatPercent(language, network.poolFeeBasisPoints / 10_000, 1),
            })}
          </p>
        )}
        <p>
          {network.networkBuiltIn
            ? t('money.networkBuiltIn', { date: formatDate(language, network.networkObservedAt) })
            : t('money.network', { source: network.networkSource, age: age(network.networkObservedAt) })}
        </p>
        <p>{t('money.day')}</p>
      </details>
    </div>
  )
}

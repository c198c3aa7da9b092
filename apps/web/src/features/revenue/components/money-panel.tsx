import type { NetworkInputs, OverviewSummary } from '@shipminer/contract/mining'
import { useTranslation } from 'react-i18next'
import {
  agePart,
  formatDate,
  formatEuro,
  formatPercent,
  formatSat,
  joinQuantity,
} from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Skeleton } from '../../../ui/loading.tsx'
import { type Amount, amountOf, commonBasis } from '../lib/money-view.ts'
import styles from './money-panel.module.css'

/**
 * Expected earnings today and this month, called an estimate, with what they are based on and how old the price is. `soloCount` miners mine
 * alone and are in no sum. `staleAt` are the words for figures of a lost link. `nowMinute` is the server's time in ms, by the minute.
 */
export function MoneyPanel({
  summary,
  network,
  soloCount,
  allSolo,
  staleAt,
  nowMinute,
}: {
  summary: Pick<OverviewSummary, 'totalEarningsToday' | 'totalEarningsMonth'> | null
  network: NetworkInputs | null
  soloCount: number
  allSolo: boolean
  staleAt: string | null
  nowMinute: number
}) {
  const { t } = useTranslation('fleet')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  const age = (at: number) => {
    const { unit, count } = agePart(Math.max(0, nowMinute - at))
    return unit === 'now' || unit === 'seconds' ? tCommon('age.now') : tCommon(`age.${unit}`, { count })
  }
  const basis = summary && commonBasis([summary.totalEarningsToday, summary.totalEarningsMonth])
  return (
    <section className={styles.panel} aria-labelledby="money-title">
      <div className={styles.amounts}>
        <h2 id="money-title" className={styles.title}>
          {t('money.title')} <span className={styles.estimate}>{t('money.estimate')}</span>
        </h2>
        {!(allSolo && soloCount > 0) && (
          <dl className={styles.figures} data-stale={staleAt !== null}>
            <div>
              <dt>{t('money.today')}</dt>
              <dd>
                <Figure amount={summary ? amountOf(summary.totalEarningsToday) : undefined} />
              </dd>
            </div>
            <div>
              <dt>{t('money.month')}</dt>
              <dd>
                <Figure amount={summary ? amountOf(summary.totalEarningsMonth) : undefined} />
              </dd>
            </div>
          </dl>
        )}
        {staleAt && <p className={styles.stale}>{staleAt}</p>}
      </div>
      <div className={styles.grounds}>
        {soloCount > 0 && <p className={styles.note}>{t('money.solo', { count: soloCount })}</p>}
        {network && (
          <p className={styles.note}>
            {network.centsPerBtc !== null && network.priceSource !== null && network.priceObservedAt !== null
              ? t('money.price', {
                  price: formatEuro(language, network.centsPerBtc),
                  source: network.priceSource,
                  age: age(network.priceObservedAt),
                })
              : t('money.noPrice')}
          </p>
        )}
        {network && (
          <details className={styles.basis}>
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
        )}
      </div>
    </section>
  )
}

function Figure({ amount }: { amount: Amount | undefined }) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  if (amount === undefined) return <Skeleton />
  if (amount === null) return <span className={styles.unknown}>{t('money.unknown')}</span>
  const sat = joinQuantity(formatSat(language, amount.sat))
  if (amount.kind === 'sat') return sat
  return (
    <>
      {formatEuro(language, amount.cents)} <small>{sat}</small>
    </>
  )
}

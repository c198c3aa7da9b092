import type { NetworkInputs, OverviewSummary } from '@shipminer/contract/mining'
import { satToCents } from '@shipminer/domain/calculator/earnings'
import { revenueSplit } from '@shipminer/domain/revenue/split'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatEuro, formatMonth, formatSat, joinQuantity } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/signs/loading.tsx'
import { revenueQuery } from '../api/revenue.ts'
import {
  monthStart,
  type OwnMoney,
  ownersEstimate,
  type Split,
  sumReceivedSince,
} from '../lib/owner-money.ts'
import styles from './money-strip.module.css'

/** The owner's money, once: what is expected today and this month, what was received, and what is paid next. Euro first, satoshi beneath. */
export function MoneyStrip({
  summary,
  network,
  now,
  allSolo,
  staleTime,
}: {
  summary: Pick<OverviewSummary, 'totalEarningsToday' | 'totalEarningsMonth'> | null
  network: NetworkInputs | null
  /** The server's time by the minute, ms. */
  now: number
  /** Every miner mines alone: there is a chance, and no expected income. */
  allSolo: boolean
  /** Until when estimates count, where the line to the miners is lost. */
  staleTime: string | null
}) {
  const { t } = useTranslation('overview')
  const { t: tFleet } = useTranslation('fleet')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  const { data, isLoadingError, refetch } = useQuery(revenueQuery)
  const split: Split = data?.split ?? revenueSplit
  const centsPerBtc = network?.centsPerBtc ?? data?.network.centsPerBtc ?? null
  const month = formatMonth(language, now)
  const monthFirst = month.charAt(0).toLocaleUpperCase() + month.slice(1)
  const estimate = (earnings: OverviewSummary['totalEarningsToday']) =>
    summary === null ? undefined : ownersEstimate(earnings, split)
  const received =
    data &&
    sumReceivedSince(monthStart(now), {
      receipts: data.receipts,
      payouts: data.payouts,
      split,
      centsPerBtc,
    })
  const balance: OwnMoney | null | undefined =
    data &&
    (data.balanceSat === null
      ? null
      : { sat: data.balanceSat, cents: satToCents(data.balanceSat, centsPerBtc) })
  const unpaid = isLoadingError ? (
    <>
      {t('money.failed')}{' '}
      <Button kind="quiet" onClick={() => void refetch()}>
        {tCommon('retry')}
      </Button>
    </>
  ) : (
    t('money.nothingYet')
  )
  return (
    <section className={styles.strip} aria-label={t('money.title')}>
      <Figure
        name={t('money.today')}
        isEstimate
        money={allSolo ? null : estimate(summary?.totalEarningsToday ?? null)}
        none={allSolo ? tFleet('money.soloMiner') : tFleet('money.unknown')}
        note={staleTime === null ? undefined : (sat) => t('money.until', { sat, time: staleTime })}
      />
      <Figure
        name={t('money.month', { month: monthFirst })}
        isEstimate
        money={allSolo ? null : estimate(summary?.totalEarningsMonth ?? null)}
        none={allSolo ? tFleet('money.soloMiner') : tFleet('money.unknown')}
      />
      <Figure
        name={t('money.received', { month })}
        money={isLoadingError ? null : received}
        none={unpaid}
        note={(sat) =>
          received && received.paidOutSat > 0
            ? t('money.paidOut', { sat, paid: joinQuantity(formatSat(language, received.paidOutSat)) })
            : sat
        }
      />
      <Figure
        name={t('money.next')}
        money={isLoadingError ? null : balance}
        none={unpaid}
        note={(sat) => t('money.nextNote', { sat })}
      />
    </section>
  )
}

function Figure({
  name,
  isEstimate = false,
  money,
  none,
  note = (sat) => sat,
}: {
  name: string
  isEstimate?: boolean
  /** Undefined: on its way. */
  money: OwnMoney | null | undefined
  none: ReactNode
  note?: ((sat: string) => ReactNode) | undefined
}) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const sat = money ? joinQuantity(formatSat(language, money.sat)) : ''
  return (
    <div className={styles.figure}>
      <h2>
        {name} {isEstimate && <span className={styles.tag}>{t('money.estimate')}</span>}
      </h2>
      {money === undefined ? (
        <p className={styles.value}>
          <Skeleton />
        </p>
      ) : money === null ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <>
          <p className={isEstimate ? `${styles.value} ${styles.estimated}` : styles.value}>
            {money.cents === null ? sat : formatEuro(language, money.cents)}
          </p>
          <p className={styles.note}>{money.cents === null ? t('money.noPrice') : note(sat)}</p>
        </>
      )}
    </div>
  )
}

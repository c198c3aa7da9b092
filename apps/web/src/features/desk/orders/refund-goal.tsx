import type { RefundClaim } from '@shipminer/contract/shop/orders'
import { networkName } from '@shipminer/domain/payments/network-names'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { formatCoin } from '../../../lib/format/format-coin.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'

/** Where a refund goes, and how much of a coin; or that its buyer has not said so. */
export function RefundGoal({ claim, isPaid }: { claim: RefundClaim | null; isPaid: boolean }) {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  if (claim === null) return isPaid ? null : <div className={text.small}>{t('refunds.unclaimed')}</div>
  const { way, to, name, coin } = claim
  return (
    <div className={text.small}>
      {t('refunds.goesTo')}:{' '}
      {[
        name,
        coin && formatCoin(language, coin.amount, coin.asset),
        coin ? networkName(coin.network) : t(`refunds.way.${way}`),
      ]
        .filter(Boolean)
        .join(' · ')}
      <div className={styles.mono}>{to}</div>
      {coin && coin.holdsUntil !== null && <QuoteHolds at={coin.holdsUntil} />}
    </div>
  )
}

function QuoteHolds({ at }: { at: number }) {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  return (
    <div>
      {at > now ? t('refunds.holdsUntil', { time: formatDateTime(language, at) }) : t('refunds.isOver')}
    </div>
  )
}

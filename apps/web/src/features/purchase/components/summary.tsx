import type { Totals } from '@shipminer/contract/shop/orders'
import { useTranslation } from 'react-i18next'
import { formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import styles from './purchase-flow.module.css'

/** What the order costs, in sight on every step: beside the form, or as a bar at the lower edge where room is scarce. */
export function Summary({
  name,
  quantity,
  totals,
  week,
  isOld,
}: {
  /** Null until it is known what was chosen. */
  name: string | null
  /** Null while it cannot be read. */
  quantity: number | null
  totals: Totals | null
  /** The week in which it would come; null: not known. */
  week: { week: number; year: number } | null
  /** The figures are of an earlier choice; new ones are on their way. */
  isOld: boolean
}) {
  const { t } = useTranslation('koop')
  const language = useLanguage()
  const euro = (cents: number | undefined) => (cents === undefined ? '…' : formatEuro(language, cents))
  return (
    <aside className={styles.summary} aria-label={t('summary.title')} aria-busy={isOld}>
      <h2 className={styles.summaryTitle}>{t('summary.title')}</h2>
      <p className={styles.summaryLine}>
        {name === null ? '…' : quantity === null ? name : t('summary.line', { count: quantity, name })}
      </p>
      {(totals || name === null) && (
        <dl className={styles.total} data-old={isOld}>
          <div>
            <dt>{t('step.net')}</dt>
            <dd>{euro(totals?.netCents)}</dd>
          </div>
          <div>
            <dt>{t('step.vat', { percent: totals?.vatPercent ?? '…' })}</dt>
            <dd>{euro(totals?.vatCents)}</dd>
          </div>
          <div className={styles.sum}>
            <dt>{t('step.gross')}</dt>
            <dd>{euro(totals?.grossCents)}</dd>
          </div>
        </dl>
      )}
      {week !== null && (
        <p className={styles.week}>
          {t('summary.week', { week: String(week.week), year: String(week.year) })}
        </p>
      )}
    </aside>
  )
}

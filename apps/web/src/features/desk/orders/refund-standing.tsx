import type { DeskRefund } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'

/** Whether a refund was paid, when, how, and what proves it. */
export function RefundStanding({ refund: { paidAt, proof } }: { refund: DeskRefund }) {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  if (paidAt === null) return <span className={text.late}>{t('refunds.toPay')}</span>
  if (proof === null)
    return <span className={text.quiet}>{t('refunds.notedOn', { date: formatDate(language, paidAt) })}</span>
  const { way, reference, on, operator } = proof
  return (
    <div>
      {t('refunds.paidOn', { date: formatDate(language, Date.parse(`${on}T12:00`)) })} ·{' '}
      {t(`refunds.way.${way}`)}
      <div className={styles.mono}>{reference}</div>
      {operator !== null && <div className={text.small}>{t('refunds.by', { name: operator })}</div>}
    </div>
  )
}

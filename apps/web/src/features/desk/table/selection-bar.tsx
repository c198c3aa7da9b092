import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './table.module.css'

/** How many rows are chosen, what they add up to, and what can be done with them. */
export function SelectionBar({
  count,
  sum,
  onClear,
  children,
}: {
  count: number
  sum: string | null
  onClear: () => void
  children: ReactNode
}) {
  const { t } = useTranslation('desk-table')
  if (count === 0) return null
  return (
    <section className={styles.bulk} aria-label={t('chosenTitle')}>
      <p className={styles.bulkWords} role="status">
        <b>{t('chosen', { count })}</b>
        {sum !== null && <span>{sum}</span>}
      </p>
      {children}
      <button type="button" className={styles.clear} onClick={onClear}>
        {t('clear')}
      </button>
    </section>
  )
}

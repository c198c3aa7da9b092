import { useTranslation } from 'react-i18next'
import { type OrderStanding, standingTone } from '../lib/order-standing.ts'
import styles from './orders.module.css'

/** Each tone has a shape of its own beside its word, so that nothing depends on colour. */
const shapes = {
  good: <circle cx="7" cy="7" r="6" fill="currentColor" />,
  wait: <path d="M7 0.5L14 13H0z" fill="currentColor" />,
  bad: <path d="M7 0l7 7-7 7-7-7z" fill="currentColor" />,
  over: <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" />,
}

/** The status of an order, as a word with a shape. */
export function StandingBadge({ standing }: { standing: OrderStanding }) {
  const { t } = useTranslation('order')
  const tone = standingTone[standing]
  return (
    <span className={styles.badge} data-tone={tone}>
      <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
        {shapes[tone]}
      </svg>
      {t(`standing.${standing}.title`)}
    </span>
  )
}

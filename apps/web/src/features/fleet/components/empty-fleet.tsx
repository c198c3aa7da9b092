import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './empty-fleet.module.css'
import { VerdictBar } from './verdict-bar.tsx'

/** No controller yet: what one is, where its key is found, and the button to claim it (`action`). */
export function EmptyFleet({ action }: { action: ReactNode }) {
  const { t } = useTranslation('fleet')
  return (
    <>
      <VerdictBar tone="idle" title={t('empty.title')} action={action}>
        {t('empty.text')}
      </VerdictBar>
      <svg className={styles.card} viewBox="0 0 320 132" role="img" aria-label={t('empty.card')}>
        <path d="M1 1h318v118l-12 12H1z" className={styles.sheet} />
        <text x="20" y="38" className={styles.label}>
          {t('empty.cardKey')}
        </text>
        <rect x="14" y="52" width="222" height="36" className={styles.mark} />
        <text x="24" y="77" className={styles.key}>
          XXXXXXXX-XXXXXXXX
        </text>
        <path
          d="M256 20h44v44h-44zM264 28h10v10h-10zM282 28h10v10h-10zM264 46h10v10h-10zM283 47h4v4h-4zM288 52h4v4h-4z"
          className={styles.code}
        />
        <path d="M20 108h120" className={styles.line} />
      </svg>
    </>
  )
}

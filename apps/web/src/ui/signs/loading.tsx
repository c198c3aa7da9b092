import { useTranslation } from 'react-i18next'
import styles from './loading.module.css'

/** "Loading…" with four draught marks that rise one after another. */
export function Loading({ inline = false }: { inline?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={inline ? `${styles.loading} ${styles.inline}` : styles.loading} role="status">
      <span className={styles.marks} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      {t('loading')}
    </div>
  )
}

/** The place of a value that is still on its way. */
export function Skeleton() {
  const { t } = useTranslation()
  return (
    <span className={styles.skeleton}>
      <span className="visually-hidden">{t('loading')}</span>
    </span>
  )
}

import { useTranslation } from 'react-i18next'
import layout from '../../../ui/layout.module.css'
import { Loading } from '../../../ui/signs/loading.tsx'
import styles from './dashboard-skeleton.module.css'

/** The dashboard's shape while its values are on their way, so that nothing jumps when they come. */
export function DashboardSkeleton() {
  const { t } = useTranslation('fleet')
  return (
    <div className={layout.stack}>
      <span className="visually-hidden">{t('loading')}</span>
      <Loading inline />
      <div className={styles.power} />
      <div className={styles.money} />
      <div className={styles.trends} />
      <div className={styles.rows} />
    </div>
  )
}

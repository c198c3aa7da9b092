import { useTranslation } from 'react-i18next'
import { paths } from '../config/paths.ts'
import { UnreadMark } from '../features/service/components/unread-mark.tsx'
import { NavLink } from '../ui/link.tsx'
import styles from './dashboard-nav.module.css'

/** The parts of the dashboard, on each of its pages. */
export function DashboardNav() {
  const { t } = useTranslation('fleet')
  return (
    <nav className={styles.nav} aria-label={t('nav.title')}>
      <NavLink to={paths.dashboard} end>
        {t('nav.overview')}
      </NavLink>
      <NavLink to={paths.alerts}>{t('nav.alerts')}</NavLink>
      <NavLink to={paths.service}>
        {t('nav.service')}
        <UnreadMark />
      </NavLink>
      <NavLink to={paths.revenue}>{t('nav.revenue')}</NavLink>
      <NavLink to={paths.history}>{t('nav.history')}</NavLink>
      <NavLink to={paths.compare}>{t('nav.compare')}</NavLink>
    </nav>
  )
}

import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { NavLink } from '../../../ui/link.tsx'
import styles from './desk.module.css'

/** The parts of the desk, on each of its pages. */
export function DeskNav() {
  const { t } = useTranslation('desk')
  return (
    <nav className={styles.nav} aria-label={t('nav.title')}>
      <NavLink to={paths.desk} end>
        {t('nav.today')}
      </NavLink>
      <NavLink to={paths.deskOrders}>{t('nav.orders')}</NavLink>
      <NavLink to={paths.deskBank}>{t('nav.bank')}</NavLink>
      <NavLink to={paths.deskPayments}>{t('nav.payments')}</NavLink>
      <NavLink to={paths.deskLeads}>{t('nav.leads')}</NavLink>
      <NavLink to={paths.deskService}>{t('nav.service')}</NavLink>
      <NavLink to={paths.deskControllers}>{t('nav.controllers')}</NavLink>
      <NavLink to={paths.deskFleet}>{t('nav.fleet')}</NavLink>
      <NavLink to={paths.deskPayouts}>{t('nav.payouts')}</NavLink>
      <NavLink to={paths.deskCatalogue}>{t('nav.catalogue')}</NavLink>
      <NavLink to={paths.deskNewsletter}>{t('nav.newsletter')}</NavLink>
      <NavLink to={paths.deskReleases}>{t('nav.releases')}</NavLink>
      <NavLink to={paths.deskWebhooks}>{t('nav.webhooks')}</NavLink>
      <NavLink to={paths.deskSettings}>{t('nav.settings')}</NavLink>
      <NavLink to={paths.deskAudit}>{t('nav.audit')}</NavLink>
    </nav>
  )
}

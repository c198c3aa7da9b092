import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { DashboardPart } from '../dashboard-part.tsx'

const AlertsView = lazy(() => import('../alerts-view.tsx').then((module) => ({ default: module.AlertsView })))

/** `/dashboard/alerts`: what is wrong, and how to hear of it. */
export function AlertsPage() {
  const { t } = useTranslation('alert-settings')
  return (
    <DashboardPart title={t('title')} lead={t('lead')}>
      <AlertsView />
    </DashboardPart>
  )
}

import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { DashboardPart } from '../dashboard-part.tsx'

const RevenueView = lazy(() =>
  import('../revenue-view.tsx').then((module) => ({ default: module.RevenueView })),
)

/** `/dashboard/revenue`: what is expected, and what was really received. */
export function RevenuePage() {
  const { t } = useTranslation('revenue')
  return (
    <DashboardPart title={t('title')} lead={t('lead')}>
      <RevenueView />
    </DashboardPart>
  )
}

import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { DashboardPart } from '../dashboard-part.tsx'

const HistoryView = lazy(() =>
  import('../../features/history/components/history-view.tsx').then((module) => ({
    default: module.HistoryView,
  })),
)

/** `/dashboard/history`: what happened to the fleet. */
export function HistoryPage() {
  const { t } = useTranslation('history')
  return (
    <DashboardPart title={t('title')} lead={t('lead')}>
      <HistoryView />
    </DashboardPart>
  )
}

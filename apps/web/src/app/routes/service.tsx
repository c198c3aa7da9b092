import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { DashboardPart } from '../dashboard-part.tsx'
import { usePageParams } from '../use-page-params.ts'

const ReportsView = lazy(() =>
  import('../../features/service/components/reports-view.tsx').then((module) => ({
    default: module.ReportsView,
  })),
)
const ReportView = lazy(() =>
  import('../../features/service/components/report-view.tsx').then((module) => ({
    default: module.ReportView,
  })),
)

/** `/dashboard/service`: the owner's fault reports, and the form of a new one. */
export function ServicePage() {
  const { t } = useTranslation('service')
  return (
    <DashboardPart title={t('title')} lead={t('lead')}>
      <ReportsView />
    </DashboardPart>
  )
}

/** `/dashboard/service/:id`: one fault report with its thread. */
export function ServiceReportPage() {
  const { t } = useTranslation('service')
  const { id = '' } = usePageParams(paths.serviceReportPattern)
  return (
    <DashboardPart title={t('title')} isTitleBelow>
      <ReportView key={id} id={id} />
    </DashboardPart>
  )
}

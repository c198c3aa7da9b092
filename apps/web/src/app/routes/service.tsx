import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { ReportView } from '../../features/service/components/report-view.tsx'
import { ReportsView } from '../../features/service/components/reports-view.tsx'
import { accountPage } from '../account/account-providers.tsx'
import { DashboardPart } from '../dashboard/dashboard-part.tsx'
import { usePageParams } from '../use-page-params.ts'

/** `/dashboard/service`: the owner's fault reports, and the form of a new one. */
export const ServicePage = accountPage(ServiceContent)

function ServiceContent() {
  const { t } = useTranslation('service')
  return (
    <DashboardPart title={t('title')} lead={t('lead')}>
      <ReportsView />
    </DashboardPart>
  )
}

/** `/dashboard/service/:id`: one fault report with its thread. */
export const ServiceReportPage = accountPage(ServiceReportContent)

function ServiceReportContent() {
  const { t } = useTranslation('service')
  const { id = '' } = usePageParams(paths.serviceReportPattern)
  return (
    <DashboardPart title={t('title')} isTitleBelow>
      <ReportView key={id} id={id} />
    </DashboardPart>
  )
}

import { useTranslation } from 'react-i18next'
import { accountPage } from '../account-providers.tsx'
import { DashboardPart } from '../dashboard-part.tsx'
import { RevenueView } from '../revenue-view.tsx'

/** `/dashboard/revenue`: what is expected, and what was really received. */
export const RevenuePage = accountPage(RevenueContent)

function RevenueContent() {
  const { t } = useTranslation('revenue')
  return (
    <DashboardPart title={t('title')} lead={t('lead')}>
      <RevenueView />
    </DashboardPart>
  )
}

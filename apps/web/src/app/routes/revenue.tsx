import { useTranslation } from 'react-i18next'
import { accountPage } from '../account/account-providers.tsx'
import { DashboardPart } from '../dashboard/dashboard-part.tsx'
import { RevenueView } from '../dashboard/revenue-view.tsx'

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

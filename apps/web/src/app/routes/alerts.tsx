import { useTranslation } from 'react-i18next'
import { accountPage } from '../account/account-providers.tsx'
import { AlertsView } from '../dashboard/alerts-view.tsx'
import { DashboardPart } from '../dashboard/dashboard-part.tsx'

/** `/dashboard/alerts`: what is wrong, and how to be notified of it. */
export const AlertsPage = accountPage(AlertsContent)

function AlertsContent() {
  const { t } = useTranslation('alert-settings')
  return (
    <DashboardPart title={t('title')} lead={t('lead')}>
      <AlertsView />
    </DashboardPart>
  )
}

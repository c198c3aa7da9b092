import { useTranslation } from 'react-i18next'
import { accountPage } from '../account-providers.tsx'
import { AlertsView } from '../alerts-view.tsx'
import { DashboardPart } from '../dashboard-part.tsx'

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

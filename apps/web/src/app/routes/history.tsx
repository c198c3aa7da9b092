import { useTranslation } from 'react-i18next'
import { HistoryView } from '../../features/history/components/history-view.tsx'
import { accountPage } from '../account/account-providers.tsx'
import { DashboardPart } from '../dashboard/dashboard-part.tsx'

/** `/dashboard/history`: what happened to the fleet. */
export const HistoryPage = accountPage(HistoryContent)

function HistoryContent() {
  const { t } = useTranslation('history')
  return (
    <DashboardPart title={t('title')} lead={t('lead')}>
      <HistoryView />
    </DashboardPart>
  )
}

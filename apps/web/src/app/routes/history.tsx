import { useTranslation } from 'react-i18next'
import { HistoryView } from '../../features/history/components/history-view.tsx'
import { accountPage } from '../account-providers.tsx'
import { DashboardPart } from '../dashboard-part.tsx'

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

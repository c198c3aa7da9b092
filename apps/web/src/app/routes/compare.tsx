import { useTranslation } from 'react-i18next'
import { CompareView } from '../../features/fleet/components/compare-view.tsx'
import { accountPage } from '../account/account-providers.tsx'
import { DashboardPart } from '../dashboard/dashboard-part.tsx'

/** `/dashboard/compare`: miners side by side in one chart. */
export const ComparePage = accountPage(CompareContent)

function CompareContent() {
  const { t } = useTranslation()
  const { t: tFleet } = useTranslation('fleet')
  return (
    <DashboardPart title={t('title.compare')} lead={tFleet('compare.lead')}>
      <CompareView />
    </DashboardPart>
  )
}

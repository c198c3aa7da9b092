import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { DashboardPart } from '../dashboard-part.tsx'

const CompareView = lazy(() =>
  import('../../features/fleet/components/compare-view.tsx').then((module) => ({
    default: module.CompareView,
  })),
)

/** `/dashboard/compare`: miners side by side in one chart. */
export function ComparePage() {
  const { t } = useTranslation()
  const { t: tFleet } = useTranslation('fleet')
  return (
    <DashboardPart title={t('title.compare')} lead={tFleet('compare.lead')}>
      <CompareView />
    </DashboardPart>
  )
}

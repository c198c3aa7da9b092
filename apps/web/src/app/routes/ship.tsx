import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { DashboardPart } from '../dashboard-part.tsx'
import { usePageParams } from '../use-page-params.ts'

const ShipView = lazy(() => import('../ship-view.tsx').then((module) => ({ default: module.ShipView })))

/** `/dashboard/ships/:id`: one ship with its miners and its power. */
export function ShipPage() {
  const { t } = useTranslation()
  const { id = '' } = usePageParams(paths.shipPattern)
  return (
    <DashboardPart title={t('title.ship')} isTitleBelow>
      <ShipView key={id} id={id} />
    </DashboardPart>
  )
}

import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { accountPage } from '../account/account-providers.tsx'
import { DashboardPart } from '../dashboard/dashboard-part.tsx'
import { ShipView } from '../dashboard/ship-view.tsx'
import { usePageParams } from '../use-page-params.ts'

/** `/dashboard/ships/:id`: one ship with its miners and its power. */
export const ShipPage = accountPage(ShipContent)

function ShipContent() {
  const { t } = useTranslation()
  const { id = '' } = usePageParams(paths.shipPattern)
  return (
    <DashboardPart title={t('title.ship')} isTitleBelow>
      <ShipView key={id} id={id} />
    </DashboardPart>
  )
}

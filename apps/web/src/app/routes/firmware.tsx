import { useTranslation } from 'react-i18next'
import { FirmwareView } from '../../features/firmware/components/firmware-view.tsx'
import { accountPage } from '../account/account-providers.tsx'
import { useFreshSession } from '../account/use-fresh-session.tsx'
import { DashboardPart } from '../dashboard/dashboard-part.tsx'

/** `/dashboard/firmware`: firmware of miners from a file. */
export const FirmwarePage = accountPage(FirmwareContent)

function FirmwareContent() {
  const { t } = useTranslation('firmware')
  const { withFreshSession, dialog } = useFreshSession()
  return (
    <DashboardPart title={t('title')} lead={t('lead')}>
      <FirmwareView withProof={withFreshSession} />
      {dialog}
    </DashboardPart>
  )
}

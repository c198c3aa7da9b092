import { useTranslation } from 'react-i18next'
import { FirmwareView } from '../../features/firmware/components/firmware-view.tsx'
import { accountPage } from '../account-providers.tsx'
import { DashboardPart } from '../dashboard-part.tsx'
import { useFreshSession } from '../use-fresh-session.tsx'

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

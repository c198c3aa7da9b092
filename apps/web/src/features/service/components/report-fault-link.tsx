import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'

/** The way from a miner, a ship or the dashboard to a new report about it. */
export function ReportFaultLink({ about = {} }: { about?: { miner?: string; ship?: string } }) {
  const { t } = useTranslation('fleet')
  return (
    <div>
      <ButtonLink to={paths.serviceNew(about)}>{t('nav.report')}</ButtonLink>
    </div>
  )
}

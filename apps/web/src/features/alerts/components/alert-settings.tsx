import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import { alertSettingsQuery } from '../api/alert-settings.ts'
import { AlertChannels } from './alert-channels.tsx'
import { AlertEscalation } from './alert-escalation.tsx'
import { AlertRules } from './alert-rules.tsx'

/** What we watch, and where one hears of it. */
export function AlertSettings() {
  const { t } = useTranslation('alert-settings')
  const { data, isError, refetch } = useQuery(alertSettingsQuery)
  if (!data) {
    return isError ? <ErrorState message={t('failed')} onRetry={() => void refetch()} /> : <Loading />
  }
  return (
    <>
      <AlertRules settings={data} />
      <AlertChannels settings={data} />
      <AlertEscalation settings={data} />
    </>
  )
}

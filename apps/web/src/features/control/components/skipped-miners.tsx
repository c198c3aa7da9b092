import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/signs/notice.tsx'
import { useReasonText } from './use-reason-text.ts'

/** How many of those that were skipped are named. */
const skippedShown = 100

/** Miners that something given to many did not reach, and why; nothing while there are none. */
export function SkippedMiners({
  skipped,
}: {
  skipped: readonly { id: string; name: string; why: string }[]
}) {
  const { t } = useTranslation('overview')
  const reasonText = useReasonText()
  if (skipped.length === 0) return null
  return (
    <Notice tone="caution" title={t('select.skipped', { count: skipped.length })}>
      <ul>
        {skipped.slice(0, skippedShown).map(({ id, name, why }) => (
          <li key={id}>
            {name}: {why === 'not-allowed' ? t('select.notAllowed') : reasonText(why)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

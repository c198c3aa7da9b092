import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/signs/failure-text.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'

/** The error text of a failed call, with `onRetry` a button to try again; nothing when nothing failed. */
export function OrderFailure({
  error,
  title,
  onRetry,
}: {
  error: unknown
  title?: string
  onRetry?: () => void
}) {
  const { t } = useTranslation()
  if (!error) return null
  return (
    <Notice tone="error" title={title} actions={onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}>
      <FailureText error={error} />
    </Notice>
  )
}

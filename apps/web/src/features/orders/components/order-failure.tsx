import { FailureText } from '../../../ui/failure-text.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The error text of a failed call; nothing when nothing failed. */
export function OrderFailure({ error, title }: { error: unknown; title?: string }) {
  if (!error) return null
  return (
    <Notice tone="error" title={title}>
      <FailureText error={error} />
    </Notice>
  )
}

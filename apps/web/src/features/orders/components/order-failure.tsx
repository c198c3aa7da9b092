import { FailureText } from '../../../ui/failure-text.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** What a call failed with, in words; nothing when nothing failed. */
export function OrderFailure({ error, title }: { error: unknown; title?: string }) {
  if (!error) return null
  return (
    <Notice tone="error" title={title}>
      <FailureText error={error} />
    </Notice>
  )
}

import { lazy, Suspense } from 'react'
import { Notice } from '../../../ui/notice.tsx'

const FailureText = lazy(() =>
  import('../../../ui/failure-text.tsx').then((module) => ({ default: module.FailureText })),
)

/** What a call failed with, in words; nothing when nothing failed. */
export function OrderFailure({ error, title }: { error: unknown; title?: string }) {
  if (!error) return null
  return (
    <Notice tone="error" title={title}>
      <Suspense>
        <FailureText error={error} />
      </Suspense>
    </Notice>
  )
}

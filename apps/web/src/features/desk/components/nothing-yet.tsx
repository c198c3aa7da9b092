import { useState } from 'react'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { Loading } from '../../../ui/signs/loading.tsx'
import { EmptyState, ErrorState } from '../../../ui/signs/notice.tsx'

export type Asked = { error: unknown; errorUpdateCount: number; isFetching: boolean; refetch: () => unknown }

/** Shown while there is nothing to show yet: loading, or why not. What went wrong stays in place while it is asked again. `missing` says that there is no such thing. */
export function NothingYet({ query, missing }: { query: Asked; missing?: string }) {
  const { error, errorUpdateCount, isFetching, refetch } = query
  const errorText = useErrorText()
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  if (errorUpdateCount === 0 || !last) return <Loading />
  if (missing !== undefined && toApiError(last).status === 404) return <EmptyState title={missing} />
  return (
    <>
      <ErrorState message={errorText(last)} onRetry={() => void refetch()} />
      {isFetching && <Loading inline />}
    </>
  )
}

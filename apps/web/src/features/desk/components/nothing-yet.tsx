import { useErrorText } from '../../../lib/api/error-text.ts'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'

/** Shown while there is nothing to show yet: loading, or why not. */
export function NothingYet({ query }: { query: { error: unknown; refetch: () => unknown } }) {
  const errorText = useErrorText()
  if (!query.error) return <Loading />
  return <ErrorState message={errorText(query.error)} onRetry={() => void query.refetch()} />
}

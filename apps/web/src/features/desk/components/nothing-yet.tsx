import { useErrorText } from '../../../lib/api/error-text.ts'
import { Loading } from '../../../ui/loading.tsx'
import { ErrorState } from '../../../ui/notice.tsx'

/** What stands where nothing could be shown yet: on its way, or why not. */
export function NothingYet({ query }: { query: { error: unknown; refetch: () => unknown } }) {
  const errorText = useErrorText()
  if (!query.error) return <Loading />
  return <ErrorState message={errorText(query.error)} onRetry={() => void query.refetch()} />
}

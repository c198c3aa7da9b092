import { useErrorText } from '../../lib/api/error-text.ts'

/** What a call failed with, in words. On its own, because the words of errors are fetched only when there is one. */
export function FailureText({ error }: { error: unknown }) {
  const text = useErrorText()
  return <p>{text(error)}</p>
}

import { useState } from 'react'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'

export type Message = { tone: 'good' | 'error' | 'plain'; text: string }

/**
 * Runs one call at a time and shows how it ended. `fallback` is the text for a failure that the server gives no text for;
 * `task` resolves with the text of success, or null for none.
 */
export function useAction(fallback?: string) {
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message | null>(null)

  const run = async (task: () => Promise<string | null>): Promise<boolean> => {
    setBusy(true)
    setMessage(null)
    try {
      const text = await task()
      setMessage(text === null ? null : { tone: 'good', text })
      return true
    } catch (thrown) {
      const error = toApiError(thrown)
      const isPlain = error.code === null || error.code === 'internal-error'
      setMessage({ tone: 'error', text: isPlain && fallback ? fallback : errorText(error) })
      return false
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, message, setMessage, run }
}

import { useState } from 'react'
import { toApiError } from '../api/api-error.ts'
import { useErrorText } from '../api/error-text.ts'

export type TaskMessage = { tone: 'good' | 'error'; text: string }

/**
 * Runs one task at a time and shows how it ended: with the text that the task resolves to (null: none), or with its error. `fallback` is the
 * text for an error that has no better one than that something went wrong. `run` resolves with whether it succeeded.
 */
export function useTask(fallback?: string) {
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<TaskMessage | null>(null)

  const run = async (task: () => Promise<string | null>): Promise<boolean> => {
    setBusy(true)
    setMessage(null)
    try {
      const text = await task()
      setMessage(text === null ? null : { tone: 'good', text })
      return true
    } catch (thrown) {
      const { code } = toApiError(thrown)
      const isPlain = code === null || code === 'internal-error'
      setMessage({ tone: 'error', text: isPlain && fallback ? fallback : errorText(thrown) })
      return false
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, message, setMessage, run }
}

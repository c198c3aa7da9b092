import { useState } from 'react'
import { useErrorText } from './api/error-text.ts'

export type TaskMessage = { tone: 'good' | 'error'; text: string }

/**
 * Runs one task at a time and shows how it ended: with the text that the task resolves to (null: none), or with its error. `run` resolves
 * with whether it succeeded.
 */
export function useTask() {
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
      setMessage({ tone: 'error', text: errorText(thrown) })
      return false
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, message, setMessage, run }
}

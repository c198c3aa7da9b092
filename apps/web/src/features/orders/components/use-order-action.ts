import { useState } from 'react'

/** Runs one call of an order at a time and keeps what it failed with. */
export function useOrderAction() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (task: () => Promise<void>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await task()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run }
}

import { useSyncExternalStore } from 'react'

/** One message that survives a change of page, shown at the top of the next. */
export type Flash = { tone: 'plain' | 'caution' | 'error' | 'good'; text: string }

const listeners = new Set<() => void>()
let current: Flash | null = null

export function setFlash(flash: Flash | null): void {
  current = flash
  for (const listener of listeners) listener()
}

export function useFlash(): Flash | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => null,
  )
}

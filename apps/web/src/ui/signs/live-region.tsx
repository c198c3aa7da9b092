import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let spoken = ''

/** Announces an event to screen readers; for events only, never for numbers that keep changing. The same words twice are announced twice. */
export function announce(words: string): void {
  spoken = words === spoken ? `${words}\u00a0` : words
  for (const listener of listeners) listener()
}

/** The one polite region of the page; the frame renders it. */
export function LiveRegion() {
  const words = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => spoken,
    () => '',
  )
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {words}
    </div>
  )
}

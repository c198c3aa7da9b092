import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the prerendered page, true once scripts run. A form must not be sent by the browser itself before that. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The same for a part that no form depends on: true a moment later, so that it is drawn in short tasks once the page around it lives. */
export function useIsAliveSoon(): boolean {
  const [isAlive, setAlive] = useState(false)
  useEffect(() => startTransition(() => setAlive(true)), [])
  return isAlive
}

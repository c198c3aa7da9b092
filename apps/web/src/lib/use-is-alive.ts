import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the prerendered page, true once scripts run. A form must not be sent by the browser itself before that. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

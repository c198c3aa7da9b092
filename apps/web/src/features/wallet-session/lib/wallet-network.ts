import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isWrong = false

/** Of the wallet behind the session, once there is one: whether it is on a network that the product does not use. */
export function setWrongNetwork(next: boolean): void {
  if (next === isWrong) return
  isWrong = next
  for (const listener of listeners) listener()
}

export function useWrongNetwork(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isWrong,
    () => false,
  )
}

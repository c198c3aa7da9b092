import { useSyncExternalStore } from 'react'
import { followZone, shownZone } from './shown-zone.ts'

/** Draws whoever writes times again when their zone becomes another. */
export function useShownZone(): string | undefined {
  return useSyncExternalStore(followZone, shownZone, () => undefined)
}

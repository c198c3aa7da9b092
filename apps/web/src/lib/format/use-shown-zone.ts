import { useSyncExternalStore } from 'react'
import { followZone, shownZone } from './shown-zone.ts'

/** Draws the components that show times again when their zone changes. */
export function useShownZone(): string | undefined {
  return useSyncExternalStore(followZone, shownZone, () => undefined)
}

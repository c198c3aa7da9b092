import { useEffect } from 'react'
import { useNow } from '../../../lib/now.ts'
import { useFleetStore } from '../components/fleet-context.tsx'

/** Lets the fleet's clock follow the page's one timer. Renders nothing. */
export function FleetClock() {
  const store = useFleetStore()
  const now = useNow()
  useEffect(() => {
    if (now !== null) store.dispatch({ type: 'ticked', at: now })
  }, [store, now])
  return null
}

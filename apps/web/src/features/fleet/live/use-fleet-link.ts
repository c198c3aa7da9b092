import { useEffect, useState } from 'react'
import { live, useLive } from '../../../lib/live/live.ts'
import { useFleetStore } from '../components/fleet-context.tsx'
import { fleetLink } from '../lib/live/fleet-link.ts'
import type { FleetLink } from '../lib/live/fleet-state.ts'
import { liveConnection } from '../lib/live/live-connection.ts'

/** Feeds live messages and the state of the link into the fleet. `answeredAt` and `isFailing` describe the calls that replace it. */
export function useFleetLink(calls: { answeredAt: number | null; isFailing: boolean }): FleetLink {
  const store = useFleetStore()
  const { phase, attempts } = useLive()
  const connection = liveConnection(phase, attempts)
  const [lostAt, setLostAt] = useState<number | null>(null)

  useEffect(() => live.onMessage((message, at) => store.dispatch({ type: 'received', at, message })), [store])

  useEffect(() => {
    if (connection === 'live') setLostAt(null)
    if (connection === 'lost') setLostAt((known) => known ?? Date.now())
  }, [connection])

  const link = fleetLink({ connection, lostAt, ...calls })
  useEffect(() => store.dispatch({ type: 'link-changed', at: Date.now(), link }), [store, link])
  return link
}

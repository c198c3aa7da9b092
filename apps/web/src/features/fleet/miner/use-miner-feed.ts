import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toApiError } from '../../../lib/api/api-error.ts'
import { minerStatsQuery } from '../api/miner-stats.ts'
import { useFleetStore } from '../components/fleet-context.tsx'
import type { FleetLink } from '../lib/live/fleet-state.ts'
import { useFleetLink } from '../live/use-fleet-link.ts'

const liveMs = 60_000
const pollMs = 15_000

/** One miner: its details by call, its values live; by call alone while there is no link. */
export function useMinerFeed(id: string) {
  const store = useFleetStore()
  const [link, setLink] = useState<FleetLink>('connecting')
  const stats = useQuery({ ...minerStatsQuery(id), refetchInterval: link === 'live' ? liveMs : pollMs })
  useEffect(() => {
    if (stats.data) store.dispatch({ type: 'read', at: stats.dataUpdatedAt, miner: stats.data.miner })
  }, [store, stats.data, stats.dataUpdatedAt])
  const present = useFleetLink({
    answeredAt: stats.data ? stats.dataUpdatedAt : null,
    isFailing: stats.failureCount > 0 || stats.fetchStatus === 'paused',
  })
  useEffect(() => setLink(present), [present])
  return {
    stats: stats.data ?? null,
    isMissing: toApiError(stats.error).status === 404,
    isFailed: stats.error !== null && stats.data === undefined,
    retry: () => void stats.refetch(),
    pollSeconds: Math.round(pollMs / 1000),
  }
}

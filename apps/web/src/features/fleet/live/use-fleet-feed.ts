import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toApiError } from '../../../lib/api/api-error.ts'
import { pauseOf } from '../../../lib/files/saver.ts'
import { live } from '../../../lib/live/live.ts'
import { miningDashboardQuery } from '../api/mining-dashboard.ts'
import { type FleetAsk, miningFleetQuery } from '../api/mining-fleet.ts'
import { useFleet, useFleetStore } from '../components/fleet-context.tsx'
import type { FleetLink } from '../lib/live/fleet-state.ts'
import { pollCadenceMs } from '../lib/live/poll-cadence.ts'
import { useFleetLink } from './use-fleet-link.ts'

/** How often earnings, trends and prices, which do not come live, are fetched while the link is up, ms. */
const slowMs = 5 * 60_000

/** How often a page of a large fleet is put in order anew, and its counts with it, ms. */
const pageMs = 30_000

/** Least time between two fetches of the list because live values spoke of miners that it lacks, ms. */
const listPauseMs = 15_000

/** State of the page as a whole: once there is a list, it stays `ready`, whatever happens to the link. */
export type FleetFeed = {
  status: 'loading' | 'failed' | 'ready'
  /** The answer did not parse: not the connection's fault. */
  isInvalid: boolean
  /** Another page of a large fleet is on its way. */
  isTurning: boolean
  retry: () => void
  pollSeconds: number
}

const noIds: readonly string[] = []

/** Keeps the fleet fed: the list and totals by call, everything after that live, or by call at the miners' cadence when there is no link. `ask`: what of a large fleet is looked at. */
export function useFleetFeed(ask: FleetAsk): FleetFeed {
  const store = useFleetStore()
  const listed = useFleet((state) => state.listed)
  const controllers = useFleet((state) => state.controllers)
  const minerCount = useFleet((state) => state.ids.length)
  const listOutdated = useFleet((state) => state.listOutdated)
  const cadenceMs = pollCadenceMs(controllers, minerCount)
  const [link, setLink] = useState<FleetLink>('connecting')
  const refetchInterval = link === 'live' ? pauseOf(slowMs) : cadenceMs

  const isPart = useFleet((state) => state.part !== null)
  const looked = useFleet((state) => (state.part === null ? noIds : state.ids))
  useEffect(() => live.look(looked), [looked])
  const miners = useQuery({
    ...miningFleetQuery(isPart ? ask : {}),
    refetchInterval: isPart && link === 'live' ? pauseOf(pageMs) : refetchInterval,
  })
  const totals = useQuery({ ...miningDashboardQuery, refetchInterval })

  useEffect(() => {
    if (miners.data) store.dispatch({ type: 'listed', at: miners.data.receivedAt, ...miners.data })
  }, [store, miners.data])
  useEffect(() => {
    if (totals.data) store.dispatch({ type: 'summed', at: totals.data.receivedAt, ...totals.data })
  }, [store, totals.data])

  const isFailing = [miners, totals].some((query) => query.failureCount > 0 || query.fetchStatus === 'paused')
  const answeredAt = miners.data && totals.data ? Math.min(miners.dataUpdatedAt, totals.dataUpdatedAt) : null
  const present = useFleetLink({ answeredAt, isFailing })
  useEffect(() => setLink(present), [present])

  const { refetch: refetchMiners } = miners
  const { refetch: refetchTotals } = totals
  const retry = () => {
    refetchMiners()
    refetchTotals()
  }
  // Without the live link the calls take over at once.
  const isLinkMissed = useFleet((state) => state.isLinkMissed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the change of the link alone
  useEffect(() => {
    if (isLinkMissed) retry()
  }, [isLinkMissed])
  const askedAt = useRef(0)
  useEffect(() => {
    if (!listOutdated || !listed) return
    const ask = () => {
      askedAt.current = Date.now()
      refetchMiners()
    }
    const timer = setTimeout(ask, Math.max(0, askedAt.current + listPauseMs - Date.now()))
    return () => clearTimeout(timer)
  }, [listOutdated, listed, refetchMiners])

  const failure = miners.error ?? totals.error
  return {
    status: listed ? 'ready' : failure ? 'failed' : 'loading',
    isInvalid: ['answer-invalid', 'controller-data-invalid'].includes(toApiError(failure).code ?? ''),
    isTurning: isPart && miners.isPlaceholderData,
    retry,
    pollSeconds: Math.round(cadenceMs / 1000),
  }
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFleet } from '../../features/fleet/components/fleet-context.tsx'
import type { PowerStanding } from '../../features/fleet/lib/verdict.ts'
import { powerGlanceQuery, powerHistoryQuery } from '../../features/power/api/environment.ts'
import { powerNow } from '../../features/power/lib/power-now.ts'
import {
  type PowerShares,
  powerShares,
  type Yielding,
  yieldingSince,
  yieldings,
} from '../../features/power/lib/power-picture.ts'

type History = Awaited<ReturnType<NonNullable<ReturnType<typeof powerHistoryQuery>['queryFn']>>>

export type ShipPower = {
  standing: PowerStanding | null
  shares: PowerShares | null
  limitPercent: number
  order: readonly string[]
  history: History | null
  yieldings: readonly Yielding[]
  /** When the newest values were received, ms; `isOld` when they are no longer of now. */
  receivedAt: number | null
  isOld: boolean
  isLoading: boolean
  /** Nothing came, and not because there is nothing; `retry` asks again. */
  hasFailed: boolean
  retry: () => void
}

/** What is known of the power of a ship, now and in the last 24 hours. */
export function useShipPower(shipId: string | null): ShipPower {
  const glance = useQuery({ ...powerGlanceQuery(shipId ?? ''), enabled: shipId !== null })
  const past = useQuery({ ...powerHistoryQuery(shipId ?? '', 24), enabled: shipId !== null })
  const now = useFleet((state) => Math.floor(state.now / 5_000) * 5_000)
  const { data } = glance
  const { data: history } = past
  return useMemo(() => {
    const newest = data ? powerNow(data.now, Math.max(now, data.serverTime)) : null
    const settings = data?.effective ?? data?.settings ?? null
    const events = [...(data?.events ?? []), ...(history?.events ?? [])].toSorted((a, b) => b.at - a.at)
    const latest = data?.now.find(({ sample }) => sample === newest?.sample)
    return {
      standing: newest
        ? {
            follower: newest.sample.state,
            shipWatts: newest.sample.shipLoadWatts,
            holdSeconds: settings?.holdSeconds ?? null,
            yieldingSince: yieldingSince(events),
          }
        : null,
      shares: newest ? powerShares(newest.sample, settings) : null,
      limitPercent: settings?.limitPercent ?? 100,
      order: settings?.order ?? [],
      history: history ?? null,
      yieldings: history ? yieldings(history.points, events, history.stepSeconds) : [],
      receivedAt: latest?.receivedAt ?? null,
      isOld: newest?.isOld ?? false,
      isLoading: shipId !== null && (glance.isPending || past.isPending),
      hasFailed: glance.isLoadingError,
      retry: () => void glance.refetch(),
    }
  }, [data, history, now, shipId, glance.isPending, glance.isLoadingError, glance.refetch, past.isPending])
}

import type { MiningShip } from '@shipminer/contract/power/environment'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useFleet } from '../../features/fleet/components/fleet-context.tsx'
import type { PowerStanding } from '../../features/fleet/lib/verdict.ts'
import { powerHistoryQuery } from '../../features/power/api/environment.ts'
import { powerNow } from '../../features/power/lib/power-now.ts'
import {
  type PowerShares,
  powerShares,
  type Yielding,
  yieldingSince,
  yieldings,
} from '../../features/power/lib/power-picture.ts'
import { pauseOf, useSaver, useSpared } from '../../lib/files/saver.ts'

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
  /** The past is left out until it is asked for. */
  isPastSpared: boolean
  showPast: () => void
}

/** How often the past is asked for what is new of it, ms: one step of it while the present comes live, else as often as the present matters. */
const stepMs = 5 * 60_000
const glanceMs = 10_000

/** What is known of the power of a ship, now and in the last 24 hours. */
export function useShipPower(ship: MiningShip | null): ShipPower {
  const shipId = ship?.id ?? null
  const isLive = useFleet((state) => state.link === 'live')
  const reports = useFleet((state) => state.power)
  const now = useFleet((state) => Math.floor(state.now / 5_000) * 5_000)
  const saves = useSaver()
  const [isSpared, showPast] = useSpared()
  const past = useQuery({
    ...powerHistoryQuery(shipId ?? '', 24, isSpared),
    enabled: shipId !== null,
    refetchInterval: isLive ? pauseOf(stepMs) : pauseOf(glanceMs),
  })
  const { data: history, refetch } = past
  const latestOf = useMemo(
    () =>
      (ship?.controllers ?? []).flatMap(({ id }) => {
        const known = history?.now.find(({ controllerId }) => controllerId === id)
        const report = reports.get(id)
        return (report && report.receivedAt > (known?.receivedAt ?? 0) ? report : known) ?? []
      }),
    [ship, history, reports],
  )
  // What gave way and why is in the events, which come with the past.
  const doings = latestOf.map(({ sample }) => `${sample.state} ${sample.curtailedDevices}`).join()
  const fetchedDoings = useRef('')
  useEffect(() => {
    if (fetchedDoings.current !== '' && doings !== fetchedDoings.current) void refetch()
    fetchedDoings.current = doings
  }, [doings, refetch])
  const power = useMemo(() => {
    const newest = history ? powerNow(latestOf, Math.max(now, history.serverTime)) : null
    const settings = history?.effective ?? history?.settings ?? null
    const events = history?.events ?? []
    const latest = latestOf.find(({ sample }) => sample === newest?.sample)
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
      isLoading: shipId !== null && past.isPending,
      hasFailed: past.isLoadingError,
      retry: () => void refetch(),
    }
  }, [history, latestOf, now, shipId, past.isLoadingError, refetch, past.isPending])
  // Until the whole of it has come the newest part stays what it is.
  return { ...power, isPastSpared: isSpared || (saves && past.isPlaceholderData), showPast }
}

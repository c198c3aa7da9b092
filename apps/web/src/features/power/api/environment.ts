import { environmentEndpoints, type PowerSettings } from '@shipminer/contract/power/environment'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { appendHistory } from '../lib/append-history.ts'

/** Ranges of the history, hours. */
export const powerRanges = [24, 168, 720, 9528] as const
export type PowerRange = (typeof powerRanges)[number]

function fetchPower(shipId: string, query: { hours: number; since?: number }, signal: AbortSignal) {
  return callEndpoint(environmentEndpoints.shipEnvironment, { params: { id: shipId }, query, signal })
}

type PowerAnswer = Awaited<ReturnType<typeof fetchPower>>

const liveMs = 2_000
const slowMs = 60_000

/** The power budget now; fetched every two seconds while the page is visible. */
export function powerNowQuery(shipId: string) {
  return queryOptions({
    queryKey: ['power', shipId, 'now'],
    queryFn: async ({ signal }) => {
      const answer = await fetchPower(shipId, { hours: 1 }, signal)
      return { ...answer, answeredAt: Date.now() }
    },
    refetchInterval: liveMs,
    staleTime: 0,
  })
}

/** How far back one looks who saves data and wants to know the present, ms. */
const leanMs = 3_600_000

/**
 * The power budget over a range, with its report and what gave way. The last answer stays while the next is on its way, which brings only
 * what is new since. `isLean`: of the range only its newest part, for the present.
 */
export function powerHistoryQuery(shipId: string, hours: PowerRange, isLean = false) {
  const queryKey = ['power', shipId, 'history', hours, isLean] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const known = client.getQueryData<PowerAnswer>(queryKey)
      const since = known?.serverTime ?? (isLean ? Date.now() - leanMs : undefined)
      const answer = await fetchPower(shipId, { hours, ...(since === undefined ? {} : { since }) }, signal)
      return { ...(known ? appendHistory(known, answer, hours) : answer), hours }
    },
    refetchInterval: slowMs,
    placeholderData: keepPreviousData,
  })
}

/** @throws ApiError */
export async function savePowerSettings(shipId: string, settings: PowerSettings): Promise<PowerSettings> {
  const answer = await callEndpoint(environmentEndpoints.savePowerSettings, {
    params: { id: shipId },
    body: settings,
  })
  return answer.settings
}

/** What the last week would have been. @throws ApiError */
export function previewPowerSettings(shipId: string, settings: PowerSettings) {
  return callEndpoint(environmentEndpoints.previewPowerSettings, { params: { id: shipId }, body: settings })
}

export type PowerPreview = Awaited<ReturnType<typeof previewPowerSettings>>

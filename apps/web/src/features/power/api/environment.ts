import { environmentEndpoints, type PowerSettings } from '@shipminer/contract/environment'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Ranges of the history, hours. */
export const powerRanges = [24, 168, 720, 9528] as const
export type PowerRange = (typeof powerRanges)[number]

const liveMs = 2_000
const slowMs = 60_000

/** The power budget now; fetched every two seconds while the page is visible. */
export function powerNowQuery(shipId: string) {
  return queryOptions({
    queryKey: ['power', shipId, 'now'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint(environmentEndpoints.shipEnvironment, {
        params: { id: shipId },
        query: { hours: 1 },
        signal,
      })
      return { ...answer, answeredAt: Date.now() }
    },
    refetchInterval: liveMs,
    staleTime: 0,
  })
}

/** How often the dashboard asks for the budget, ms: a glance does not need every reading. */
const glanceMs = 10_000

/** The power budget now, for the first screen. */
export function powerGlanceQuery(shipId: string) {
  return queryOptions({
    ...powerNowQuery(shipId),
    queryKey: ['power', shipId, 'glance'],
    refetchInterval: glanceMs,
  })
}

/** The power budget over a range, with its report and what gave way. The last answer stays while the next is on its way. */
export function powerHistoryQuery(shipId: string, hours: PowerRange) {
  return queryOptions({
    queryKey: ['power', shipId, 'history', hours],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint(environmentEndpoints.shipEnvironment, {
        params: { id: shipId },
        query: { hours },
        signal,
      })
      return { ...answer, hours }
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

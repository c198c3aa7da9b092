import { alertEndpoints } from '@shipminer/contract/alerts'
import type { Alert } from '@shipminer/contract/mining'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

export const alertFilters = ['open', 'resolved', 'all'] as const
export type AlertFilter = (typeof alertFilters)[number]

const lookMs = 15_000

/** Alerts of the whole fleet, page by page. Many pages are asked for again less often. */
export function alertsQuery(status: AlertFilter) {
  return infiniteQueryOptions({
    queryKey: ['alerts', status],
    queryFn: ({ signal, pageParam }) =>
      callEndpoint(alertEndpoints.alerts, {
        query: { status, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => lookMs * (state.data?.pages.length ?? 1),
    placeholderData: keepPreviousData,
  })
}

/** Alerts of one miner in a state, page by page. */
export function minerAlertsQuery(id: string, status: AlertFilter) {
  return infiniteQueryOptions({
    queryKey: ['alerts', 'miner', id, status],
    queryFn: ({ signal, pageParam }) =>
      callEndpoint(alertEndpoints.minerAlerts, {
        params: { id },
        query: { status, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => lookMs * (state.data?.pages.length ?? 1),
  })
}

/** The next step of an alert by a person: seen, then dealt with. @throws ApiError */
export async function advanceAlert(alert: Pick<Alert, 'id' | 'status'>): Promise<Alert> {
  const endpoint = alert.status === 'active' ? alertEndpoints.acknowledgeAlert : alertEndpoints.resolveAlert
  return (await callEndpoint(endpoint, { params: { id: alert.id }, body: {} })).alert
}

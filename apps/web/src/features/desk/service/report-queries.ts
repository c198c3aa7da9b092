import {
  type deskReportFilters,
  type deskReportSorts,
  serviceEndpoints,
} from '@shipminer/contract/shop/service'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

const lookMs = 30_000

type ReportsWanted = {
  filter: (typeof deskReportFilters)[number]
  search?: string
  sort: (typeof deskReportSorts)[number]
  direction: 'ascending' | 'descending'
  page: number
}

/** A page of fault reports, and what the server's clock is ahead of this browser's in ms. */
export function reportsQuery(wanted: ReportsWanted) {
  return queryOptions({
    queryKey: ['desk', 'service', wanted],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint(serviceEndpoints.deskFaultReports, { query: wanted, signal })
      return { ...answer, clockOffsetMs: answer.serverTime - Date.now() }
    },
    placeholderData: keepPreviousData,
    refetchInterval: lookMs,
  })
}

/** Writes down that whoever is signed in looks after it. @throws ApiError */
export async function takeReport(id: string): Promise<void> {
  await callEndpoint(serviceEndpoints.deskFaultReportAct, { params: { id }, body: { action: 'take' } })
}

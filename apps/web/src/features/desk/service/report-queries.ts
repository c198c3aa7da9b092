import { serviceEndpoints } from '@shipminer/contract/shop/service'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { withOffset } from '../../../lib/api/with-offset.ts'

const lookMs = 30_000

/** A page of fault reports, and what the server's clock is ahead of this browser's in ms. */
export function reportsQuery(
  wanted: NonNullable<CallInput<typeof serviceEndpoints.deskFaultReports>['query']>,
) {
  return queryOptions({
    queryKey: ['desk', 'service', wanted],
    queryFn: async ({ signal }) =>
      withOffset(await callEndpoint(serviceEndpoints.deskFaultReports, { query: wanted, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: lookMs,
  })
}

/** Records that the operator who is signed in looks after it. @throws ApiError */
export async function takeReport(id: string): Promise<void> {
  await callEndpoint(serviceEndpoints.deskFaultReportAct, { params: { id }, body: { action: 'take' } })
}

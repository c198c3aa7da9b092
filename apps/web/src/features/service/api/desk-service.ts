import { type DeskOutcome, serviceEndpoints } from '@shipminer/contract/shop/service'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { withOffset } from '../../../lib/api/with-offset.ts'

const lookMs = 30_000

/** One fault report with everything. */
export function deskReportQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'service-report', id],
    queryFn: async ({ signal }) =>
      withOffset(await callEndpoint(serviceEndpoints.deskFaultReport, { params: { id }, signal })),
    refetchInterval: lookMs,
  })
}

export type DeskAct =
  | { action: 'take' | 'reopen' }
  | { action: 'answer' | 'note'; text: string }
  | { action: 'close'; text: string; outcome: DeskOutcome }

/** Does one thing with a report. `seen` is the last entry on the screen. @throws ApiError */
export async function actOnDeskReport(id: string, act: DeskAct, seen: string): Promise<void> {
  await callEndpoint(serviceEndpoints.deskFaultReportAct, { params: { id }, body: { ...act, seen } })
}

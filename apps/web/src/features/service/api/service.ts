import { shipEndpoints } from '@shipminer/contract/ships'
import { type FaultSubject, serviceEndpoints } from '@shipminer/contract/shop/service'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { withOffset } from '../../../lib/api/with-offset.ts'

const lookMs = 30_000
/** How often a page that shows something else asks whether there is an answer, ms. */
const unreadMs = 5 * 60_000

/** The owner's fault reports. */
export const reportsQuery = queryOptions({
  queryKey: ['service', 'reports'],
  queryFn: async ({ signal }) => withOffset(await callEndpoint(serviceEndpoints.faultReports, { signal })),
  refetchInterval: lookMs,
})

/** How many of them have an answer that was not read. */
export const unreadQuery = queryOptions({
  queryKey: ['service', 'unread'],
  queryFn: async ({ signal }) => (await callEndpoint(serviceEndpoints.faultReportsUnread, { signal })).unread,
  refetchInterval: unreadMs,
})

/** One of them with its thread. */
export function reportQuery(id: string) {
  return queryOptions({
    queryKey: ['service', 'report', id],
    queryFn: async ({ signal }) =>
      withOffset(await callEndpoint(serviceEndpoints.faultReport, { params: { id }, signal })),
    refetchInterval: lookMs,
  })
}

/** About one miner, one ship, or everything. */
export type Scope = { minerId?: string; shipId?: string }

/** What would be attached to a report now. */
export function previewQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['service', 'preview', scope],
    queryFn: ({ signal }) => callEndpoint(serviceEndpoints.faultReportPreview, { query: scope, signal }),
  })
}

/** The ships that a report can be about. */
export const serviceShipsQuery = queryOptions({
  queryKey: ['service', 'ships'],
  queryFn: async ({ signal }) => (await callEndpoint(shipEndpoints.ships, { signal })).ships,
})

export type NewReport = Scope & { subject: FaultSubject; text: string; phone?: string }

/** Opens a report; the same key again is the same report. @throws ApiError */
export function openReport(body: NewReport, idempotencyKey: string): Promise<{ id: string }> {
  return callEndpoint(serviceEndpoints.openFaultReport, { body, idempotencyKey })
}

export type OwnAct = { action: 'reply' | 'reopen'; text: string } | { action: 'close' }

/** Writes, closes or reopens, once for each key. @throws ApiError */
export async function actOnReport(id: string, body: OwnAct, idempotencyKey: string): Promise<void> {
  await callEndpoint(serviceEndpoints.actOnFaultReport, { params: { id }, body, idempotencyKey })
}

/** The thread was seen up to here. @throws ApiError */
export async function markReportRead(id: string, messageId: string): Promise<void> {
  await callEndpoint(serviceEndpoints.readFaultReport, { params: { id }, body: { messageId } })
}

import { deskDiagnosticEndpoints, type diagnosticKinds } from '@shipminer/contract/desk/diagnostics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

export type SetFilters = {
  search?: string
  kind?: (typeof diagnosticKinds)[number]
  box?: string
  page?: number
}

/** A page of stored sets. */
export function setsQuery(filters: SetFilters) {
  return queryOptions({
    queryKey: ['desk', 'diagnostics', filters],
    queryFn: ({ signal }) =>
      callEndpoint(deskDiagnosticEndpoints.deskDiagnostics, { query: filters, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One set with its values. It does not change, and each look at it is recorded. */
export function setQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'diagnostic-set', id],
    queryFn: ({ signal }) =>
      callEndpoint(deskDiagnosticEndpoints.deskDiagnosticSet, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** @throws ApiError */
export function takeSets(body: { orderId: string; boxes: string[]; reason: string }) {
  return callEndpoint(deskDiagnosticEndpoints.deskTakeDiagnostics, { body })
}

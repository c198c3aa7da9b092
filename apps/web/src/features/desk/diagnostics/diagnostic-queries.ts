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

/** While a box may still answer. */
const answerLookMs = 3_000

/** One set with its values. It changes only while its box may still answer, and a look at it is recorded. */
export function setQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'diagnostic-set', id],
    queryFn: ({ signal }) =>
      callEndpoint(deskDiagnosticEndpoints.deskDiagnosticSet, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.set.board === 'asked' ? answerLookMs : false),
  })
}

/** @throws ApiError */
export function takeSets(body: { orderId: string; boxes: string[]; reason: string }) {
  return callEndpoint(deskDiagnosticEndpoints.deskTakeDiagnostics, { body })
}

import { commissioningEndpoints } from '@shipminer/contract/power/commissioning'
import type { Language } from '@shipminer/i18n/languages'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Reports of the checks at commissioning; seldom a new one. */
export function commissioningQuery(shipId: string) {
  return queryOptions({
    queryKey: ['power', shipId, 'commissioning'],
    queryFn: ({ signal }) =>
      callEndpoint(commissioningEndpoints.shipCommissioning, { params: { id: shipId }, signal }),
    refetchInterval: 60_000,
  })
}

/** @throws ApiError */
export function fetchCommissioningPdf(shipId: string, report: string, language: Language) {
  return callEndpoint(commissioningEndpoints.shipCommissioningPdf, {
    params: { id: shipId, report },
    query: { language },
  })
}

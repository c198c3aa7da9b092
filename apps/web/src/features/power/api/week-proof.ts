import { proofEndpoints } from '@shipminer/contract/power/proof'
import type { Language } from '@shipminer/i18n/languages'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** The proof of the week that a day is in; null: of the last whole one. */
export function proofQuery(shipId: string, day: string | null) {
  return queryOptions({
    queryKey: ['power', shipId, 'proof', day],
    queryFn: async ({ signal }) =>
      (
        await callEndpoint(proofEndpoints.shipProof, {
          params: { id: shipId },
          query: day === null ? {} : { day },
          signal,
        })
      ).proof,
    placeholderData: keepPreviousData,
  })
}

/** @throws ApiError */
export function fetchProofPdf(shipId: string, day: string, language: Language) {
  return callEndpoint(proofEndpoints.shipProofPdf, { params: { id: shipId }, query: { day, language } })
}

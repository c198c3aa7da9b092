import { catalogueEndpoints } from '@shipminer/contract/shop/catalogue'
import type { EstimateMarket } from '@shipminer/domain/calculator/box-estimate'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Network and price as the server reckons with them now, dated by the older of the two. */
export async function loadMarket(signal: AbortSignal): Promise<EstimateMarket> {
  const { input, sources, fallback } = await callEndpoint(catalogueEndpoints.productCalculator, {
    params: { id: 'sm21' },
    signal,
  })
  return {
    difficulty: input.difficulty,
    blockHeight: input.blockHeight,
    feesSatPerBlock: input.feesSatPerBlock,
    centsPerBtc: input.centsPerBtc,
    at: Math.min(sources.network.observedAt, sources.price.observedAt ?? sources.network.observedAt),
    isBuiltIn: fallback,
  }
}

import { type Calculation, catalogueEndpoints } from '@shipminer/contract/catalogue'
import { callEndpoint } from '../../../lib/api/client.ts'

/** A product's figures and the market as the server knows it; the sums are done on the page, by the same function. */
export function fetchCalculation(id: string, signal: AbortSignal): Promise<Calculation> {
  return callEndpoint(catalogueEndpoints.productCalculator, { params: { id }, signal })
}

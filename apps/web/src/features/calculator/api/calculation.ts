import { type CalculationSheet, calculationSheetEndpoints } from '@shipminer/contract/shop/calculation-sheet'
import { type Calculation, catalogueEndpoints } from '@shipminer/contract/shop/catalogue'
import type { Language } from '@shipminer/i18n/languages'
import { callEndpoint } from '../../../lib/api/client.ts'

/** A product's figures and the market as the server knows it; the sums are done on the page, by the same function. */
export function fetchCalculation(id: string, signal: AbortSignal): Promise<Calculation> {
  return callEndpoint(catalogueEndpoints.productCalculator, { params: { id }, signal })
}

/** Mails a calculation and its sheet. */
export function mailSheet(body: {
  email: string
  language: Language
  sheet: CalculationSheet
  website?: string
}): Promise<{ sentTo: string }> {
  return callEndpoint(calculationSheetEndpoints.mailSheet, { body })
}

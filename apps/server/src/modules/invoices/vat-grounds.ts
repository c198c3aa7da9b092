import { sellerCountry, type VatCase } from '@shipminer/domain/orders/vat/vat-case'
import { countryName } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import { invoiceText } from './invoice-texts.ts'

/** What of a sale decides which law its VAT follows. */
type TaxedSale = {
  language: Language
  totals: { vatPercent: number; reverseCharge: boolean }
  /** Null: sold before reasons were kept. */
  vatCase: VatCase | null
  fittedIn: string | null
  vatCountry: string | null
  buyer: { vatNumber: string | null }
}

/** The laws of countries by which the buyer owes the tax on what a seller from elsewhere fits there. */
const reversingLaws: Readonly<Record<string, string>> = {
  BE: 'art. 51, § 2, 5° W.BTW / CTVA',
  RO: 'art. 307 alin. (6) Cod fiscal',
}

/** Which law the VAT of a sale follows, in sentences of its language, for documents and mails. */
export function vatGrounds(sale: TaxedSale): string[] {
  const { language, totals, vatCase, fittedIn, vatCountry, buyer } = sale
  const vatId = buyer.vatNumber ?? ''
  if (totals.reverseCharge && vatCase !== 'reverse-charge')
    return [invoiceText(language, 'reverse', { vatId })]
  if (vatCase === null) return []
  const country = countryName(language, vatCountry ?? fittedIn ?? sellerCountry)
  const law = vatCase === 'reverse-charge' ? reversingLaws[vatCountry ?? ''] : undefined
  return [
    invoiceText(language, `vat.${vatCase}`, { country, vatId, percent: String(totals.vatPercent) }),
    ...(law === undefined ? [] : [invoiceText(language, 'vat.law', { law })]),
  ]
}

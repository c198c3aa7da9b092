import { vatCases } from '@shipminer/domain/orders/vat/vat-case'
import { type Language, languages } from '@shipminer/i18n/languages'
import { describe, expect, test } from 'vitest'
import { chosenVatSamples, creditSample } from '../../../test/papers/e-invoice-samples.ts'
import { finalSample, invoiceSample, prepaymentSample } from '../../../test/papers/invoice-sample.ts'
import { atDelivery, taxedAs, wordsOf } from '../../../test/papers/vat-words.ts'
import { invoiceContent } from './invoice-content.ts'

const zone = 'Europe/Amsterdam'
const documents = [
  ['invoice', invoiceSample()],
  ['prepayment invoice', prepaymentSample()],
  ['final invoice', finalSample()],
  ['credit note', creditSample(invoiceSample())],
] as const
const home: Record<Language, string> = {
  nl: 'Nederland',
  en: 'Netherlands',
  de: 'Niederlande',
  ro: 'Țările de Jos',
}

describe.each(languages)('in %s', (language) => {
  describe.each(vatCases)('%s', (vatCase) => {
    test.each(documents)('a %s names its ground and the seller’s country', (_, sample) => {
      const { vatPercent, ...place } = taxedAs[vatCase]
      const totals = { ...sample.totals, vatPercent, reverseCharge: vatCase === 'reverse-charge' }
      const { notes, seller } = invoiceContent({ ...sample, ...place, vatCase, totals, language }, zone)
      const said = notes.join(' ')
      for (const words of wordsOf(vatCase, language)) expect(said).toContain(words)
      expect(said).not.toMatch(/\{\{|196/)
      expect(seller.lines).toContain(home[language])
    })
  })

  test.each(chosenVatSamples)('%s has the numbers and the rate of its place', (_name, _category, invoice) => {
    const { seller, rows } = invoiceContent({ ...invoice, language }, zone)
    expect(seller.lines.some((line) => line.includes('DE123456789'))).toBe(invoice.vatCase === 'local')
    expect(rows[0]?.rate).toBe(`${invoice.totals.vatPercent} %`)
  })

  test('what was shifted to the buyer before reasons were kept says so and names no article', () => {
    const totals = { ...invoiceSample().totals, vatPercent: 0, reverseCharge: true }
    const { notes } = invoiceContent({ ...invoiceSample(), vatCase: null, totals, language }, zone)
    expect(notes).toHaveLength(1)
    expect(notes[0]).toContain('RO18547290')
    expect(notes[0]).not.toMatch(/\{\{|2006|196/)
  })

  test('at delivery means card or instant transfer, and the law on cash is told', () => {
    const { payment } = invoiceContent(
      { ...invoiceSample({ method: 'pay_on_delivery', dueAt: null }), language },
      zone,
    )
    for (const words of atDelivery[language]) expect(payment.sentence).toContain(words)
  })
})

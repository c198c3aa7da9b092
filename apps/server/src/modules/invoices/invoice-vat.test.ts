import { languages } from '@shipminer/i18n/languages'
import { describe, expect, test } from 'vitest'
import { chosenVatSamples } from '../../../test/e-invoice-samples.ts'
import { invoiceContent } from './invoice-content.ts'

const articles: Record<string, string> = {
  'reverse-charge': '194',
  'intra-community': '138',
  export: '146',
  local: '36',
  distance: '33',
}

describe.each(languages)('in %s', (language) => {
  test.each(chosenVatSamples)('%s names its ground', (_name, _category, invoice) => {
    const { notes, seller, rows } = invoiceContent({ ...invoice, language }, 'Europe/Amsterdam')
    const [ground = '', law] = notes
    expect(ground).toContain(articles[invoice.vatCase ?? ''])
    expect(ground).toContain('2006/112/')
    expect(ground).not.toContain('{{')
    if (invoice.vatCase === 'reverse-charge') {
      expect(ground.toLowerCase()).toContain('reverse charge')
      expect(ground).toContain('RO18547290')
      expect(law).toContain('art. 307 alin. (6) Cod fiscal')
    }
    if (invoice.vatCase === 'intra-community') expect(ground).toContain('DE136695976')
    if (invoice.vatCase === 'local' || invoice.vatCase === 'distance') expect(ground).toContain('19 %')
    expect(seller.lines.some((line) => line.includes('DE123456789'))).toBe(invoice.vatCase === 'local')
    expect(rows[0]?.rate).toBe(`${invoice.totals.vatPercent} %`)
  })
})

import { sellerCountry } from '@shipminer/domain/orders/vat/vat-case'
import { countryName } from '@shipminer/i18n/formats'
import { languages } from '@shipminer/i18n/languages'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { SlipOrder } from './invoices.port.ts'
import { renderPackingSlip } from './packing-slip.ts'
import { packingSlipTexts } from './packing-slip-texts.ts'

const detail = (value: string, example = false) => ({ value, example })
const seller = {
  name: detail('Waal Scheepvaart B.V.'),
  address: detail('Waalkade 7, 6511 XP Nijmegen'),
  email: detail('info@waal.example'),
  phone: detail('+31 24 000 00 00'),
  kvk: detail('12345678'),
  vatId: detail('NL123456789B01'),
}
const order: SlipOrder = {
  number: 'SM-2026-000123',
  language: 'nl',
  buyer: {
    firstName: 'Ștefan',
    lastName: 'Țîrlea',
    email: 'stefan@nava.example',
    phone: '+40 721 000 000',
    company: 'Navigație Dunărea S.R.L.',
    vatNumber: 'RO18547290',
    vatNumberCheck: 'confirmed',
    shipName: 'Ms Aurora',
    shipType: null,
    notes: null,
    street: 'Strada Mărășești 5',
    postalCode: '800017',
    city: 'Galați',
    country: 'RO',
  },
  lines: [{ productId: 'sm19', name: 'Shipminer 19', quantity: 2, earlier: 0, later: 0, serials: [] }],
  placedAt: '2026-04-30T23:30:00.000Z',
  installationOn: '2026-06-01',
}

async function textOf(change: Partial<SlipOrder> = {}, own = seller): Promise<string> {
  const context = { productName: 'Shipminer', seller: own, at: new Date(0), timeZone: 'Europe/Amsterdam' }
  const pdf = await getDocumentProxy(await renderPackingSlip({ ...order, ...change }, context))
  expect(pdf.numPages).toBe(1)
  return (await extractText(pdf, { mergePages: true })).text
}

test.each(languages)('says in %s what is in the box, for whom and when, and no price', async (language) => {
  const text = await textOf({ language })
  for (const words of [
    packingSlipTexts(language).title,
    'SM-2026-000123',
    'Navigație Dunărea S.R.L.',
    'Strada Mărășești 5',
    'Ms Aurora',
    'Shipminer 19',
    'Waal Scheepvaart B.V.',
    countryName(language, sellerCountry),
  ])
    expect(text).toContain(words)
  expect(text).not.toMatch(/€|EUR|NaN|undefined|\{\{/)
  expect(text).not.toContain(packingSlipTexts(language).example)
})

test.each(languages)('says in %s which boxes go, what went before and what is to come', async (language) => {
  const [line] = order.lines
  const t = packingSlipTexts(language)
  const whole = await textOf({ language })
  for (const words of [t.serials, t.earlier, t.later]) expect(whole).not.toContain(words)
  if (!line) throw new Error('no line')
  const part = { ...line, quantity: 1, earlier: 2, later: 3, serials: ['SM19-0007'] }
  const text = await textOf({ language, lines: [part] })
  for (const words of [`${t.serials} SM19-0007`, `${t.earlier} 2`, `${t.later} 3`])
    expect(text).toContain(words)
})

test('dates are days of the seller, and what is not known is said so', async () => {
  const text = await textOf()
  expect(text).toContain('1 mei 2026')
  expect(text).toContain('1 juni 2026')
  const bare = await textOf({
    installationOn: null,
    buyer: { ...order.buyer, shipName: null, company: null },
  })
  expect(bare).toContain('nog af te spreken')
  expect(bare).not.toContain('Schip')
})

test('example details are marked, and a long note stays on the page', async () => {
  const text = await textOf(
    { buyer: { ...order.buyer, notes: 'Graag bellen. '.repeat(140) } },
    { ...seller, name: detail('Voorbeeld B.V.', true) },
  )
  expect(text).toContain('VOORBEELD')
  expect(text).toContain('Handtekening')
})

import { inflateSync } from 'node:zlib'
import { formatRfReference } from '@shipminer/domain/payments/bank/rf-reference'
import { type Language, languages } from '@shipminer/i18n/languages'
import decodeQR from 'qr/decode.js'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { deliveredElsewhere } from '../../../test/papers/e-invoice-samples.ts'
import {
  sampleDetail as detail,
  finalSample,
  invoiceSample as invoice,
  prepaymentSample,
  reference,
} from '../../../test/papers/invoice-sample.ts'
import type { InvoiceSnapshot } from './invoice.ts'
import { renderInvoice } from './invoice-pdf.ts'

async function read(one: InvoiceSnapshot): Promise<{ pdf: Uint8Array; text: string; pages: number }> {
  const pdf = await renderInvoice(one, 'Europe/Amsterdam')
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
    mergePages: true,
  })
  return { pdf, text: text.replace(/\s+/g, ' '), pages: totalPages }
}

/** Reads the QR code as a phone would: paints the page's black rectangles and looks for a code. Null when there is none. */
function readQr(pdf: Uint8Array): string | null {
  const scale = 3
  const [wide, high] = [Math.ceil(596 * scale), Math.ceil(842 * scale)]
  const data = new Uint8ClampedArray(wide * high * 4).fill(255)
  const raw = Buffer.from(pdf)
  for (const match of raw.toString('latin1').matchAll(/\/Length (\d+)[^>]*>>\s*stream\n/g)) {
    const start = (match.index ?? 0) + match[0].length
    let page: string
    try {
      page = inflateSync(raw.subarray(start, start + Number(match[1]))).toString('latin1')
    } catch {
      continue
    }
    // The areas filled black; the fill colour follows the rectangles of its path.
    for (const path of page.matchAll(
      /((?:[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ re\s+)+)(?:\/\w+ cs\s+)?0 0 0 scn?\s+f/g,
    )) {
      for (const [, x, y, w, h] of (path[1] ?? '').matchAll(/([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re/g)) {
        const [left, top] = [Math.round(Number(x) * scale), Math.round(Number(y) * scale)]
        const [right, bottom] = [
          Math.round((Number(x) + Number(w)) * scale),
          Math.round((Number(y) + Number(h)) * scale),
        ]
        for (let row = top; row < bottom; row += 1)
          for (let column = left; column < right; column += 1) data.set([0, 0, 0], (row * wide + column) * 4)
      }
    }
  }
  try {
    return decodeQR({ width: wide, height: high, data })
  } catch {
    return null
  }
}

describe.each(languages)('in %s', (language: Language) => {
  test('one page with everything an invoice must say, and letters of every buyer', async () => {
    const { text, pages, pdf } = await read(invoice({ language }))
    expect(pages).toBe(1)
    for (const said of [
      'INV-2026-000042',
      'SM-2026-000123',
      'Waal Scheepvaart B.V.',
      'Waalkade 7',
      '6511 XP Nijmegen',
      'NL123456789B01',
      '12345678',
      'Navigație Dunărea S.R.L.',
      'Ștefan Țîrlea-Łukasz',
      'Strada Mărășești 5',
      '800017 Galați',
      'RO18547290',
      'Shipminer 19',
      '21 %',
      'NL91 ABNA 0417 1643 00',
      formatRfReference(reference),
      'info@waal.example',
    ])
      expect(text).toContain(said)
    for (const amount of [/14[., ]462[.,]81/, /28[., ]925[.,]62/, /6[., ]074[.,]38/, /35[., ]000[.,]00/])
      expect(text).toMatch(amount)
    expect(text).toMatch(/2026/)
    expect(text).not.toContain('not on the invoice')
    expect(text).not.toMatch(/\{\{|pay\.|total\./)
    expect(pdf.length).toBeLessThan(60_000)
  })

  test('the QR code is the transfer', async () => {
    const { pdf } = await read(invoice({ language }))
    expect(readQr(pdf)).toBe(
      [
        'BCD',
        '002',
        '1',
        'SCT',
        '',
        'Waal Scheepvaart B.V.',
        'NL91ABNA0417164300',
        'EUR35000.00',
        '',
        reference,
      ].join('\n'),
    )
  })
})

test('the day is the seller’s', async () => {
  expect((await read(invoice())).text).toContain('1 mei 2026')
})

test('an example says so, large', async () => {
  const seller = { ...invoice().seller, kvk: detail('00000000', true) }
  expect((await read(invoice({ seller }))).text).toContain('VOORBEELD')
  expect((await read(invoice({ bank: { ...invoice().bank, example: true } }))).text).toContain('VOORBEELD')
  expect((await read(invoice())).text).not.toContain('VOORBEELD')
})

test('VAT shifted to the buyer is named with the buyer’s number', async () => {
  const totals = {
    ...invoice().totals,
    vatCents: 0,
    grossCents: 2_892_562,
    vatPercent: 0,
    reverseCharge: true,
  }
  const { text } = await read(invoice({ totals, language: 'de' }))
  expect(text).toContain('Steuerschuldnerschaft des Leistungsempfängers')
  expect(text).toContain('USt-IdNr. des Kunden: RO18547290')
})

test('paid, delivered, at delivery: what is to be done', async () => {
  const paid = await read(invoice({ isPaid: true, deliveredAt: '2026-06-02T10:00:00.000Z' }))
  expect(paid.text).toContain('Betaald.')
  expect(paid.text).toContain('2 juni 2026')
  expect(readQr(paid.pdf)).toBeNull()
  expect((await read(invoice({ method: 'pay_on_delivery' }))).text).toContain(
    'met pas of directe overboeking bij de inbouw',
  )
  expect((await read(invoice({ method: 'bitcoin' }))).text).toContain('met Bitcoin op uw bestelpagina')
})

test.each(languages)('the ground of the VAT and the seller’s country, in %s', async (language) => {
  const country = { nl: 'Nederland', en: 'Netherlands', de: 'Niederlande', ro: 'Țările de Jos' }[language]
  for (const [vatCase, article] of [
    ['fitted', /36/],
    ['sent', /32/],
    ['sent-afar', /59/],
  ] as const) {
    const said = (kind: 'invoice' | 'credit') =>
      read(invoice({ language, kind, vatCase, fittedIn: vatCase === 'fitted' ? 'NL' : null }))
    for (const { text } of [await said('invoice'), await said('credit')]) {
      expect(text.split(country).length - 1).toBeGreaterThanOrEqual(2)
      expect(text).toMatch(article)
      expect(text).toContain('2006/112/')
      expect(text).not.toContain('196')
    }
  }
})

test('a credit note takes back, and asks for nothing', async () => {
  const { text, pdf } = await read(
    invoice({ kind: 'credit', number: 'INV-2026-000043', credits: 'INV-2026-000042', dueAt: null }),
  )
  expect(text).toContain('Creditfactuur')
  expect(text).toContain('neemt factuur INV-2026-000042 terug')
  expect(readQr(pdf)).toBeNull()
})

test('names in Greek and Cyrillic letters can be read', async () => {
  const buyer = {
    ...invoice().buyer,
    company: 'Ναυτιλία Δούναβη',
    firstName: 'Иван',
    lastName: 'Петров',
    city: 'Русе',
  }
  const { text, pdf } = await read(invoice({ buyer }))
  for (const said of ['Ναυτιλία Δούναβη', 'Иван Петров', '800017 Русе']) expect(text).toContain(said)
  expect(pdf.length).toBeLessThan(80_000)
})

test.each([
  ['nl', 'Afleveradres'],
  ['en', 'Delivery address'],
  ['de', 'Lieferadresse'],
  ['ro', 'Adresa de livrare'],
] as const)(
  'in %s: where the goods go, when it is not the address of the invoice',
  async (language, heading) => {
    expect((await read(invoice({ language }))).text).not.toContain(heading)
    const buyer = { ...invoice().buyer, delivery: deliveredElsewhere }
    const { text, pages } = await read(invoice({ language, buyer }))
    expect(pages).toBe(1)
    for (const said of [
      heading,
      'Scheepswerf De Hoop',
      'Havenweg 12',
      '6541 AB Nijmegen',
      'Strada Mărășești 5',
    ])
      expect(text).toContain(said)
  },
)

test('the longest texts still fit on the page', async () => {
  const long = 'W'.repeat(79)
  const buyer = {
    ...invoice().buyer,
    company: `${long} ${long}`,
    firstName: long,
    lastName: long,
    street: long,
    city: long,
    shipName: long,
    delivery: { name: long, street: long, postalCode: '1234 AB', city: long, country: 'NL' },
  }
  const seller = {
    ...invoice().seller,
    name: detail(`${long} ${long}`),
    address: detail(`${long}, ${long}`, true),
  }
  expect((await read(invoice({ buyer, seller }))).pages).toBe(1)
})

test.each([
  ['nl', 'Vooruitbetalingsfactuur', 'Eindfactuur'],
  ['en', 'Prepayment invoice', 'Final invoice'],
  ['de', 'Anzahlungsrechnung', 'Schlussrechnung'],
  ['ro', 'Factură de avans', 'Factură finală'],
] as const)(
  'in %s: a payment before the delivery, and the invoice that deducts it',
  async (language, prepaid, final) => {
    const paid = await read(prepaymentSample({ language }))
    for (const said of [prepaid, 'SM-2026-000123', '2 × Shipminer 19', /10[., ]000[.,]00/, /1[., ]735[.,]54/])
      expect(paid.text).toMatch(said)
    const last = await read(finalSample(1, { language }))
    for (const said of [final, 'INV-2026-000043', /35[., ]000[.,]00/, /25[., ]000[.,]00/, /4[., ]338[.,]84/])
      expect(last.text).toMatch(said)
    expect(readQr(last.pdf)).toContain('EUR25000.00')
    expect([paid.pages, last.pages]).toEqual([1, 1])
    expect(`${paid.text} ${last.text}`).not.toMatch(/\{\{|pay\.|total\./)
  },
)

test('many payments go on to a second page', async () => {
  const { deducts } = finalSample()
  const many = Array.from({ length: 30 }, () => deducts ?? []).flat()
  expect((await read(finalSample(1, { deducts: many, isPaid: true }))).pages).toBe(2)
})

test('names no account that two operators have not confirmed, and asks to wait', async () => {
  const { pdf, text } = await read(invoice({ bank: { ...invoice().bank, iban: null, bic: null } }))
  expect(text).toContain('Maak nog niets over')
  expect(text).not.toContain('IBAN')
  expect(readQr(pdf)).toBeNull()
})

import type { InvoiceSnapshot } from '../../src/modules/invoices/invoice.ts'
import { finalSample, invoiceSample, prepaymentSample } from './invoice-sample.ts'

const consumer = { ...invoiceSample().buyer, company: null, vatNumber: null, country: 'NL' }
const untaxed = <T extends { netCents: number; vatCents: number; grossCents: number }>(amounts: T): T => ({
  ...amounts,
  vatCents: 0,
  grossCents: amounts.netCents,
})

/** The same at another rate, over the same net amounts. */
function at(percent: number, invoice: InvoiceSnapshot): InvoiceSnapshot {
  const taxed = <T extends { netCents: number; vatCents: number; grossCents: number }>(amounts: T): T => {
    const vatCents = Math.round((amounts.netCents * percent) / 100)
    return { ...amounts, vatCents, grossCents: amounts.netCents + vatCents }
  }
  return {
    ...invoice,
    lines: invoice.lines.map(taxed),
    totals: { ...taxed(invoice.totals), vatPercent: percent },
  }
}

/** Without tax, by a chosen treatment. */
function without(
  invoice: InvoiceSnapshot,
  change: Partial<InvoiceSnapshot>,
  reverseCharge = false,
): InvoiceSnapshot {
  return {
    ...invoice,
    lines: invoice.lines.map(untaxed),
    totals: { ...untaxed(invoice.totals), vatPercent: 0, reverseCharge },
    ...change,
  }
}

/** What takes a document back. */
export function creditSample(invoice: InvoiceSnapshot): InvoiceSnapshot {
  const turned = <T extends { netCents: number; vatCents: number; grossCents: number }>(amounts: T): T => ({
    ...amounts,
    netCents: 0 - amounts.netCents,
    vatCents: 0 - amounts.vatCents,
    grossCents: 0 - amounts.grossCents,
  })
  return {
    ...invoice,
    kind: 'credit',
    number: 'INV-2026-000099',
    credits: invoice.number,
    dueAt: null,
    lines: invoice.lines.map((line) => ({ ...turned(line), quantity: -line.quantity })),
    totals: turned(invoice.totals),
    deducts: invoice.deducts?.map(turned) ?? null,
  }
}

/** While the first account of the provider waits for two operators. */
export const accountToFollow = (invoice: InvoiceSnapshot): InvoiceSnapshot => ({
  ...invoice,
  bank: { ...invoice.bank, iban: null, bic: null },
})

const german = {
  ...invoiceSample().buyer,
  company: 'Reederei Müller GmbH',
  vatNumber: 'DE136695976',
  country: 'DE',
}
/** Goods that go to another place than the invoice. */
export const deliveredElsewhere = {
  name: 'Scheepswerf De Hoop',
  street: 'Havenweg 12',
  postalCode: '6541 AB',
  city: 'Nijmegen',
  country: 'NL',
}
const elsewhere = { buyer: { ...invoiceSample().buyer, delivery: deliveredElsewhere } }
const swiss = { ...invoiceSample().buyer, company: 'Rhytaxi AG', vatNumber: null, country: 'CH' }
const fittedInRomania = { vatCase: 'reverse-charge', fittedIn: 'RO', vatCountry: 'RO' } as const
const sentToGermany = { vatCase: 'intra-community', fittedIn: null, buyer: german } as const
const sentOut = { vatCase: 'export', fittedIn: null, buyer: swiss } as const
const delivered = { deliveredAt: '2026-06-02T10:00:00.000Z' }

/** Documents under every treatment of the VAT that a person can choose, by name, with the category that they must have. */
export const chosenVatSamples: readonly [name: string, category: string, invoice: InvoiceSnapshot][] = [
  ['reverse charge', 'AE', without(invoiceSample(), fittedInRomania, true)],
  ['reverse charge, taken back', 'AE', creditSample(without(invoiceSample(), fittedInRomania, true))],
  ['reverse charge, a prepayment', 'AE', without(prepaymentSample(), fittedInRomania, true)],
  ['intra-community, not delivered yet', 'K', without(invoiceSample(), sentToGermany)],
  ['intra-community, delivered', 'K', without(invoiceSample(delivered), sentToGermany)],
  ['intra-community, taken back', 'K', creditSample(without(invoiceSample(), sentToGermany))],
  [
    'intra-community, delivered and taken back',
    'K',
    creditSample(without(invoiceSample(delivered), sentToGermany)),
  ],
  ['intra-community, a prepayment', 'K', without(prepaymentSample(), sentToGermany)],
  [
    'intra-community, to another place there',
    'K',
    without(invoiceSample(), {
      ...sentToGermany,
      buyer: { ...german, delivery: { ...deliveredElsewhere, name: null, country: 'DE' } },
    }),
  ],
  ['export', 'G', without(invoiceSample(), sentOut)],
  ['export, taken back', 'G', creditSample(without(invoiceSample(delivered), sentOut))],
  [
    'registered elsewhere',
    'S',
    at(19, {
      ...invoiceSample(),
      vatCase: 'local',
      fittedIn: 'DE',
      vatCountry: 'DE',
      sellerVatId: 'DE123456789',
    }),
  ],
  [
    'at a distance',
    'S',
    at(19, {
      ...invoiceSample({ buyer: { ...consumer, country: 'DE' } }),
      vatCase: 'distance',
      fittedIn: null,
      vatCountry: 'DE',
    }),
  ],
]

/** Documents of every kind with the usual VAT, by name. */
export const usualSamples: readonly [name: string, invoice: InvoiceSnapshot][] = [
  ['by bank', invoiceSample()],
  ['by bank, to an account that follows', accountToFollow(invoiceSample())],
  ['with USDT', invoiceSample({ method: 'usdt', dueAt: null })],
  ['paid', invoiceSample({ isPaid: true, ...delivered })],
  ['to another place', invoiceSample(elsewhere)],
  ['to another place, delivered', invoiceSample({ ...elsewhere, ...delivered })],
  ['to another place, taken back', creditSample(invoiceSample(elsewhere))],
  ['with Bitcoin', invoiceSample({ method: 'bitcoin', dueAt: null })],
  ['at delivery', invoiceSample({ method: 'pay_on_delivery', dueAt: null, buyer: consumer })],
  ['sent', invoiceSample({ vatCase: 'sent', fittedIn: null })],
  ['a credit note', creditSample(invoiceSample())],
  ['a prepayment', prepaymentSample()],
  ['a final invoice, with something left', finalSample()],
  ['a final invoice, with nothing left', finalSample(2)],
]

import { createRfReference } from '@shipminer/domain/payments/bank/rf-reference'
import type { InvoiceSnapshot } from '../../src/modules/invoices/invoice.ts'

export const sampleDetail = (value: string, example = false) => ({ value, example })
export const reference = createRfReference('SM-2026-000123') ?? ''

/** A document with everything on it, to a business in Romania. */
export function invoiceSample(change: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot {
  return {
    kind: 'invoice',
    number: 'INV-2026-000042',
    credits: null,
    issuedAt: '2026-04-30T23:30:00.000Z',
    productName: 'Shipminer',
    orderNumber: 'SM-2026-000123',
    language: 'nl',
    seller: {
      name: sampleDetail('Waal Scheepvaart B.V.'),
      address: sampleDetail('Waalkade 7, 6511 XP Nijmegen'),
      email: sampleDetail('info@waal.example'),
      phone: sampleDetail('+31 24 000 00 00'),
      kvk: sampleDetail('12345678'),
      vatId: sampleDetail('NL123456789B01'),
    },
    bank: {
      accountName: 'Waal Scheepvaart B.V.',
      iban: 'NL91ABNA0417164300',
      bic: null,
      example: false,
      reference,
    },
    buyer: {
      firstName: 'Ștefan',
      lastName: 'Țîrlea-Łukasz',
      email: 'stefan@nava.example',
      phone: '1',
      company: 'Navigație Dunărea S.R.L.',
      vatNumber: 'RO18547290',
      vatNumberCheck: 'confirmed',
      shipName: 'Ms Aurora',
      shipType: null,
      notes: 'not on the invoice',
      street: 'Strada Mărășești 5',
      postalCode: '800017',
      city: 'Galați',
      country: 'RO',
    },
    lines: [
      {
        productId: 'sm19',
        name: 'Shipminer 19',
        quantity: 2,
        unitGrossCents: 1_750_000,
        netCents: 2_892_562,
        vatCents: 607_438,
        grossCents: 3_500_000,
      },
    ],
    totals: {
      currency: 'EUR',
      netCents: 2_892_562,
      vatCents: 607_438,
      grossCents: 3_500_000,
      vatPercent: 21,
      reverseCharge: false,
    },
    vatCase: 'fitted',
    fittedIn: 'NL',
    vatCountry: null,
    sellerVatId: null,
    method: 'bank_transfer',
    placedAt: '2026-04-30T23:30:00.000Z',
    dueAt: '2026-05-14T10:00:00.000Z',
    deliveredAt: null,
    isPaid: false,
    receivedAt: null,
    deducts: [],
    ...change,
  }
}

/** Over a first payment of it. */
export function prepaymentSample(change: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot {
  const { totals } = invoiceSample()
  const amounts = { netCents: 826_446, vatCents: 173_554, grossCents: 1_000_000 }
  const name = 'Vooruitbetaling op bestelling SM-2026-000123: 2 × Shipminer 19'
  return invoiceSample({
    kind: 'prepayment',
    number: 'INV-2026-000043',
    lines: [{ productId: 'sm19', name, quantity: 1, unitGrossCents: 1_000_000, ...amounts }],
    totals: { ...totals, ...amounts },
    dueAt: null,
    isPaid: true,
    receivedAt: '2026-05-01T10:00:00.000Z',
    ...change,
  })
}

/** After the delivery, over the whole, with one or two payments before it. */
export function finalSample(payments: 1 | 2 = 1, change: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot {
  const { totals } = invoiceSample()
  const first = { netCents: 826_446, vatCents: 173_554, grossCents: 1_000_000 }
  const rest = {
    netCents: totals.netCents - first.netCents,
    vatCents: totals.vatCents - first.vatCents,
    grossCents: totals.grossCents - first.grossCents,
  }
  return invoiceSample({
    number: 'INV-2026-000045',
    deliveredAt: '2026-06-02T10:00:00.000Z',
    isPaid: payments === 2,
    deducts: [
      { number: 'INV-2026-000043', issuedAt: '2026-05-02T10:00:00.000Z', ...first },
      { number: 'INV-2026-000044', issuedAt: '2026-05-03T10:00:00.000Z', ...rest },
    ].slice(0, payments),
    ...change,
  })
}

import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import {
  accountToFollow,
  chosenVatSamples,
  deliveredElsewhere,
} from '../../../test/papers/e-invoice-samples.ts'
import {
  finalSample,
  invoiceSample,
  prepaymentSample,
  sampleDetail,
} from '../../../test/papers/invoice-sample.ts'
import { eInvoice } from './e-invoice.ts'
import type { InvoiceSnapshot } from './invoice.ts'

/** The rules of EN 16931 and Peppol BIS 3.0 that a document of ours could break, by their names. */
const parser = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
})

// biome-ignore lint/suspicious/noExplicitAny: a parsed document has any shape
type Parsed = any

function read(invoice: InvoiceSnapshot): Parsed {
  const parsed = parser.parse(eInvoice(invoice))
  return parsed.Invoice ?? parsed.CreditNote
}

const typeCodes = { invoice: '380', prepayment: '386', credit: '381' }

/** Amounts as cents. */
const cents = (amount: { '#text': string; '@_currencyID': string }): number => {
  expect(amount['@_currencyID']).toBe('EUR')
  expect(amount['#text']).toMatch(/^\d+\.\d\d$/)
  return Number(amount['#text'].replace('.', ''))
}
const listOf = (one: Parsed): Parsed[] => (Array.isArray(one) ? one : [one])

function brokenRules(invoice: InvoiceSnapshot): string[] {
  const isCredit = invoice.kind === 'credit'
  const doc = read(invoice)
  const lines = listOf(isCredit ? doc.CreditNoteLine : doc.InvoiceLine)
  const { TaxTotal: tax, LegalMonetaryTotal: sums } = doc
  const subtotal = tax.TaxSubtotal
  const category = subtotal.TaxCategory
  const supplier = doc.AccountingSupplierParty.Party
  const customer = doc.AccountingCustomerParty.Party
  const net = lines.reduce((sum, line) => sum + cents(line.LineExtensionAmount), 0)
  const [taxable, vat] = [cents(subtotal.TaxableAmount), cents(subtotal.TaxAmount)]
  const payable = cents(sums.PayableAmount)
  const prepaid = sums.PrepaidAmount === undefined ? 0 : cents(sums.PrepaidAmount)
  const rate = Number(category.Percent)
  const holds: Record<string, boolean> = {
    'BR-01': doc.CustomizationID.startsWith('urn:cen.eu:en16931:2017'),
    'PEPPOL-R001': doc.ProfileID === 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    'PEPPOL-CL008': !doc.CustomizationID.includes('peppol') || customer.EndpointID['@_schemeID'] !== 'EM',
    'BR-02': doc.ID === invoice.number,
    'BR-03': /^\d{4}-\d\d-\d\d$/.test(doc.IssueDate),
    'BR-04': (doc.InvoiceTypeCode ?? doc.CreditNoteTypeCode) === typeCodes[invoice.kind],
    'BR-05': doc.DocumentCurrencyCode === 'EUR',
    'BR-06': supplier.PartyLegalEntity.RegistrationName !== '',
    'BR-07': customer.PartyLegalEntity.RegistrationName !== '',
    'BR-09': supplier.PostalAddress.Country.IdentificationCode === 'NL',
    'BR-11': /^[A-Z]{2}$/.test(customer.PostalAddress.Country.IdentificationCode),
    'BR-16': lines.length > 0,
    'BR-CO-10': cents(sums.LineExtensionAmount) === net,
    'BR-CO-13': cents(sums.TaxExclusiveAmount) === net,
    'BR-CO-14': cents(tax.TaxAmount) === vat,
    'BR-CO-15': cents(sums.TaxInclusiveAmount) === net + vat,
    'BR-CO-16': payable === net + vat - prepaid,
    'BR-CO-17': Math.abs(vat - (taxable * rate) / 100) < 1,
    'BR-CO-25': payable <= 0 || doc.DueDate !== undefined || doc.PaymentTerms?.Note !== undefined,
    'BR-CO-26': supplier.PartyTaxScheme.CompanyID.startsWith(invoice.sellerVatId?.slice(0, 2) ?? 'NL'),
    'BR-S-05': category.ID !== 'S' || rate > 0,
    'BR-S-08': taxable === net,
    'BR-AE-02': category.ID !== 'AE' || customer.PartyTaxScheme?.CompanyID !== undefined,
    'BR-AE-05': category.ID !== 'AE' || rate === 0,
    'BR-AE-09': category.ID !== 'AE' || vat === 0,
    'BR-AE-10': category.ID !== 'AE' || category.TaxExemptionReasonCode === 'VATEX-EU-AE',
    'BR-IC-02': category.ID !== 'K' || customer.PartyTaxScheme?.CompanyID !== undefined,
    'BR-IC-05': category.ID !== 'K' || rate === 0,
    'BR-IC-09': category.ID !== 'K' || vat === 0,
    'BR-IC-10': category.ID !== 'K' || category.TaxExemptionReasonCode === 'VATEX-EU-IC',
    'BR-IC-11':
      category.ID !== 'K' || (doc.Delivery?.ActualDeliveryDate ?? doc.InvoicePeriod?.StartDate) !== undefined,
    'BR-IC-12':
      category.ID !== 'K' ||
      doc.Delivery?.DeliveryLocation?.Address?.Country?.IdentificationCode === invoice.buyer.country,
    'BR-29': doc.InvoicePeriod === undefined || doc.InvoicePeriod.StartDate <= doc.InvoicePeriod.EndDate,
    'BR-G-02': category.ID !== 'G' || supplier.PartyTaxScheme?.CompanyID !== undefined,
    'BR-G-05': category.ID !== 'G' || rate === 0,
    'BR-G-09': category.ID !== 'G' || vat === 0,
    'BR-G-10': category.ID !== 'G' || category.TaxExemptionReasonCode === 'VATEX-EU-G',
    'BR-61': !['30', '58'].includes(doc.PaymentMeans?.PaymentMeansCode) || /^[A-Z]{2}\d\d/.test(account(doc)),
    'PEPPOL-R003': doc.BuyerReference !== undefined,
    'PEPPOL-R008': !/<([\w:]+)[^>]*>\s*<\/\1>/.test(eInvoice(invoice)),
    'PEPPOL-R010': customer.EndpointID['#text'] !== '' && customer.EndpointID['@_schemeID'] !== '',
    'PEPPOL-R020': supplier.EndpointID['@_schemeID'] === '0106',
    'PEPPOL-R120': lines.every((line) => {
      const quantity = Number((line.InvoicedQuantity ?? line.CreditedQuantity)['#text'])
      const base = Number(line.Price.BaseQuantity['#text'])
      return cents(line.LineExtensionAmount) === (cents(line.Price.PriceAmount) * quantity) / base
    }),
    'NL-R-001': !isCredit || doc.BillingReference.InvoiceDocumentReference.ID === invoice.credits,
    'NL-R-002': ['StreetName', 'CityName', 'PostalZone'].every((part) => supplier.PostalAddress[part]),
    'NL-R-003': supplier.PartyLegalEntity.CompanyID['@_schemeID'] === '0106',
    'NL-R-004': ['StreetName', 'CityName', 'PostalZone'].every((part) => customer.PostalAddress[part]),
    'NL-R-007': isCredit || doc.PaymentMeans !== undefined,
    'NL-R-008': isCredit || ['30', '48', '49', '57', '58', '59'].includes(doc.PaymentMeans.PaymentMeansCode),
  }
  return Object.keys(holds).filter((rule) => !holds[rule])
}

const account = (doc: Parsed): string => doc.PaymentMeans.PayeeFinancialAccount?.ID ?? ''

const consumer = { ...invoiceSample().buyer, company: null, vatNumber: null, country: 'NL' }
const bookkept = {
  ...invoiceSample().buyer,
  peppolId: '0106:12345678',
  reference: 'PO 4711',
  invoiceEmail: 'facturi@nava.example',
}
const negative = (cent: number) => -cent
const credit = (): InvoiceSnapshot => {
  const { lines, totals } = invoiceSample()
  const turned = <T extends { netCents: number; vatCents: number; grossCents: number }>(one: T): T => ({
    ...one,
    netCents: negative(one.netCents),
    vatCents: negative(one.vatCents),
    grossCents: negative(one.grossCents),
  })
  return invoiceSample({
    kind: 'credit',
    number: 'INV-2026-000043',
    credits: 'INV-2026-000042',
    lines: lines.map((line) => ({ ...turned(line), quantity: -line.quantity })),
    totals: turned(totals),
  })
}

const shifted = (): InvoiceSnapshot => {
  const { lines, totals } = invoiceSample()
  const without = { vatCents: 0, grossCents: totals.netCents }
  return invoiceSample({
    lines: lines.map((line) => ({ ...line, ...without })),
    totals: { ...totals, ...without, vatPercent: 0, reverseCharge: true },
  })
}

describe('an e-invoice keeps the rules', () => {
  test.each<[string, () => InvoiceSnapshot]>([
    ['by bank', () => invoiceSample()],
    ['paid', () => invoiceSample({ isPaid: true, deliveredAt: '2026-06-02T10:00:00.000Z' })],
    ['by bank, to an account that follows', () => accountToFollow(invoiceSample())],
    ['with Bitcoin', () => invoiceSample({ method: 'bitcoin', dueAt: null })],
    ['with USDT', () => invoiceSample({ method: 'usdt', dueAt: null })],
    [
      'at delivery, to a consumer',
      () => invoiceSample({ method: 'pay_on_delivery', dueAt: null, buyer: consumer }),
    ],
    ['to a bookkeeping', () => invoiceSample({ buyer: bookkept })],
    ['shifted, of before', shifted],
    ['a credit note', credit],
    ['a prepayment', prepaymentSample],
    ['a final invoice, with something left', () => finalSample()],
    ['a final invoice, with nothing left', () => finalSample(2)],
  ])('%s', (_name, invoice) => {
    expect(brokenRules(invoice())).toEqual([])
  })

  test.each(chosenVatSamples)('%s has category %s', (_name, category, invoice) => {
    expect(brokenRules(invoice)).toEqual([])
    expect(read(invoice).TaxTotal.TaxSubtotal.TaxCategory.ID).toBe(category)
  })

  test('where the seller is registered elsewhere, with their number there', () => {
    const [, , local] = chosenVatSamples.find(([name]) => name === 'registered elsewhere') ?? []
    if (local === undefined) throw new Error('no sample')
    expect(read(local).AccountingSupplierParty.Party.PartyTaxScheme.CompanyID).toBe('DE123456789')
  })

  test('and one that does not is found', () => {
    const { totals } = invoiceSample()
    const wrong = invoiceSample({ totals: { ...totals, grossCents: totals.grossCents + 1 } })
    expect(brokenRules(wrong)).toContain('BR-CO-15')
    const nobody = invoiceSample({ buyer: { ...consumer, street: '' } })
    expect(brokenRules(nobody)).toContain('NL-R-004')
  })
})

test('where the goods go is said when it is not the address of the invoice', () => {
  const buyer = { ...invoiceSample().buyer, delivery: deliveredElsewhere }
  const place = {
    StreetName: 'Havenweg 12',
    CityName: 'Nijmegen',
    PostalZone: '6541 AB',
    Country: { IdentificationCode: 'NL' },
  }
  expect(read(invoiceSample({ buyer })).Delivery).toEqual({
    DeliveryLocation: { Address: place },
    DeliveryParty: { PartyName: { Name: 'Scheepswerf De Hoop' } },
  })
  const deliveredAt = '2026-06-02T10:00:00.000Z'
  const delivery = read(
    invoiceSample({ deliveredAt, buyer: { ...buyer, delivery: { ...deliveredElsewhere, name: null } } }),
  ).Delivery
  expect(delivery).toEqual({ ActualDeliveryDate: '2026-06-02', DeliveryLocation: { Address: place } })
  expect(Object.keys(delivery)).toEqual(['ActualDeliveryDate', 'DeliveryLocation'])
  expect(read(invoiceSample()).Delivery).toBeUndefined()
})

test('the elements are in the order of the schema', () => {
  const order = [
    'CustomizationID',
    'ProfileID',
    'ID',
    'IssueDate',
    'DueDate',
    'InvoiceTypeCode',
    'CreditNoteTypeCode',
    'Note',
    'TaxPointDate',
    'DocumentCurrencyCode',
    'BuyerReference',
    'InvoicePeriod',
    'OrderReference',
    'BillingReference',
    'AccountingSupplierParty',
    'AccountingCustomerParty',
    'Delivery',
    'PaymentMeans',
    'PaymentTerms',
    'TaxTotal',
    'LegalMonetaryTotal',
    'InvoiceLine',
    'CreditNoteLine',
  ]
  for (const invoice of [
    invoiceSample({ deliveredAt: '2026-06-02T10:00:00.000Z' }),
    credit(),
    { ...credit(), buyer: bookkept },
    finalSample(2),
    { ...finalSample(2), buyer: bookkept },
    prepaymentSample(),
    ...chosenVatSamples.map(([, , invoice]) => invoice),
  ]) {
    const names = Object.keys(read(invoice)).filter((name) => !name.startsWith('@_'))
    expect(names.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))).toEqual(names)
    expect(names.filter((name) => !order.includes(name))).toEqual([])
  }
})

describe('the buyer’s bookkeeping', () => {
  const customer = (buyer: InvoiceSnapshot['buyer']) => read(invoiceSample({ buyer }))
  const scheme = (schemeID: string, text: string) => ({ '#text': text, '@_schemeID': schemeID })

  test('is reached at its Peppol id, by its own reference', () => {
    const doc = customer(bookkept)
    expect(doc.BuyerReference).toBe('PO 4711')
    expect(doc.OrderReference).toEqual({ ID: 'PO 4711', SalesOrderID: 'SM-2026-000123' })
    const { Party } = doc.AccountingCustomerParty
    expect(Object.keys(Party).slice(0, 3)).toEqual(['EndpointID', 'PartyIdentification', 'PartyName'])
    expect(Party.EndpointID).toEqual(scheme('0106', '12345678'))
    expect(Party.PartyIdentification.ID).toEqual(scheme('0106', '12345678'))
    expect(Party.Contact.ElectronicMail).toBe('facturi@nava.example')
    expect(read({ ...credit(), buyer: bookkept }).OrderReference.ID).toBe('PO 4711')
  })

  test('a VAT number is an address, and no name of a party', () => {
    const { Party } = customer({ ...bookkept, peppolId: '9947:RO18547290' }).AccountingCustomerParty
    expect(Party.EndpointID).toEqual(scheme('9947', 'RO18547290'))
    expect(Party.PartyIdentification).toBeUndefined()
  })

  test('a German authority is referred to by its Leitweg-ID', () => {
    const doc = customer({ ...bookkept, peppolId: '0204:04011000-1234512345-06' })
    expect(doc.BuyerReference).toBe('04011000-1234512345-06')
    expect(doc.OrderReference.ID).toBe('PO 4711')
  })

  test('without any, it is the VAT number or the mailbox, and the order refers', () => {
    const doc = customer(invoiceSample().buyer)
    expect(doc.BuyerReference).toBe('SM-2026-000123')
    expect(doc.OrderReference).toBeUndefined()
    expect(doc.AccountingCustomerParty.Party.EndpointID).toEqual(scheme('9947', 'RO18547290'))
    expect(customer(consumer).AccountingCustomerParty.Party.EndpointID).toEqual(
      scheme('EM', 'stefan@nava.example'),
    )
  })

  test('a reference cannot break it', () => {
    const doc = customer({ ...bookkept, reference: '</cbc:ID>&<x>' })
    expect(doc.OrderReference.ID).toBe('</cbc:ID>&<x>')
  })
})

test('a credit note is positive, and names what it takes back', () => {
  const doc = read(credit())
  expect(doc.LegalMonetaryTotal.PayableAmount['#text']).toBe('35000.00')
  expect(doc.CreditNoteLine.CreditedQuantity).toEqual({ '#text': '2', '@_unitCode': 'C62' })
})

test('a final invoice names each prepayment, and asks for the rest', () => {
  const doc = read(finalSample(2))
  expect(doc.BillingReference.map((one: Parsed) => one.InvoiceDocumentReference)).toEqual([
    { ID: 'INV-2026-000043', IssueDate: '2026-05-02' },
    { ID: 'INV-2026-000044', IssueDate: '2026-05-03' },
  ])
  expect(doc.LegalMonetaryTotal.PrepaidAmount['#text']).toBe('35000.00')
  expect(doc.LegalMonetaryTotal.PayableAmount['#text']).toBe('0.00')
  const rest = read(finalSample(1))
  expect(rest.LegalMonetaryTotal.PayableAmount['#text']).toBe('25000.00')
  expect(rest.Note).toMatch(/1[.]735,54 btw over €\s?8[.]264,46/)
  const paid = read(prepaymentSample())
  expect(paid.TaxPointDate).toBe('2026-05-01')
  expect([
    paid.LegalMonetaryTotal.PrepaidAmount['#text'],
    paid.LegalMonetaryTotal.PayableAmount['#text'],
  ]).toEqual(['10000.00', '0.00'])
})

test('it says the ground of the VAT, and that it is an example', () => {
  expect(read(invoiceSample()).Note).toContain('artikel 36')
  const seller = { ...invoiceSample().seller, kvk: sampleDetail('00000000', true) }
  expect(read(invoiceSample({ seller })).Note).toContain('VOORBEELD')
})

test('names cannot break it', () => {
  const company = '<Rederij> & "Zn" \u0001\ud800]]>'
  const doc = read(invoiceSample({ buyer: { ...consumer, company } }))
  expect(doc.AccountingCustomerParty.Party.PartyName.Name).toBe('<Rederij> & "Zn" ]]>')
})

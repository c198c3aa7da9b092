import type { Buyer, OrderLine } from '@shipminer/contract/shop/orders'
import { readPeppolId, vatSchemes } from '@shipminer/domain/orders/vat/peppol-id'
import { sellerCountry } from '@shipminer/domain/orders/vat/vat-case'
import { escapeMarkup } from '@shipminer/domain/xml-text'
import { type InvoiceSnapshot, ownAmounts } from './invoice.ts'
import { invoiceContent } from './invoice-content.ts'
import { sellerDay, sellerTimeZone } from './seller.ts'

/** An element with its text, or with what is in it; null children are left out. */
type Element = readonly [name: string, content: string | readonly (Element | null)[], attributes?: string]

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'
const standard = 'urn:cen.eu:en16931:2017'
const peppolBilling = `${standard}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' as const

/** Schemes of electronic addresses (EAS): the Dutch chamber of commerce, German authorities, and e-mail for everyone without any other. */
const kvkScheme = '0106'
const leitwegScheme = '0204'
const mailScheme = 'EM'

/** UNCL 1001: a commercial invoice, one over a prepayment, a credit note. */
const typeCodes = { invoice: '380', prepayment: '386', credit: '381' } as const

/** UNCL 4461, as agreed between the parties. */
const asAgreed = '57'
/** UNCL 4461: SEPA credit transfer, bank card, and as agreed, because Peppol's list for the Netherlands has nothing for coins. */
const paymentMeans = {
  bank_transfer: '58',
  pay_on_delivery: '48',
  bitcoin: asAgreed,
  usdt: asAgreed,
} as const

/**
 * A document as an e-invoice: EN 16931 in the UBL syntax, profile Peppol BIS Billing 3.0 where the buyer can be reached there, from the same frozen facts as its PDF. A credit
 * note has positive amounts, as the standard wants it.
 */
export function eInvoice(invoice: InvoiceSnapshot): string {
  const isCredit = invoice.kind === 'credit'
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const { warning, notes, payment: terms } = invoiceContent(invoice, sellerTimeZone)
  const due = isCredit || invoice.isPaid ? null : invoice.dueAt
  const children: (Element | null)[] = [
    // A buyer who has no address in Peppol but a mailbox gets the plain standard: Peppol does not know mailboxes.
    ['cbc:CustomizationID', endpointOf(invoice.buyer).scheme === mailScheme ? standard : peppolBilling],
    ['cbc:ProfileID', profile],
    ['cbc:ID', invoice.number],
    ['cbc:IssueDate', day(invoice.issuedAt)],
    due === null ? null : ['cbc:DueDate', day(due)],
    [`cbc:${root}TypeCode`, typeCodes[invoice.kind]],
    note([warning, ...notes]),
    invoice.receivedAt === null || isCredit ? null : ['cbc:TaxPointDate', day(invoice.receivedAt)],
    ['cbc:DocumentCurrencyCode', 'EUR'],
    ['cbc:BuyerReference', buyerReference(invoice)],
    invoicePeriod(invoice),
    orderReference(invoice),
    ...references(invoice),
    ['cac:AccountingSupplierParty', [sellerParty(invoice)]],
    ['cac:AccountingCustomerParty', [buyerParty(invoice.buyer)]],
    delivery(invoice),
    payment(invoice),
    due === null ? ['cac:PaymentTerms', [['cbc:Note', terms.sentence]]] : null,
    taxTotal(invoice),
    monetaryTotal(invoice),
    ...invoice.lines.map((line, index) => invoiceLine(invoice, line, index)),
  ]
  const spaces = `xmlns="${ubl}:${root}-2" xmlns:cac="${ubl}:CommonAggregateComponents-2" xmlns:cbc="${ubl}:CommonBasicComponents-2"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write([root, children, ` ${spaces}`], '')}`
}

/** Goods that go to another member state have a day of delivery or, as long as there is none, a period (BR-IC-11). */
function invoicePeriod(invoice: InvoiceSnapshot): Element | null {
  if (categoryOf(invoice) !== 'K' || invoice.deliveredAt !== null) return null
  return [
    'cac:InvoicePeriod',
    [
      ['cbc:StartDate', day(invoice.placedAt)],
      ['cbc:EndDate', day(invoice.issuedAt)],
    ],
  ]
}

/** When it was delivered, and where when that is not the buyer's address; the country alone where the tax hangs on it (BR-IC-12). */
function delivery(invoice: InvoiceSnapshot): Element | null {
  const { buyer } = invoice
  const place = buyer.delivery ?? null
  const isSentAbroad = categoryOf(invoice) === 'K'
  const at = invoice.kind === 'credit' && !isSentAbroad ? null : invoice.deliveredAt
  if (at === null && place === null && !isSentAbroad) return null
  const country: Element = ['cac:Country', [['cbc:IdentificationCode', buyer.country]]]
  const where = place !== null ? addressParts(place) : isSentAbroad ? [country] : null
  return [
    'cac:Delivery',
    [
      at === null ? null : ['cbc:ActualDeliveryDate', day(at)],
      where === null ? null : ['cac:DeliveryLocation', [['cac:Address', where]]],
      place?.name ? ['cac:DeliveryParty', [['cac:PartyName', [['cbc:Name', place.name]]]]] : null,
    ],
  ]
}

/** What a credit note takes back, or what a final invoice deducts. */
function references({ credits, deducts }: InvoiceSnapshot): Element[] {
  const to = (id: string, issuedAt: string | null): Element => [
    'cac:BillingReference',
    [
      [
        'cac:InvoiceDocumentReference',
        [['cbc:ID', id], issuedAt === null ? null : ['cbc:IssueDate', day(issuedAt)]],
      ],
    ],
  ]
  if (credits !== null) return [to(credits, null)]
  return (deducts ?? []).map(({ number, issuedAt }) => to(number, issuedAt))
}

/** German authorities are referred to by their Leitweg-ID; everyone else as they wish, or else by the order. */
function buyerReference({ buyer, orderNumber }: InvoiceSnapshot): string {
  const { scheme, value } = endpointOf(buyer)
  return scheme === leitwegScheme ? value : (buyer.reference ?? orderNumber)
}

/** The buyer's number of the order beside ours. */
function orderReference({ buyer, orderNumber }: InvoiceSnapshot): Element | null {
  if (!buyer.reference) return null
  return [
    'cac:OrderReference',
    [
      ['cbc:ID', buyer.reference],
      ['cbc:SalesOrderID', orderNumber],
    ],
  ]
}

/** Where the buyer receives e-invoices: as they said, else by their VAT number, else by mail. */
function endpointOf(buyer: Buyer): { scheme: string; value: string } {
  const peppol = buyer.peppolId ? readPeppolId(buyer.peppolId) : null
  if (peppol?.ok) return peppol
  const scheme = buyer.vatNumber === null ? undefined : vatSchemes[buyer.vatNumber.slice(0, 2)]
  if (buyer.vatNumber !== null && scheme !== undefined) return { scheme, value: buyer.vatNumber }
  return { scheme: mailScheme, value: buyer.invoiceEmail ?? buyer.email }
}

/** Only schemes of ISO 6523, which begin with a zero, may name a party; the others are addresses alone. */
function partyIdentification({ scheme, value }: { scheme: string; value: string }): Element | null {
  if (!scheme.startsWith('0')) return null
  return ['cac:PartyIdentification', [['cbc:ID', value, ` schemeID="${scheme}"`]]]
}

function sellerParty({ seller, sellerVatId }: InvoiceSnapshot): Element {
  const [street = '', ...rest] = seller.address.value.split(/,\s*|\n/)
  const place = /^(\d{4}\s?[A-Z]{2})\s+(.+)$/.exec(rest.at(-1) ?? '')
  const name = seller.name.value
  return [
    'cac:Party',
    [
      ['cbc:EndpointID', seller.kvk.value, ` schemeID="${kvkScheme}"`],
      ['cac:PartyName', [['cbc:Name', name]]],
      address({
        street,
        city: place?.[2] ?? rest.join(', '),
        postalCode: place?.[1] ?? '',
        country: sellerCountry,
      }),
      taxScheme(plain(sellerVatId ?? seller.vatId.value)),
      [
        'cac:PartyLegalEntity',
        [
          ['cbc:RegistrationName', name],
          ['cbc:CompanyID', seller.kvk.value, ` schemeID="${kvkScheme}"`],
        ],
      ],
      [
        'cac:Contact',
        [
          ['cbc:Telephone', seller.phone.value],
          ['cbc:ElectronicMail', seller.email.value],
        ],
      ],
    ],
  ]
}

function buyerParty(buyer: Buyer): Element {
  const person = `${buyer.firstName} ${buyer.lastName}`
  const name = buyer.company ?? person
  const endpoint = endpointOf(buyer)
  return [
    'cac:Party',
    [
      ['cbc:EndpointID', endpoint.value, ` schemeID="${endpoint.scheme}"`],
      partyIdentification(endpoint),
      ['cac:PartyName', [['cbc:Name', name]]],
      address(buyer),
      buyer.vatNumber === null ? null : taxScheme(buyer.vatNumber),
      ['cac:PartyLegalEntity', [['cbc:RegistrationName', name]]],
      [
        'cac:Contact',
        [
          ['cbc:Name', person],
          ['cbc:Telephone', buyer.phone],
          ['cbc:ElectronicMail', buyer.invoiceEmail ?? buyer.email],
        ],
      ],
    ],
  ]
}

type Place = { street: string; city: string; postalCode: string; country: string }

const address = (place: Place): Element => ['cac:PostalAddress', addressParts(place)]

const addressParts = (place: Place): (Element | null)[] => [
  optional('cbc:StreetName', place.street),
  optional('cbc:CityName', place.city),
  optional('cbc:PostalZone', place.postalCode),
  ['cac:Country', [['cbc:IdentificationCode', place.country]]],
]

function taxScheme(vatId: string): Element {
  return ['cac:PartyTaxScheme', [['cbc:CompanyID', vatId], vat]]
}

const vat: Element = ['cac:TaxScheme', [['cbc:ID', 'VAT']]]

function payment({ method, bank, kind }: InvoiceSnapshot): Element | null {
  if (kind === 'credit') return null
  const named = method === 'bank_transfer' ? bank.iban : null
  // A transfer must name its account (BR-61), and that list knows no means that is undefined: what follows is as agreed, too.
  const code = method === 'bank_transfer' && named === null ? asAgreed : paymentMeans[method]
  const account: Element | null =
    named === null
      ? null
      : [
          'cac:PayeeFinancialAccount',
          [
            ['cbc:ID', plain(named)],
            ['cbc:Name', bank.accountName],
            bank.bic === null ? null : ['cac:FinancialInstitutionBranch', [['cbc:ID', bank.bic]]],
          ],
        ]
  return [
    'cac:PaymentMeans',
    [['cbc:PaymentMeansCode', code], ['cbc:PaymentID', plain(bank.reference)], account],
  ]
}

/** VAT category of EN 16931: shifted to the buyer, sent to another member state, out of the Union, standard rate, or a rate of zero. */
function categoryOf({ totals, vatCase }: InvoiceSnapshot): 'AE' | 'K' | 'G' | 'S' | 'Z' {
  if (totals.reverseCharge) return 'AE'
  if (vatCase === 'intra-community') return 'K'
  if (vatCase === 'export') return 'G'
  return totals.vatPercent > 0 ? 'S' : 'Z'
}

/** Why a category has no tax: its code of the list VATEX, and its words. */
const exemptions: Readonly<
  Partial<Record<ReturnType<typeof categoryOf>, readonly [code: string, words: string]>>
> = {
  AE: ['VATEX-EU-AE', 'Reverse charge'],
  K: ['VATEX-EU-IC', 'Intra-Community supply'],
  G: ['VATEX-EU-G', 'Export outside the EU'],
}

function taxTotal(invoice: InvoiceSnapshot): Element {
  const { totals } = invoice
  const category = categoryOf(invoice)
  const exemption = exemptions[category]
  return [
    'cac:TaxTotal',
    [
      euro('cbc:TaxAmount', totals.vatCents),
      [
        'cac:TaxSubtotal',
        [
          euro('cbc:TaxableAmount', totals.netCents),
          euro('cbc:TaxAmount', totals.vatCents),
          [
            'cac:TaxCategory',
            [
              ['cbc:ID', category],
              ['cbc:Percent', String(totals.vatPercent)],
              exemption ? ['cbc:TaxExemptionReasonCode', exemption[0]] : null,
              exemption ? ['cbc:TaxExemptionReason', exemption[1]] : null,
              vat,
            ],
          ],
        ],
      ],
    ],
  ]
}

function monetaryTotal(invoice: InvoiceSnapshot): Element {
  const { totals, isPaid, kind } = invoice
  const prepaidCents =
    isPaid && kind !== 'credit' ? totals.grossCents : totals.grossCents - ownAmounts(invoice).grossCents
  return [
    'cac:LegalMonetaryTotal',
    [
      euro('cbc:LineExtensionAmount', totals.netCents),
      euro('cbc:TaxExclusiveAmount', totals.netCents),
      euro('cbc:TaxInclusiveAmount', totals.grossCents),
      prepaidCents === 0 ? null : euro('cbc:PrepaidAmount', prepaidCents),
      euro('cbc:PayableAmount', totals.grossCents - prepaidCents),
    ],
  ]
}

function invoiceLine(invoice: InvoiceSnapshot, line: OrderLine, index: number): Element {
  const isCredit = invoice.kind === 'credit'
  const quantity = String(Math.abs(line.quantity))
  return [
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    [
      ['cbc:ID', String(index + 1)],
      [isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', quantity, ' unitCode="C62"'],
      euro('cbc:LineExtensionAmount', line.netCents),
      [
        'cac:Item',
        [
          ['cbc:Name', line.name],
          ['cac:SellersItemIdentification', [['cbc:ID', line.productId]]],
          [
            'cac:ClassifiedTaxCategory',
            [['cbc:ID', categoryOf(invoice)], ['cbc:Percent', String(invoice.totals.vatPercent)], vat],
          ],
        ],
      ],
      // The price of all of them, so that price times quantity is the line to the cent.
      [
        'cac:Price',
        [euro('cbc:PriceAmount', line.netCents), ['cbc:BaseQuantity', quantity, ' unitCode="C62"']],
      ],
    ],
  ]
}

function note(texts: readonly (string | null)[]): Element | null {
  const said = texts.filter((text) => text !== null)
  return said.length === 0 ? null : ['cbc:Note', said.join(' ')]
}

const optional = (name: string, text: string): Element | null => (text === '' ? null : [name, text])
const plain = (text: string) => text.replaceAll(/[\s.]/g, '')
const day = (at: string) => sellerDay(new Date(at))

/** Cents as euro, without a sign: a credit note is negative by its kind. */
function euro(name: string, cents: number): Element {
  const whole = Math.abs(cents)
  return [name, `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`, ' currencyID="EUR"']
}

function write([name, content, attributes = '']: Element, indent: string): string {
  if (typeof content === 'string') return `${indent}<${name}${attributes}>${escapeText(content)}</${name}>\n`
  const inside = content.map((child) => (child === null ? '' : write(child, `${indent}  `))).join('')
  return `${indent}<${name}${attributes}>\n${inside}${indent}</${name}>\n`
}

/** Without what XML cannot hold. */
function escapeText(text: string): string {
  return escapeMarkup(text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''))
}

import type { Buyer, OrderLine } from '@shipminer/contract/orders'
import { sellerCountry } from '@shipminer/domain/orders/vat-case'
import { type InvoiceSnapshot, ownAmounts } from './invoice.ts'
import { invoiceContent } from './invoice-content.ts'
import { sellerDay, sellerTimeZone } from './seller.ts'

/** An element with its text, or with what is in it; null children are left out. */
type Element = readonly [name: string, content: string | readonly (Element | null)[], attributes?: string]

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'
const customization = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0' as const
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' as const

/** Schemes of electronic addresses (EAS): the Dutch chamber of commerce, VAT numbers by country, and e-mail for everyone else. */
const kvkScheme = '0106'
const mailScheme = 'EM'
const vatSchemes: Readonly<Partial<Record<string, string>>> = {
  AT: '9914',
  BE: '9925',
  DE: '9930',
  FR: '9957',
  LU: '9938',
  NL: '9944',
  RO: '9947',
}

/** UNCL 1001: a commercial invoice, one over a prepayment, a credit note. */
const typeCodes = { invoice: '380', prepayment: '386', credit: '381' } as const

/** UNCL 4461: SEPA credit transfer, bank card, and as agreed, because Peppol's list for the Netherlands has nothing for coins. */
const paymentMeans = { bank_transfer: '58', pay_on_delivery: '48', bitcoin: '57', usdt: '57' } as const

/**
 * A document as an e-invoice: EN 16931 in the UBL syntax, profile Peppol BIS Billing 3.0, from the same frozen facts as its PDF. A credit
 * note has positive amounts, as the standard wants it.
 */
export function eInvoice(invoice: InvoiceSnapshot): string {
  const isCredit = invoice.kind === 'credit'
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const { warning, notes, payment: terms } = invoiceContent(invoice, sellerTimeZone)
  const due = isCredit || invoice.isPaid ? null : invoice.dueAt
  const children: (Element | null)[] = [
    ['cbc:CustomizationID', customization],
    ['cbc:ProfileID', profile],
    ['cbc:ID', invoice.number],
    ['cbc:IssueDate', day(invoice.issuedAt)],
    due === null ? null : ['cbc:DueDate', day(due)],
    [`cbc:${root}TypeCode`, typeCodes[invoice.kind]],
    note([warning, ...notes]),
    invoice.receivedAt === null || isCredit ? null : ['cbc:TaxPointDate', day(invoice.receivedAt)],
    ['cbc:DocumentCurrencyCode', 'EUR'],
    ['cbc:BuyerReference', invoice.orderNumber],
    ...references(invoice),
    ['cac:AccountingSupplierParty', [sellerParty(invoice)]],
    ['cac:AccountingCustomerParty', [buyerParty(invoice.buyer)]],
    invoice.deliveredAt === null || isCredit
      ? null
      : ['cac:Delivery', [['cbc:ActualDeliveryDate', day(invoice.deliveredAt)]]],
    payment(invoice),
    due === null ? ['cac:PaymentTerms', [['cbc:Note', terms.sentence]]] : null,
    taxTotal(invoice),
    monetaryTotal(invoice),
    ...invoice.lines.map((line, index) => invoiceLine(invoice, line, index)),
  ]
  const spaces = `xmlns="${ubl}:${root}-2" xmlns:cac="${ubl}:CommonAggregateComponents-2" xmlns:cbc="${ubl}:CommonBasicComponents-2"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write([root, children, ` ${spaces}`], '')}`
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

function sellerParty({ seller }: InvoiceSnapshot): Element {
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
      taxScheme(plain(seller.vatId.value)),
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
  const vatScheme = buyer.vatNumber === null ? undefined : vatSchemes[buyer.vatNumber.slice(0, 2)]
  const [endpoint, scheme] =
    buyer.vatNumber !== null && vatScheme !== undefined
      ? [buyer.vatNumber, vatScheme]
      : [buyer.email, mailScheme]
  return [
    'cac:Party',
    [
      ['cbc:EndpointID', endpoint, ` schemeID="${scheme}"`],
      ['cac:PartyName', [['cbc:Name', name]]],
      address(buyer),
      buyer.vatNumber === null ? null : taxScheme(buyer.vatNumber),
      ['cac:PartyLegalEntity', [['cbc:RegistrationName', name]]],
      [
        'cac:Contact',
        [
          ['cbc:Name', person],
          ['cbc:Telephone', buyer.phone],
          ['cbc:ElectronicMail', buyer.email],
        ],
      ],
    ],
  ]
}

function address(place: { street: string; city: string; postalCode: string; country: string }): Element {
  return [
    'cac:PostalAddress',
    [
      optional('cbc:StreetName', place.street),
      optional('cbc:CityName', place.city),
      optional('cbc:PostalZone', place.postalCode),
      ['cac:Country', [['cbc:IdentificationCode', place.country]]],
    ],
  ]
}

function taxScheme(vatId: string): Element {
  return ['cac:PartyTaxScheme', [['cbc:CompanyID', vatId], vat]]
}

const vat: Element = ['cac:TaxScheme', [['cbc:ID', 'VAT']]]

function payment({ method, bank, kind }: InvoiceSnapshot): Element | null {
  if (kind === 'credit') return null
  const code = paymentMeans[method]
  const account: Element = [
    'cac:PayeeFinancialAccount',
    [
      ['cbc:ID', plain(bank.iban)],
      ['cbc:Name', bank.accountName],
      bank.bic === null ? null : ['cac:FinancialInstitutionBranch', [['cbc:ID', bank.bic]]],
    ],
  ]
  return [
    'cac:PaymentMeans',
    [
      ['cbc:PaymentMeansCode', code],
      ['cbc:PaymentID', plain(bank.reference)],
      method === 'bank_transfer' ? account : null,
    ],
  ]
}

/** VAT category of EN 16931: shifted to the buyer, standard rate, or a rate of zero. */
function categoryOf({ totals }: InvoiceSnapshot): 'AE' | 'S' | 'Z' {
  if (totals.reverseCharge) return 'AE'
  return totals.vatPercent > 0 ? 'S' : 'Z'
}

function taxTotal(invoice: InvoiceSnapshot): Element {
  const { totals } = invoice
  const category = categoryOf(invoice)
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
              category === 'AE' ? ['cbc:TaxExemptionReasonCode', 'VATEX-EU-AE'] : null,
              category === 'AE' ? ['cbc:TaxExemptionReason', 'Reverse charge'] : null,
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

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without what XML cannot hold. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}

import { epcPayload } from '@shipminer/domain/payments/bank/epc'
import { formatIban } from '@shipminer/domain/payments/bank/iban'
import { formatRfReference } from '@shipminer/domain/payments/bank/rf-reference'
import { countryName, dateFormat, formatEuro } from '@shipminer/i18n/formats'
import type { Fact } from '../../platform/pdf/document-parts.ts'
import { type InvoiceSnapshot, ownAmounts } from './invoice.ts'
import { type InvoiceTextKey, invoiceText } from './invoice-texts.ts'
import { sellerLines } from './seller.ts'
import { vatGrounds } from './vat-grounds.ts'

/** The content of a document, in its language, before layout. */
export type InvoiceContent = {
  title: string
  brand: string
  /** Shown large as long as any detail of the seller is an example. */
  warning: string | null
  seller: { heading: string; lines: string[] }
  buyer: { heading: string; lines: string[] }
  /** Where the goods go when it is not the buyer's address, on one line. */
  delivery: { heading: string; lines: string[] } | null
  facts: Fact[]
  columns: [what: string, quantity: string, unit: string, rate: string, net: string]
  rows: { what: string; note: string; quantity: string; unit: string; rate: string; net: string }[]
  totals: Fact[]
  grand: Fact
  /** Sentences required by law. */
  notes: string[]
  payment: { heading: string; sentence: string; facts: Fact[]; qr: { text: string; caption: string } | null }
  footer: string[]
}

/** @param timeZone where the seller's days begin */
export function invoiceContent(invoice: InvoiceSnapshot, timeZone: string): InvoiceContent {
  const { language, totals, seller, buyer, kind } = invoice
  const t = (key: InvoiceTextKey, values?: Record<string, string>) => invoiceText(language, key, values)
  const money = (cents: number) => formatEuro(language, cents)
  const day = (at: string) => dateFormat(language, { dateStyle: 'long', timeZone }).format(new Date(at))
  const isCredit = kind === 'credit'
  const isExample = Object.values(seller).some(({ example }) => example) || invoice.bank.example
  const name = `${buyer.firstName} ${buyer.lastName}`
  const delivery = isCredit
    ? t('delivery.none')
    : invoice.deliveredAt === null
      ? t('delivery.prepaid')
      : day(invoice.deliveredAt)
  const deducts = invoice.deducts ?? []
  return {
    title: t(titleOf(invoice)),
    brand: invoice.productName,
    warning: isExample ? t('example') : null,
    seller: {
      heading: t('from'),
      lines: [...sellerLines(seller, language), ...registrationLines(invoice, t)],
    },
    buyer: {
      heading: t('to'),
      lines: [
        ...(buyer.company === null ? [name] : [buyer.company, name]),
        buyer.street,
        `${buyer.postalCode} ${buyer.city}`,
        countryName(language, buyer.country),
        ...(buyer.vatNumber === null ? [] : [`${t('vatId')} ${buyer.vatNumber}`]),
        ...(buyer.peppolId ? [`Peppol ${buyer.peppolId}`] : []),
        ...(buyer.shipName === null ? [] : [`${t('ship')} ${buyer.shipName}`]),
      ],
    },
    delivery: deliveryOf(invoice, t),
    facts: [
      { label: t(isCredit ? 'creditNumber' : 'number'), value: invoice.number },
      ...(invoice.credits === null ? [] : [{ label: t('credits'), value: invoice.credits }]),
      { label: t('date'), value: day(invoice.issuedAt) },
      { label: t('order'), value: invoice.orderNumber },
      ...(buyer.reference ? [{ label: t('reference'), value: buyer.reference }] : []),
      { label: t('delivery'), value: delivery },
      ...(invoice.receivedAt === null || isCredit
        ? []
        : [{ label: t('received'), value: day(invoice.receivedAt) }]),
      ...(invoice.dueAt === null || invoice.isPaid ? [] : [{ label: t('due'), value: day(invoice.dueAt) }]),
    ],
    columns: [t('line.what'), t('line.quantity'), t('line.unit'), t('line.rate'), t('line.net')],
    rows: invoice.lines.map((line) => ({
      what: line.name,
      note: isOverPayment(invoice) ? '' : t('line.note'),
      quantity: String(line.quantity),
      unit: money(Math.round(line.netCents / line.quantity)),
      rate: `${totals.vatPercent} %`,
      net: money(line.netCents),
    })),
    totals: [
      { label: t('total.net'), value: money(totals.netCents) },
      {
        label: t('total.vat', { percent: String(totals.vatPercent), net: money(totals.netCents) }),
        value: money(totals.vatCents),
      },
      ...(deducts.length === 0 ? [] : [{ label: t('total.whole'), value: money(totals.grossCents) }]),
      ...deducts.map(({ number, issuedAt, grossCents }) => ({
        label: t('deduct', { number, date: day(issuedAt) }),
        value: money(-grossCents),
      })),
    ],
    grand: {
      label: t(isCredit || (invoice.isPaid && deducts.length === 0) ? 'total.gross' : 'total.toPay'),
      value: money(ownAmounts(invoice).grossCents),
    },
    notes: [...vatGrounds(invoice), ...deductionNotes(invoice, t, money)],
    payment: paymentOf(invoice, t, money),
    footer: [t('questions', { email: seller.email.value, phone: seller.phone.value })],
  }
}

function deliveryOf(
  { buyer: { delivery }, language }: InvoiceSnapshot,
  t: (key: InvoiceTextKey) => string,
): InvoiceContent['delivery'] {
  if (!delivery) return null
  const { name, street, postalCode, city, country } = delivery
  const parts = [name, street, `${postalCode} ${city}`, countryName(language, country)]
  return { heading: t('deliverTo'), lines: [parts.filter(Boolean).join(', ')] }
}

/** The seller's numbers: of the place of the tax too, where they are registered there. */
function registrationLines(
  { seller, sellerVatId }: InvoiceSnapshot,
  t: (key: InvoiceTextKey) => string,
): string[] {
  const vatIds = [seller.vatId.value, ...(sellerVatId === null ? [] : [sellerVatId])]
  return [...vatIds.map((vatId) => `${t('vatId')} ${vatId}`), `${t('kvk')} ${seller.kvk.value}`]
}

function titleOf({ kind, deducts }: InvoiceSnapshot): InvoiceTextKey {
  if (kind !== 'invoice') return `title.${kind}`
  return (deducts ?? []).length > 0 ? 'title.final' : 'title.invoice'
}

/** Whether it is over a payment, not over goods; a credit note is over what it takes back. */
const isOverPayment = ({ receivedAt }: InvoiceSnapshot) => receivedAt !== null

/** How much of the VAT the prepayment invoices state, and how much is left. */
function deductionNotes(
  invoice: InvoiceSnapshot,
  t: (key: InvoiceTextKey, values?: Record<string, string>) => string,
  money: (cents: number) => string,
): string[] {
  const { totals, deducts } = invoice
  if (deducts === null || deducts.length === 0) return []
  const own = ownAmounts(invoice)
  return [
    t('deducted', {
      vat: money(totals.vatCents - own.vatCents),
      net: money(totals.netCents - own.netCents),
      own: money(own.vatCents),
    }),
  ]
}

type Say = (key: InvoiceTextKey, values?: Record<string, string>) => string
type Money = (cents: number) => string

function paymentOf(invoice: InvoiceSnapshot, t: Say, money: Money): InvoiceContent['payment'] {
  const { bank, method } = invoice
  const plain = (sentence: string) => ({ heading: t('pay.title'), sentence, facts: [], qr: null })
  if (invoice.credits !== null) return plain(t('pay.credit', { number: invoice.credits }))
  if (invoice.kind === 'prepayment') return plain(t('pay.prepayment'))
  if (invoice.isPaid) return plain(t('pay.paid'))
  switch (method) {
    case 'pay_on_delivery':
      return plain(t('pay.delivery'))
    case 'bitcoin':
      return plain(t('pay.coin', { method: 'Bitcoin' }))
    case 'usdt':
      return plain(t('pay.coin', { method: 'USDT' }))
    case 'bank_transfer':
      if (bank.iban === null) return plain(t('pay.bankLater'))
      return byBank({ ...bank, iban: bank.iban }, ownAmounts(invoice).grossCents, t, money)
  }
}

function byBank(
  bank: InvoiceSnapshot['bank'] & { iban: string },
  dueCents: number,
  t: Say,
  money: Money,
): InvoiceContent['payment'] {
  const text = epcPayload({
    name: bank.accountName,
    iban: bank.iban,
    bic: bank.bic,
    amountCents: dueCents,
    rfReference: bank.reference,
  })
  return {
    heading: t('pay.title'),
    sentence: t('pay.bank'),
    facts: [
      { label: t('pay.amount'), value: money(dueCents) },
      { label: 'IBAN', value: formatIban(bank.iban) },
      ...(bank.bic === null ? [] : [{ label: 'BIC', value: bank.bic }]),
      { label: t('pay.holder'), value: bank.accountName },
      { label: t('pay.reference'), value: formatRfReference(bank.reference) },
    ],
    qr: text === null ? null : { text, caption: t('pay.qr') },
  }
}

import type { CorrectedChange, CorrectedField } from '@shipminer/contract/desk/correction'
import type { Buyer } from '@shipminer/contract/shop/orders'
import { isFittedCase } from '@shipminer/domain/orders/vat/vat-case'
import { formatIban } from '@shipminer/domain/payments/bank/iban'
import { formatRfReference } from '@shipminer/domain/payments/bank/rf-reference'
import { dateFormat, formatEuro } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import type { LinkKeys } from '../../platform/auth/link-keys.ts'
import type { Trx } from '../../platform/db/store.ts'
import { companyFooter } from '../../platform/mail/company-footer.ts'
import { type MailTextKey, mailText } from '../../platform/mail/mail-texts.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { type MailContent, renderMail } from '../../platform/mail/render-mail.ts'
import { isGreetable } from '../inquiries/inquiries.port.ts'
import { type BankHold, type NewDocument, sellerTimeZone, vatGrounds } from '../invoices/invoices.port.ts'
import type { BankAccount } from './bank-account.ts'
import { buyerOf, languageOf, remainingCents, totalsOf } from './order-row.ts'
import { listLines, type OrderLineRow, type OrderRow } from './orders.repository.ts'

/** What rendering mails about orders needs. */
export type OrderMailDeps = {
  productName: string
  publicUrl: string
  /** Lines about the company; those that are still examples are null. */
  company: { name: string | null; address: string | null; kvk: string | null; vatId: string | null }
  bank: BankAccount
  bankHold: Pick<BankHold, 'isHeld'>
  /** Reply-to address for buyers; null: the sender's. */
  providerEmail: string | null
  providerLanguage: Language
  keys: Pick<LinkKeys, 'of'>
  randomBytes: (count: number) => Uint8Array
}

/** Notifies people about an order, in the transaction of the event. */
export type OrderMails = {
  /** In the buyer's language. */
  toBuyer(trx: Trx, row: OrderRow, mail: OrderMail, at: Date): Promise<void>
  /** Its reply-to is the buyer. */
  toProvider(trx: Trx, row: OrderRow, mail: ProviderMail, at: Date): Promise<void>
}

export function createOrderMails(deps: OrderMailDeps): OrderMails {
  return {
    toBuyer: (trx, row, mail, at) => queueOrderMail(deps, trx, row, mail, at),
    toProvider: (trx, row, mail, at) => queueProviderMail(deps, trx, row, mail, at),
  }
}

/** A document that goes with a mail. */
export type Attached = Pick<NewDocument, 'number' | 'kind'>

/** Mails to the buyer. `documents` are attached; `issued` has nothing but them. */
export type OrderMail =
  | { kind: 'placed' | 'method' | 'restored' | 'paid' | 'part' | 'issued'; documents: readonly Attached[] }
  /** `changes`: what is different about the buyer. */
  | { kind: 'details'; documents: readonly Attached[]; changes: readonly CorrectedChange[] }
  | { kind: 'document'; invoice: string }
  /** The packing slip. */
  | { kind: 'slip' }
  | { kind: 'reminder' | 'unplanned' | 'reinstated' }
  /** The day, ISO date. */
  | { kind: 'scheduled'; on: string }
  | { kind: 'cancelled' | 'expired'; documents: readonly Attached[]; moneyCame: boolean }
  | { kind: 'withdrawn'; documents: readonly Attached[]; at: Date; to: string; statement: string | null }
  | { kind: 'refund'; amountCents: number }
  /** `account`: where it goes. */
  | { kind: 'refundClaimed'; amountCents: number; account: string; coin: HeldAmount | null }
  | { kind: 'refundCode'; code: string }
  | { kind: 'refundPaid'; amountCents: number; proof: string | null }

/** An amount of whole coins, and until when it holds. */
type HeldAmount = { amount: string; asset: string; until: Date }

/** Mails to the provider. */
export type ProviderMail =
  | {
      kind:
        | 'placed'
        | 'paid'
        | 'reverted'
        | 'unexpected'
        | 'unplanned'
        | 'cancelled'
        | 'expired'
        | 'withdrawn'
        | 'reinstated'
    }
  | { kind: 'refund' | 'refundNotOwed'; amountCents: number }

/** Address of the page of an order, with its key behind the `#`, where no server sees it. */
function orderLink(deps: Pick<OrderMailDeps, 'publicUrl' | 'keys'>, orderId: string): string {
  return `${deps.publicUrl}/order/${orderId}#key=${deps.keys.of(orderId)}`
}

async function queueOrderMail(
  deps: OrderMailDeps,
  trx: Trx,
  row: OrderRow,
  mail: OrderMail,
  at: Date,
): Promise<void> {
  const lines = await listLines(trx, [row.id])
  const content = buyerContent(deps, row, lines, mail, await deps.bankHold.isHeld(trx))
  const numbers = 'documents' in mail ? numbersOf(mail.documents) : 'invoice' in mail ? [mail.invoice] : []
  await queue(deps, trx, content, at, {
    name: `order.${row.number}.${mail.kind}`,
    recipient: mail.kind === 'withdrawn' ? mail.to : row.email,
    replyTo: deps.providerEmail,
    attachment:
      mail.kind === 'slip'
        ? `packing-slip:${row.id}`
        : numbers.length === 0
          ? null
          : `invoice:${numbers.join(',')}`,
  })
  await queueForBookkeeping(deps, trx, row, lines, numbers, at)
}

/** The documents of a mail also go to the address that the buyer named for them, without the link that opens the order. */
async function queueForBookkeeping(
  deps: OrderMailDeps,
  trx: Trx,
  row: OrderRow,
  lines: readonly OrderLineRow[],
  numbers: readonly string[],
  at: Date,
): Promise<void> {
  const { invoiceEmail, reference } = buyerOf(row)
  if (!invoiceEmail || invoiceEmail === row.email || numbers.length === 0) return
  const language = languageOf(row)
  const invoice = numbers.join(', ')
  const t = textsOf(deps, row, language)
  const content: MailContent = {
    language,
    subject: t('order.document.subject', { invoice }),
    greeting: t('greeting.plain'),
    paragraphs: [t('order.bookkeeping.body', { invoice })],
    facts: [
      ...(reference ? [{ label: t('fact.reference'), value: reference }] : []),
      ...orderFacts(row, lines, language),
    ],
    closing: [t('closing'), deps.productName],
    footer: [t('order.bookkeeping.why'), ...companyFooter(language, deps.company)],
  }
  await queue(deps, trx, content, at, {
    name: `order.${row.number}.bookkeeping`,
    recipient: invoiceEmail,
    replyTo: deps.providerEmail,
    attachment: `invoice:${numbers.join(',')}`,
  })
}

async function queueProviderMail(
  deps: OrderMailDeps,
  trx: Trx,
  row: OrderRow,
  mail: ProviderMail,
  at: Date,
): Promise<void> {
  const lines = await listLines(trx, [row.id])
  await queue(deps, trx, providerContent(deps, row, lines, mail), at, {
    name: `desk.${row.number}.${mail.kind}`,
    recipient: null,
    replyTo: row.email,
    attachment: null,
  })
}

async function queue(
  deps: OrderMailDeps,
  trx: Trx,
  content: MailContent,
  at: Date,
  to: { name: string; recipient: string | null; replyTo: string | null; attachment: string | null },
): Promise<void> {
  const { name, ...envelope } = to
  const { text, html } = renderMail(content)
  const host = new URL(deps.publicUrl).hostname
  const messageId = `${name}.${Buffer.from(deps.randomBytes(6)).toString('hex')}@${host}`
  await enqueueMails(
    trx,
    [{ messageId, subject: content.subject, textBody: text, htmlBody: html, ...envelope }],
    at,
  )
}

function buyerContent(
  deps: OrderMailDeps,
  row: OrderRow,
  lines: readonly OrderLineRow[],
  mail: OrderMail,
  isBankHeld: boolean,
): MailContent {
  const language = languageOf(row)
  const texts = textsOf(deps, row, language)
  const day = mail.kind === 'scheduled' ? { date: formatDay(new Date(`${mail.on}T12:00:00Z`), language) } : {}
  const back = 'amountCents' in mail ? { amount: formatEuro(language, mail.amountCents) } : {}
  const sent =
    mail.kind === 'document'
      ? { invoice: mail.invoice }
      : mail.kind === 'issued'
        ? { invoice: numbersOf(mail.documents).join(', ') }
        : mail.kind === 'refundCode'
          ? { code: mail.code }
          : {}
  const t: Texts = (key, values) => texts(key, { ...day, ...back, ...sent, ...values })
  const name = fullName(row)
  const { company } = deps
  const link = [t('order.link'), orderLink(deps, row.id)]
  const isToPay =
    mail.kind === 'placed' ||
    mail.kind === 'method' ||
    mail.kind === 'restored' ||
    mail.kind === 'reminder' ||
    mail.kind === 'part'
  const showsBank = isToPay && row.method === 'bank_transfer' && !isBankHeld
  return {
    language,
    subject: t(
      mail.kind === 'scheduled' ? ofDelivery(row, 'order.scheduled.subject') : `order.${mail.kind}.subject`,
    ),
    greeting: isGreetable(name) ? t('greeting.named', { name }) : t('greeting.plain'),
    paragraphs: [
      ...buyerParagraphs(row, mail, t, language),
      ...(showsBank && deps.bank.example ? [t('order.bankExample')] : []),
      ...(mail.kind === 'placed' && row.consumer ? [t('order.right')] : []),
      ...link,
    ],
    facts: [
      ...(mail.kind === 'details' ? changedFacts(row, mail.changes, language) : []),
      ...orderFacts(row, lines, language),
      ...(showsBank ? bankFacts(deps, row, language) : []),
      ...(mail.kind === 'withdrawn' && mail.statement
        ? [{ label: t('fact.statement'), value: mail.statement }]
        : []),
      ...(mail.kind === 'refundClaimed' ? claimFacts(mail, t, language) : []),
      ...(mail.kind === 'refundPaid' && mail.proof !== null
        ? [{ label: t('fact.refundProof'), value: mail.proof }]
        : []),
    ],
    closing: [t('closing'), deps.productName],
    footer: [t('order.why'), ...companyFooter(language, company)],
  }
}

type Texts = (key: MailTextKey, values?: Record<string, string>) => string

function textsOf(deps: OrderMailDeps, row: OrderRow, language: Language): Texts {
  const values = {
    number: row.number,
    productName: deps.productName,
    url: deps.publicUrl,
    amount: formatEuro(language, row.grossCents),
    received: formatEuro(language, row.receivedCents),
    remaining: formatEuro(language, remainingCents(row)),
    date: row.expiresAt ? formatDay(row.expiresAt, language) : '',
  }
  return (key, more) => mailText(language, key, { ...values, ...more })
}

function buyerParagraphs(row: OrderRow, mail: OrderMail, t: Texts, language: Language): string[] {
  const documents = 'documents' in mail ? mail.documents : []
  const say = (kind: Attached['kind'], key: MailTextKey) => {
    const numbers = numbersOf(documents.filter((one) => one.kind === kind))
    return numbers.length === 0 ? [] : [t(key, { invoice: numbers.join(', ') })]
  }
  const attached = [
    ...say('invoice', 'order.invoice'),
    ...say('prepayment', 'order.prepayment'),
    ...say('credit', 'order.corrected'),
  ]
  const credited = say('credit', 'order.credit')
  switch (mail.kind) {
    case 'placed':
    case 'method':
      return [t(`order.${mail.kind}.body`), t(howToPay[row.method]), ...attached]
    case 'paid':
      return [
        t(ofDelivery(row, 'order.paid.body'), { amount: formatEuro(language, row.receivedCents) }),
        ...attached,
      ]
    case 'part':
    case 'restored':
    case 'details':
      return [t(`order.${mail.kind}.body`), ...attached]
    case 'issued':
      return attached
    case 'document':
      return [t('order.document.body')]
    case 'slip':
    case 'reminder':
    case 'unplanned':
    case 'reinstated':
    case 'refund':
    case 'refundClaimed':
    case 'refundCode':
    case 'refundPaid':
      return [t(`order.${mail.kind}.body`)]
    case 'scheduled':
      return [t(ofDelivery(row, 'order.scheduled.body'))]
    case 'cancelled':
    case 'expired':
      return [t(endedBody(row, mail.kind)), ...(mail.moneyCame ? [t('order.moneyBack')] : []), ...credited]
    case 'withdrawn':
      return [
        t('order.withdrawn.body', { time: formatMoment(mail.at, language) }),
        t('order.withdrawn.back'),
        ...credited,
      ]
  }
}

type ByDelivery = 'order.paid.body' | 'order.scheduled.subject' | 'order.scheduled.body'

/** What is only sent is not installed by anybody. */
const ofDelivery = ({ vatCase }: OrderRow, key: ByDelivery): MailTextKey =>
  isFittedCase(vatCase) ? key : `${key}-sent`

const endedBody = ({ method }: OrderRow, kind: 'cancelled' | 'expired'): MailTextKey =>
  kind === 'expired' && method === 'pay_on_delivery' ? 'order.expired.unplanned' : `order.${kind}.body`

const numbersOf = (documents: readonly Attached[]) => documents.map(({ number }) => number)

const howToPay: Readonly<Record<OrderRow['method'], MailTextKey>> = {
  bank_transfer: 'order.pay.bank',
  bitcoin: 'order.pay.coin',
  usdt: 'order.pay.coin',
  pay_on_delivery: 'order.pay.delivery',
}

type Facts = MailContent['facts'][number][]

function orderFacts(row: OrderRow, lines: readonly OrderLineRow[], language: Language): Facts {
  const t = (key: MailTextKey, values?: Record<string, string>) => mailText(language, key, values)
  const money = (cents: number) => formatEuro(language, cents)
  return [
    { label: t('fact.order'), value: row.number },
    { label: t('fact.product'), value: whatOf(lines) },
    { label: t('fact.net'), value: money(row.netCents) },
    row.reverseCharge
      ? { label: t('fact.reverseCharge'), value: money(0) }
      : { label: t('fact.vat', { percent: String(row.vatPercent) }), value: money(row.vatCents) },
    { label: t('fact.total'), value: money(row.grossCents) },
    ...vatGround(row, language),
    { label: t('fact.method'), value: t(`method.${row.method}`) },
  ]
}

/** Which law the VAT follows; orders of before that were shifted to the buyer say that above. */
function vatGround(row: OrderRow, language: Language): Facts {
  const { vatCase, fittedIn, vatCountry } = row
  if (row.reverseCharge && vatCase !== 'reverse-charge') return []
  const sale = { language, totals: totalsOf(row), vatCase, fittedIn, vatCountry, buyer: buyerOf(row) }
  return [{ label: mailText(language, 'fact.vatGround'), value: vatGrounds(sale).join(' ') }]
}

const changedLabels = {
  firstName: 'fact.name',
  lastName: 'fact.name',
  email: 'fact.email',
  phone: 'fact.phone',
  company: 'fact.company',
  // It follows from the company.
  consumer: null,
  vatNumber: 'fact.vatId',
  peppolId: 'fact.peppolId',
  reference: 'fact.reference',
  invoiceEmail: 'fact.invoiceEmail',
  street: 'fact.address',
  postalCode: 'fact.address',
  city: 'fact.address',
  country: 'fact.address',
  delivery: 'fact.delivery',
  shipName: 'fact.shipName',
  shipType: 'fact.shipType',
  notes: 'fact.notes',
} as const satisfies Record<CorrectedField, MailTextKey | null>

/** What of the buyer is different, as it is now. */
function changedFacts(row: OrderRow, changes: readonly CorrectedChange[], language: Language): Facts {
  const facts = new Map<string, string>()
  for (const { field, to } of changes) {
    const key = changedLabels[field]
    if (key === null) continue
    const value =
      key === 'fact.name'
        ? fullName(row)
        : key === 'fact.address'
          ? addressOf(buyerOf(row))
          : field === 'shipType' && to !== null
            ? mailText(language, `shipType.${to}` as MailTextKey)
            : to
    facts.set(mailText(language, key), value ?? mailText(language, 'fact.none'))
  }
  return [...facts].map(([label, value]) => ({ label, value }))
}

const addressOf = ({ street, postalCode, city, country }: Buyer) =>
  `${street}, ${postalCode} ${city}, ${country}`

function claimFacts(
  { account, coin }: Extract<OrderMail, { kind: 'refundClaimed' }>,
  t: Texts,
  language: Language,
): Facts {
  const to = { label: t('fact.refundTo'), value: account }
  if (coin === null) return [to]
  const amount = `${coin.amount} ${coin.asset}`
  const value = t('order.refundAmount', { amount, time: formatMoment(coin.until, language) })
  return [to, { label: t('fact.refundAmount'), value }]
}

function bankFacts({ bank }: OrderMailDeps, row: OrderRow, language: Language): Facts {
  const t = (key: MailTextKey) => mailText(language, key)
  return [
    { label: t('fact.accountName'), value: bank.accountName },
    { label: t('fact.iban'), value: formatIban(bank.iban) },
    ...(bank.bic === null ? [] : [{ label: t('fact.bic'), value: bank.bic }]),
    { label: t('fact.paymentReference'), value: formatRfReference(row.bankReference) },
    ...(row.expiresAt ? [{ label: t('fact.payBy'), value: formatDay(row.expiresAt, language) }] : []),
  ]
}

function providerContent(
  deps: OrderMailDeps,
  row: OrderRow,
  lines: readonly OrderLineRow[],
  mail: ProviderMail,
): MailContent {
  const language = deps.providerLanguage
  const t = textsOf(deps, row, language)
  const buyer = buyerOf(row)
  const amount = 'amountCents' in mail ? { amount: formatEuro(language, mail.amountCents) } : {}
  const optional: [MailTextKey, string | null][] = [
    ['fact.company', buyer.company],
    ['fact.vatId', buyer.vatNumber],
    ['fact.peppolId', buyer.peppolId ?? null],
    ['fact.reference', buyer.reference ?? null],
    ['fact.invoiceEmail', buyer.invoiceEmail ?? null],
    ['fact.shipName', buyer.shipName],
    ['fact.shipType', buyer.shipType && mailText(language, `shipType.${buyer.shipType}`)],
    ['fact.notes', buyer.notes],
  ]
  return {
    language,
    subject: t(`desk.${mail.kind}.subject`, { what: whatOf(lines), ...amount }),
    greeting: null,
    paragraphs: [t('desk.body')],
    facts: [
      ...orderFacts(row, lines, language),
      { label: t('fact.received'), value: formatEuro(language, row.receivedCents) },
      { label: t('fact.name'), value: fullName(row) },
      { label: t('fact.email'), value: row.email },
      { label: t('fact.phone'), value: buyer.phone },
      {
        label: t('fact.address'),
        value: addressOf(buyer),
      },
      ...optional.flatMap(([key, value]) => (value ? [{ label: t(key), value }] : [])),
    ],
    closing: [],
    footer: [deps.productName],
  }
}

function whatOf(lines: readonly OrderLineRow[]): string {
  return lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
}

function fullName(row: OrderRow): string {
  const { firstName, lastName } = buyerOf(row)
  return `${firstName} ${lastName}`
}

function formatDay(at: Date, language: Language): string {
  return dateFormat(language, {
    dateStyle: 'long',
    timeZone: sellerTimeZone,
  }).format(at)
}

function formatMoment(at: Date, language: Language): string {
  return dateFormat(language, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: sellerTimeZone,
  }).format(at)
}

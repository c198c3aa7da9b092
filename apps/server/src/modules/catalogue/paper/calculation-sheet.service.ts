import { type CalculationSheet, calculatorQuery } from '@shipminer/contract/shop/calculation-sheet'
import { ProductIdSchema } from '@shipminer/contract/shop/catalogue'
import { ShipTypeSchema } from '@shipminer/contract/shop/inquiries'
import { calculatorDefaults, ownerShares } from '@shipminer/domain/calculator/calculator'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import type { Language } from '@shipminer/i18n/languages'
import { plainWords } from '@shipminer/i18n/marked-text'
import * as z from 'zod/mini'
import type { Config } from '../../../config.ts'
import type { Store } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { companyFooter } from '../../../platform/mail/company-footer.ts'
import { mailText } from '../../../platform/mail/mail-texts.ts'
import { countMailsTo, enqueueMails } from '../../../platform/mail/outbox.repository.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { MailAttachment } from '../../../platform/mail/smtp-mailer.ts'
import type { Market } from '../../market/market.port.ts'
import { listCatalogueEntries } from '../catalogue.port.ts'
import { findProduct } from '../catalogue.repository.ts'
import type { ShipCalculation } from './calculation-namer.ts'
import { type AskedSheet, originsOf, type PrintedCalculation, printCalculation } from './calculation-sheet.ts'
import { renderCalculation } from './calculation-sheet-pdf.ts'

export type CalculationSheetDeps = {
  store: Store
  market: Pick<Market, 'network' | 'price'>
  clock: () => number
  randomBytes: (count: number) => Uint8Array
  productName: string
  publicUrl: string
  paymentTest: boolean
  company: Config['company']
  /** Lines of the company at the foot of mails; those that are still examples are left out. */
  mailCompany: Record<'name' | 'address' | 'kvk' | 'vatId', string | null>
  providerEmail: string | null
}

/** Mails with a sheet that one address gets in a day: nobody can flood another's mailbox with them. */
const mailsPerDay = 5
const dayMs = 86_400_000
const emailSchema = z.email()

/**
 * The sheet of a calculation as PDF.
 *
 * @throws AppError `product-not-found`; `invalid-request` where the figures ask something first
 */
export async function makeSheet(
  deps: CalculationSheetDeps,
  sheet: CalculationSheet,
  language: Language,
): Promise<MailAttachment> {
  return toPdf(deps, await print(deps, await ask(deps, sheet, language)))
}

/** Mails it to an address, with the PDF attached. A calculation is kept nowhere but in that mail. */
export async function mailSheet(
  deps: CalculationSheetDeps,
  request: { email: string; language: Language; sheet: CalculationSheet },
): Promise<{ sentTo: string }> {
  const { language } = request
  const recipient = request.email.toLowerCase()
  if (!emailSchema.safeParse(recipient).success) throw new AppError('email-invalid')
  const asked = await ask(deps, request.sheet, language)
  const { verdict, box } = await print(deps, asked)
  const now = new Date(deps.clock())
  const recent = await countMailsTo(deps.store.db, recipient, new Date(now.getTime() - dayMs))
  if (recent >= mailsPerDay) throw new AppError('rate-limited')
  const content = {
    language,
    subject: mailText(language, 'calculation.subject', { box }),
    greeting: mailText(language, 'greeting.plain'),
    paragraphs: [
      mailText(language, 'calculation.body', { box }),
      ...[verdict.sentence, verdict.but].flatMap((line) => (line === null ? [] : [plainWords(line)])),
      mailText(language, 'calculation.link'),
      addressOf(deps, asked),
      mailText(language, 'calculation.next'),
    ],
    facts: [],
    closing: [mailText(language, 'closing'), deps.productName],
    footer: [
      mailText(language, 'footer.why', { url: deps.publicUrl }),
      ...companyFooter(language, deps.mailCompany),
    ],
  }
  const { text, html } = renderMail(content)
  const id = Buffer.from(deps.randomBytes(12)).toString('hex')
  await enqueueMails(
    deps.store.db,
    [
      {
        messageId: `calculation.${id}@${new URL(deps.publicUrl).hostname}`,
        recipient,
        replyTo: deps.providerEmail,
        subject: content.subject,
        textBody: text,
        htmlBody: html,
        attachment: `calculation:${JSON.stringify(asked)}`,
      },
    ],
    now,
  )
  return { sentTo: recipient }
}

/** The name in the outbox of a sheet that is made of today's market and of what the calculator starts out with. */
export async function nameCalculation(
  deps: CalculationSheetDeps,
  { shipType, ...ship }: ShipCalculation,
  language: Language,
): Promise<string> {
  const [network, price] = await Promise.all([deps.market.network(), deps.market.price()])
  const { growthPercentPerYear, powerCentsPerKwh, fallbackCentsPerBtc } = calculatorDefaults
  const known = ShipTypeSchema.safeParse(shipType)
  const sheet: CalculationSheet = {
    ...ship,
    productId: ProductIdSchema.parse(ship.productId),
    ...(known.success && { shipType: known.data }),
    source: 'spare',
    ownerShare: ownerShares.find((share) => share === calculatorDefaults.ownerShare) ?? ownerShares[0],
    growthPercentPerYear,
    priceChangePercent: 0,
    powerCentsPerKwh,
    centsPerBtc: price?.centsPerBtc ?? fallbackCentsPerBtc,
    difficulty: network.difficulty,
    blockHeight: network.blockHeight,
    feesSatPerBlock: network.feesSatPerBlock,
    networkAt: network.observedAt,
  }
  return `calculation:${JSON.stringify({ sheet, language, ...originsOf(sheet, { network, price }) })}`
}

/** What a mail names `calculation:<asked sheet>`; null for other names. */
export async function sheetAttachment(
  deps: CalculationSheetDeps,
  name: string,
): Promise<MailAttachment[] | null> {
  const asked = /^calculation:(.+)$/s.exec(name)?.[1]
  // Written by `mailSheet` or `nameCalculation`.
  return asked === undefined ? null : [await toPdf(deps, await print(deps, JSON.parse(asked) as AskedSheet))]
}

async function ask(
  { market }: CalculationSheetDeps,
  sheet: CalculationSheet,
  language: Language,
): Promise<AskedSheet> {
  const [network, price] = await Promise.all([market.network(), market.price()])
  return { sheet, language, ...originsOf(sheet, { network, price }) }
}

async function print(deps: CalculationSheetDeps, asked: AskedSheet): Promise<PrintedCalculation> {
  const shown = { withDevOnly: deps.paymentTest, productName: deps.productName }
  const [row, boxes] = await Promise.all([
    findProduct(deps.store.db, asked.sheet.productId, shown),
    listCatalogueEntries(deps.store.db, shown),
  ])
  if (!row) throw new AppError('product-not-found')
  const printed = printCalculation(asked, { ...row, name: withBrand(row.name, deps.productName) }, boxes)
  if (printed.verdict.kind === 'missing') throw new AppError('invalid-request')
  return printed
}

async function toPdf(deps: CalculationSheetDeps, printed: PrintedCalculation): Promise<MailAttachment> {
  const { productName, company } = deps
  const address = addressOf(deps, printed.asked)
  const at = new Date(deps.clock())
  const content = await renderCalculation(printed, { productName, company, address, at })
  const name = `${printed.box}-${printed.asked.language}`.replaceAll(/[^\w-]+/g, '-')
  return { filename: `${name}.pdf`, contentType: 'application/pdf', content }
}

/** Where the page shows the same calculation. */
function addressOf({ publicUrl }: CalculationSheetDeps, { sheet, language }: AskedSheet): string {
  return `${publicUrl}/calculator?${new URLSearchParams({ lang: language })}&${calculatorQuery(sheet)}`
}

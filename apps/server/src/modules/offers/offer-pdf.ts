import { countryName, dateFormat, formatEuro } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import {
  drawFacts,
  drawFooter,
  drawHead,
  drawParty,
  drawRows,
  sheet,
} from '../../platform/pdf/document-parts.ts'
import { type Pdf, pdfColors, pdfPage, renderPdf, writeText as write } from '../../platform/pdf/pdf-page.ts'
import { drawQr } from '../../platform/pdf/qr-code.ts'
import { sellerLines, sellerTimeZone } from '../invoices/invoices.port.ts'
import { formatDay, offerLink } from './offer-mail.ts'
import { offerText } from './offer-texts.ts'
import type { OfferDeps } from './offers.deps.ts'
import { buyerOf, languageOf } from './offers.presenter.ts'
import type { OfferRow } from './offers.repository.ts'

const { quiet, panel } = pdfColors
const { left, right, width } = sheet
const qrSize = 110
const acceptanceHeight = qrSize + 28
/** Where the footer begins. */
const bodyEnd = 790

type PaperDeps = Pick<OfferDeps, 'company' | 'productName' | 'publicUrl' | 'keys' | 'orders'>

/** An offer on A4, one page unless its note is long: who, what, the price with its VAT, until when, and how to accept it. */
export function renderOffer(deps: PaperDeps, row: OfferRow): Promise<Uint8Array> {
  const language = languageOf(row)
  const { company, productName } = deps
  const t = (key: Parameters<typeof offerText>[1], values?: Record<string, string>) =>
    offerText(language, key, values)
  const title = t('title')
  return renderPdf(
    { title: `${title} ${row.number}`, author: company.name.value, language, at: row.createdAt },
    (doc) => {
      const isExample = company.name.example || company.address.example
      let y = drawHead(doc, { brand: productName, title, warning: isExample ? t('paper.example') : null })
      const half = width / 2 - 10
      const from = { heading: t('paper.from'), lines: sellerLines(company, language) }
      const to = { heading: t('paper.to'), lines: addressee(row, language) }
      y = Math.max(drawParty(doc, from, left, y, half), drawParty(doc, to, left + half + 20, y, half)) + 16
      const made = dateFormat(language, { dateStyle: 'long', timeZone: sellerTimeZone }).format(row.createdAt)
      y = drawFacts(
        doc,
        [
          { label: t('number'), value: row.number },
          { label: t('paper.date'), value: made },
          { label: t('validUntil'), value: formatDay(row.validUntil, language) },
        ],
        y,
      )
      y = drawRows(doc, priceRows(deps, row), y + 22)
      if (row.note !== null) {
        y += write(doc, t('note'), left, y + 8, { size: 12.5, bold: true }) + 12
        y = drawNote(doc, row.note, y) + 6
      }
      drawAcceptance(doc, deps, row, fit(doc, Math.max(y + 16, 560), acceptanceHeight))
      const contact = t('paper.questions', { email: company.email.value, phone: company.phone.value })
      drawFooter(doc, `${company.name.value} · ${contact}`)
    },
  )
}

function addressee(row: OfferRow, language: Language): string[] {
  const buyer = buyerOf(row)
  const name = `${buyer.firstName ?? ''} ${buyer.lastName ?? ''}`.trim()
  const town = `${buyer.postalCode ?? ''} ${buyer.city ?? ''}`.trim()
  const country = buyer.country ? countryName(language, buyer.country) : ''
  return [buyer.company ?? '', name, buyer.street ?? '', town, country, row.email].filter(
    (line) => line !== '',
  )
}

function priceRows({ orders }: PaperDeps, row: OfferRow) {
  const language = languageOf(row)
  const money = (cents: number) => formatEuro(language, cents)
  const { netCents, vatCents, grossCents, vatPercent } = orders.totals(row)
  const { shipName } = buyerOf(row)
  const line = (label: string, value: string) => ({ label, value, note: null })
  return [
    line(offerText(language, 'what'), `${row.quantity} × ${row.productName}`),
    ...(shipName ? [line(offerText(language, 'ship'), shipName)] : []),
    line(offerText(language, 'unit'), money(row.unitGrossCents)),
    line(offerText(language, 'net'), money(netCents)),
    line(offerText(language, 'vat', { percent: String(vatPercent) }), money(vatCents)),
    line(offerText(language, 'total'), money(grossCents)),
  ]
}

/** Draws a note, on as many pages as it takes; returns where it ends. */
function drawNote(doc: Pdf, note: string, y: number): number {
  let at = y
  for (const line of note.split(/\r?\n/)) {
    at = fit(
      doc,
      at,
      doc
        .font('text')
        .fontSize(9.5)
        .heightOfString(line || ' ', { width }),
    )
    at += write(doc, line || ' ', left, at, { width })
  }
  return at
}

/** Where something of this height begins: on the next page when this one is full. */
function fit(doc: Pdf, y: number, height: number): number {
  if (y + height <= bodyEnd) return y
  doc.addPage({ size: 'A4', margin: 0 })
  return pdfPage.margin
}

function drawAcceptance(doc: Pdf, deps: PaperDeps, row: OfferRow, y: number): void {
  const language = languageOf(row)
  const link = offerLink(deps, row.id)
  const wide = width - 32 - qrSize - 24
  doc.rect(left, y, width, acceptanceHeight).fillColor(panel).fill()
  let at = y + 14
  at +=
    write(doc, offerText(language, 'paper.accept'), left + 16, at, { size: 12, bold: true, width: wide }) + 3
  const date = formatDay(row.validUntil, language)
  at += write(doc, offerText(language, 'paper.acceptText', { date }), left + 16, at, { width: wide }) + 6
  write(doc, link, left + 16, at, { size: 7.5, color: quiet, width: wide })
  drawQr(doc, link, right - 16 - qrSize, y + 14, qrSize)
}

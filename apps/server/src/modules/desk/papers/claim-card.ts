import { languages } from '@shipminer/i18n/languages'
import { type Pdf, pdfColors, pdfPage, renderPdf, writeText } from '../../../platform/pdf/pdf-page.ts'
import { drawQr } from '../../../platform/pdf/qr-code.ts'
import { claimCardTexts } from './claim-card-texts.ts'

const { ink, quiet, rule, panel } = pdfColors
const { margin } = pdfPage
const width = pdfPage.width - 2 * margin
const qrSize = 190

export type ClaimCard = { controllerId: string; name: string; claimKey: string }
export type ClaimCardContext = { productName: string; publicUrl: string; at: Date }

/** Address in the QR code of a card: the page that offers to claim the controller. */
export function claimLink(publicUrl: string, claimKey: string): string {
  return `${publicUrl}/dashboard?claim=${claimKey}`
}

/** One A4 page a controller: the key in large type, its QR code, and what to do in four languages. */
export function renderClaimCards(
  cards: readonly ClaimCard[],
  context: ClaimCardContext,
): Promise<Uint8Array> {
  const { productName, at } = context
  return renderPdf(
    { title: `${productName} claim cards`, author: productName, language: 'en', at },
    (doc) => {
      for (const [index, card] of cards.entries()) {
        if (index > 0) doc.addPage({ size: 'A4', margin: 0 })
        drawCard(doc, card, context)
      }
    },
  )
}

function drawCard(doc: Pdf, card: ClaimCard, { productName, publicUrl }: ClaimCardContext): void {
  let y = 56
  writeText(doc, productName, margin, y, { size: 20, bold: true })
  writeText(doc, card.controllerId, margin, y, { size: 20, bold: true, align: 'right', width })
  y += 36
  y += writeText(doc, card.name, margin, y, { size: 12, color: quiet, width, maxLines: 2 }) + 14
  doc
    .rect(margin, y, width, qrSize + 92)
    .fillColor(panel)
    .fill()
  drawQr(doc, claimLink(publicUrl, card.claimKey), (pdfPage.width - qrSize) / 2, y + 16, qrSize)
  writeText(doc, card.claimKey, margin, y + qrSize + 34, {
    size: 30,
    bold: true,
    align: 'center',
    width,
    color: ink,
  })
  y += qrSize + 92 + 24
  for (const language of languages) {
    const { title, how, care } = claimCardTexts[language]
    y += writeText(doc, title, margin, y, { size: 12, bold: true, width }) + 2
    y += writeText(doc, how.replace('{{url}}', publicUrl), margin, y, { size: 10, width }) + 1
    y += writeText(doc, care, margin, y, { size: 10, color: quiet, width }) + 10
    doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.5)
      .strokeColor(rule)
      .stroke()
    y += 10
  }
}

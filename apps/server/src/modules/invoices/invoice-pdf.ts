import {
  drawFacts,
  drawFooter,
  drawHead,
  drawParty,
  type Fact,
  sheet,
} from '../../platform/pdf/document-parts.ts'
import {
  type Pdf,
  type PdfStyle,
  pdfColors,
  pdfPage,
  renderPdf,
  writeText as write,
} from '../../platform/pdf/pdf-page.ts'
import { drawQr } from '../../platform/pdf/qr-code.ts'
import type { InvoiceSnapshot } from './invoice.ts'
import { type InvoiceContent, invoiceContent } from './invoice-content.ts'

const { ink, quiet, rule, panel } = pdfColors
const { left: margin, right, width } = sheet
/** Where the footer begins. */
const bodyEnd = 790
/** Right edges of the table's columns (the first begins at the margin). */
const columnEnds = [margin + 225, margin + 280, margin + 375, margin + 415, right]

/** A4, one page unless it deducts many payments, searchable text, only the glyphs it needs embedded, the QR code as vectors. */
export function renderInvoice(invoice: InvoiceSnapshot, timeZone: string): Promise<Uint8Array> {
  const content = invoiceContent(invoice, timeZone)
  return renderPdf(
    {
      title: `${content.title} ${invoice.number}`,
      author: invoice.seller.name.value,
      language: invoice.language,
      at: new Date(invoice.issuedAt),
    },
    (doc) => draw(doc, content),
  )
}

function draw(doc: Pdf, content: InvoiceContent): void {
  let y = drawHead(doc, content)
  const half = width / 2 - 10
  const sellerEnd = drawParty(doc, content.seller, margin, y, half)
  const buyerEnd = drawParty(doc, content.buyer, margin + half + 20, y, half)
  y = Math.max(sellerEnd, buyerEnd)
  if (content.delivery) y = drawParty(doc, content.delivery, margin, y + 8, width)
  y += 16
  y = drawFacts(doc, content.facts, y) + 20
  y = drawTable(doc, content, y) + 10
  y = drawTotals(doc, content, y) + 14
  for (const note of content.notes) {
    y = fit(doc, y, 30)
    y += write(doc, note, margin, y, { width }) + 8
  }
  drawPayment(doc, content.payment, fit(doc, Math.max(y + 6, 560), paymentHeight(content.payment)))
  drawFooter(doc, content.footer.join(' · '))
}

/** Where something of this height begins: on the next page when this one is full. */
function fit(doc: Pdf, y: number, height: number): number {
  if (y + height <= bodyEnd) return y
  doc.addPage({ size: 'A4', margin: 0 })
  return pdfPage.margin
}

function drawTable(doc: Pdf, { columns, rows }: InvoiceContent, y: number): number {
  const cell = (text: string, column: number, at: number, style: PdfStyle = {}) => {
    const start = column === 0 ? margin : (columnEnds[column - 1] ?? margin)
    const end = columnEnds[column] ?? right
    const padding = column === columnEnds.length - 1 ? 6 : 0
    return write(doc, text, start + (column === 0 ? 6 : 0), at, {
      width: end - start - padding - (column === 0 ? 6 : 0),
      align: column === 0 ? 'left' : 'right',
      numbers: column > 0,
      ...style,
    })
  }
  doc.font('bold').fontSize(8.5)
  const headHeight =
    Math.max(
      ...columns.map((text, column) =>
        doc.heightOfString(text, {
          width: (columnEnds[column] ?? right) - (columnEnds[column - 1] ?? margin) - 6,
        }),
      ),
    ) + 10
  doc.rect(margin, y, width, headHeight).fillColor(panel).fill()
  for (const [column, text] of columns.entries()) cell(text, column, y + 5, { size: 8.5, bold: true })
  let at = y + headHeight + 7
  for (const { what, note, quantity, unit, rate, net } of rows) {
    const height = cell(what, 0, at, { bold: true })
    cell(quantity, 1, at)
    cell(unit, 2, at)
    cell(rate, 3, at)
    cell(net, 4, at)
    at += height + cell(note, 0, at + height, { size: 8.5, color: quiet }) + 7
    doc.moveTo(margin, at).lineTo(right, at).lineWidth(0.5).strokeColor(rule).stroke()
    at += 7
  }
  return at
}

function drawTotals(doc: Pdf, { totals, grand }: InvoiceContent, y: number): number {
  const x = margin + 115
  const wide = right - x
  let at = y
  const line = ({ label, value }: Fact, style: PdfStyle) => {
    const height = write(doc, label, x, at, { ...style, width: wide - 85 })
    write(doc, value, x, at, { ...style, width: wide - 6, align: 'right', numbers: true })
    return height
  }
  for (const fact of totals) {
    at = fit(doc, at, 20)
    at += line(fact, {}) + 5
  }
  at = fit(doc, at, 40)
  doc
    .moveTo(x, at + 1)
    .lineTo(right, at + 1)
    .lineWidth(1)
    .strokeColor(ink)
    .stroke()
  at += 7
  return at + line(grand, { size: 13, bold: true })
}

const qrSize = 118
const paymentHeight = ({ facts }: InvoiceContent['payment']) => (facts.length === 0 ? 72 : qrSize + 44)

function drawPayment(doc: Pdf, payment: InvoiceContent['payment'], y: number): void {
  const { heading, sentence, facts, qr } = payment
  const height = paymentHeight(payment)
  const textWidth = width - 32 - (qr === null ? 0 : qrSize + 24)
  doc.rect(margin, y, width, height).fillColor(panel).fill()
  let at = y + 14
  at += write(doc, heading, margin + 16, at, { size: 12, bold: true, width: textWidth }) + 3
  at += write(doc, sentence, margin + 16, at, { width: textWidth }) + 8
  for (const { label, value } of facts) {
    const head = write(doc, label, margin + 16, at, { color: quiet, width: 105 })
    const body = write(doc, value, margin + 126, at, {
      bold: true,
      width: textWidth - 110,
      numbers: true,
      maxLines: 2,
    })
    at += Math.max(head, body) + 2
  }
  if (qr === null) return
  const x = right - 16 - qrSize
  drawQr(doc, qr.text, x, y + 14, qrSize)
  write(doc, qr.caption, x, y + 14 + qrSize + 4, { size: 8.5, color: quiet, width: qrSize, align: 'center' })
}

import { countryName, dateFormat } from '@shipminer/i18n/formats'
import { drawFacts, drawFooter, drawHead, drawParty, sheet } from '../../platform/pdf/document-parts.ts'
import { type Pdf, pdfColors, renderPdf, writeText as write } from '../../platform/pdf/pdf-page.ts'
import type { InvoiceSeller } from './invoice.ts'
import type { SlipOrder } from './invoices.port.ts'
import { packingSlipTexts } from './packing-slip-texts.ts'
import { sellerLines } from './seller.ts'

const { quiet, rule, panel, ink } = pdfColors
const { left, right, width } = sheet
/** Left edges of the columns for quantity and the tick box. */
const quantityAt = left + 340
const tickAt = left + 420
const boxSize = 11

/** The packing slip that goes with the boxes: A4, one page, in the language of the buyer, without prices, with room for a signature. */
export function renderPackingSlip(
  order: SlipOrder,
  context: Omit<InvoiceSeller, 'bank'> & { at: Date; timeZone: string },
): Promise<Uint8Array> {
  const { title } = packingSlipTexts(order.language)
  const { seller, at } = context
  return renderPdf(
    { title: `${title} ${order.number}`, author: seller.name.value, language: order.language, at },
    (doc) => draw(doc, order, context),
  )
}

function draw(
  doc: Pdf,
  order: SlipOrder,
  { productName, seller, timeZone }: Omit<InvoiceSeller, 'bank'> & { timeZone: string },
): void {
  const t = packingSlipTexts(order.language)
  const { buyer } = order
  const goal = buyer.delivery ?? buyer
  const day = (at: string, zone: string) =>
    dateFormat(order.language, { dateStyle: 'long', timeZone: zone }).format(new Date(at))
  const isExample = Object.values(seller).some(({ example }) => example)
  let y = drawHead(doc, { brand: productName, title: t.title, warning: isExample ? t.example : null })
  const name = `${buyer.firstName} ${buyer.lastName}`
  const half = width / 2 - 10
  const from = { heading: t.from, lines: sellerLines(seller, order.language) }
  const to = {
    heading: t.to,
    lines: [
      ...(buyer.delivery?.name ? [buyer.delivery.name] : []),
      ...(buyer.company === null ? [name] : [buyer.company, name]),
      goal.street,
      `${goal.postalCode} ${goal.city}`,
      countryName(order.language, goal.country),
      `${t.phone} ${buyer.phone}`,
    ],
  }
  y = Math.max(drawParty(doc, from, left, y, half), drawParty(doc, to, left + half + 20, y, half)) + 16
  const facts = [
    { label: t.order, value: order.number },
    { label: t.ordered, value: day(order.placedAt, timeZone) },
    {
      label: t.installation,
      value:
        order.installationOn === null ? t['installation.open'] : day(`${order.installationOn}T12:00Z`, 'UTC'),
    },
    ...(buyer.shipName === null ? [] : [{ label: t.ship, value: buyer.shipName }]),
  ]
  y = drawFacts(doc, facts, y) + 20
  y = drawLines(doc, order, y) + 12
  if (buyer.notes !== null) {
    y += write(doc, t.notes, left, y, { size: 8.5, color: quiet, width }) + 2
    y += write(doc, buyer.notes, left, y, { width, maxLines: 8 }) + 12
  }
  drawReceipt(doc, t, Math.max(y, 660))
  const questions = t.questions
    .replace('{{email}}', seller.email.value)
    .replace('{{phone}}', seller.phone.value)
  drawFooter(doc, questions)
}

function drawLines(doc: Pdf, { lines, language }: SlipOrder, y: number): number {
  const t = packingSlipTexts(language)
  const head = { size: 8.5, bold: true } as const
  doc.rect(left, y, width, 22).fillColor(panel).fill()
  write(doc, t.what, left + 6, y + 6, head)
  write(doc, t.quantity, quantityAt, y + 6, { ...head, width: 60, align: 'right' })
  write(doc, t.checked, tickAt, y + 6, { ...head, width: right - tickAt - 6, align: 'right' })
  let at = y + 29
  for (const line of lines) {
    const { name, productId, quantity, serials } = line
    const height = write(doc, name, left + 6, at, { bold: true, width: quantityAt - left - 16 })
    write(doc, String(quantity), quantityAt, at, { width: 60, align: 'right', numbers: true, bold: true })
    doc
      .rect(right - 6 - boxSize, at, boxSize, boxSize)
      .lineWidth(1)
      .strokeColor(ink)
      .stroke()
    at += height
    for (const note of [
      `${t.article} ${productId}`,
      ...(serials.length === 0 ? [] : [`${t.serials} ${serials.join(', ')}`]),
      ...partsOf(line, t),
    ])
      at += write(doc, note, left + 6, at, { size: 8.5, color: quiet, width: quantityAt - left - 16 })
    at += 7
    doc.moveTo(left, at).lineTo(right, at).lineWidth(0.5).strokeColor(rule).stroke()
    at += 7
  }
  return at
}

/** Of a delivery in parts: what went before, and what is still to come. */
function partsOf(
  { earlier, later }: SlipOrder['lines'][number],
  t: ReturnType<typeof packingSlipTexts>,
): string[] {
  return [...(earlier > 0 ? [`${t.earlier} ${earlier}`] : []), ...(later > 0 ? [`${t.later} ${later}`] : [])]
}

/** The person who receives the boxes signs for them. */
function drawReceipt(doc: Pdf, t: ReturnType<typeof packingSlipTexts>, y: number): void {
  write(doc, t.received, left, y, { bold: true, width })
  const labels = [t.date, t.name, t.signature]
  const wide = width / labels.length
  for (const [index, label] of labels.entries()) {
    const x = left + index * wide
    doc
      .moveTo(x, y + 68)
      .lineTo(x + wide - 16, y + 68)
      .lineWidth(0.5)
      .strokeColor(ink)
      .stroke()
    write(doc, label, x, y + 73, { size: 8.5, color: quiet })
  }
}

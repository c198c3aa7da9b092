import { type Pdf, pdfColors, pdfPage, writeText as write } from './pdf-page.ts'

const { ink, quiet, rule, alarm } = pdfColors
const { margin } = pdfPage

/** Left and right edges of the text on a document, in points. */
export const sheet = {
  left: margin,
  right: pdfPage.width - margin,
  width: pdfPage.width - 2 * margin,
} as const
const { right, width } = sheet

export type Fact = { label: string; value: string }
type Party = { heading: string; lines: string[] }

/** Draws brand and title over a rule, and what has to be seen first; returns where it ends. */
export function drawHead(
  doc: Pdf,
  { brand, title, warning }: { brand: string; title: string; warning: string | null },
): number {
  let y = 46
  write(doc, brand, margin, y, { size: 20, bold: true })
  write(doc, title, margin, y, { size: 20, align: 'right', width })
  y += 34
  doc.moveTo(margin, y).lineTo(right, y).lineWidth(2).strokeColor(ink).stroke()
  y += 14
  return warning === null ? y : drawWarning(doc, warning, y)
}

/** Draws a line of text at the foot of the page. */
export function drawFooter(doc: Pdf, text: string): void {
  doc.moveTo(margin, 800).lineTo(right, 800).lineWidth(0.5).strokeColor(rule).stroke()
  write(doc, text, margin, 807, { size: 8.5, color: quiet, width, align: 'center' })
}

function drawWarning(doc: Pdf, text: string, y: number): number {
  doc.font('bold').fontSize(10.5)
  const height = doc.heightOfString(text, { width: width - 24 }) + 16
  doc.rect(margin, y, width, height).lineWidth(1.5).strokeColor(alarm).stroke()
  write(doc, text, margin + 12, y + 8, { size: 10.5, bold: true, color: alarm, width: width - 24 })
  return y + height + 14
}

/** Draws a name and address below a small heading; returns where it ends. */
export function drawParty(doc: Pdf, { heading, lines }: Party, x: number, y: number, wide: number): number {
  let at = y + write(doc, heading, x, y, { size: 8.5, color: quiet, width: wide }) + 2
  for (const [index, line] of lines.entries())
    at += write(doc, line, x, at, { bold: index === 0, width: wide, maxLines: 2 })
  return at
}

/** Draws facts in a row of boxes; returns where they end. */
export function drawFacts(doc: Pdf, facts: readonly Fact[], y: number): number {
  const wide = width / facts.length
  const cells = facts.map(({ label, value }, index) => {
    const x = margin + index * wide
    const head = write(doc, label, x, y, { size: 8.5, color: quiet, width: wide - 8 })
    return { x, value, head }
  })
  const head = Math.max(...cells.map((cell) => cell.head))
  const heights = cells.map(({ x, value }) =>
    write(doc, value, x, y + head + 1, { bold: true, width: wide - 8, numbers: true }),
  )
  return y + head + 1 + Math.max(...heights)
}

/** A figure with what it says beneath. */
export type Row = { label: string; value: string; note: string | null }

/** Where the values of rows begin. */
const valueAt = margin + 215

/** Draws figures below each other, a rule under each; returns where they end. */
export function drawRows(doc: Pdf, rows: readonly Row[], y: number): number {
  let at = y
  for (const { label, value, note } of rows) {
    const left = write(doc, label, margin, at, { color: quiet, width: valueAt - margin - 12 })
    let height = write(doc, value, valueAt, at, { bold: true, numbers: true, width: right - valueAt })
    if (note !== null)
      height += write(doc, note, valueAt, at + height, { size: 8, color: quiet, width: right - valueAt })
    at += Math.max(left, height) + 5
    doc.moveTo(margin, at).lineTo(right, at).lineWidth(0.5).strokeColor(rule).stroke()
    at += 5
  }
  return at
}

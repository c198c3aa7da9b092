import type { Language } from '@shipminer/i18n/languages'
import { type Pdf, type PdfStyle, pdfColors, pdfPage, renderPdf, textHeight, writeText } from './pdf-page.ts'

export type Column = { label: string; share: number; align: 'left' | 'right' }
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; columns: Column[]; rows: string[][]; strongLast: boolean }

/** A statement as formatted text in its language, before layout. */
export type StatementContent = {
  title: string
  subtitle: string
  brand: string
  warning: string | null
  parties: { heading: string; lines: string[] }[]
  facts: { label: string; value: string }[]
  blocks: Block[]
  footer: string
  pageLabel(page: number, pages: number): string
}

export const left = (label: string, share: number): Column => ({ label, share, align: 'left' })
export const right = (label: string, share: number): Column => ({ label, share, align: 'right' })

const { margin } = pdfPage
const rightEdge = pdfPage.width - margin
const width = rightEdge - margin
const bottom = 780
const footerY = 807
const cellGap = 8
const itemIndent = 10

/** A statement on as many A4 pages as it takes; table headers are repeated. */
export function renderStatement(
  content: StatementContent,
  meta: { language: Language; author: string; at: Date },
): Promise<Uint8Array> {
  return renderPdf({ ...meta, title: `${content.title} ${content.subtitle}` }, (doc) => {
    // Pages stay open until the number of pages is known.
    doc.options.bufferPages = true
    let y = drawHead(doc, content)
    for (const [index, block] of content.blocks.entries())
      y = drawBlock(doc, block, content.blocks[index + 1], y)
    drawFooters(doc, content)
  })
}

function drawHead(doc: Pdf, content: StatementContent): number {
  let y = 46
  writeText(doc, content.brand, margin, y, { size: 20, bold: true })
  writeText(doc, content.title, margin, y, { size: 20, align: 'right', width })
  y += 34
  line(doc, y, 2, pdfColors.ink)
  y += 14
  if (content.warning !== null)
    y += writeText(doc, content.warning, margin, y, { bold: true, color: pdfColors.alarm, width }) + 10
  const half = width / 2 - 10
  const ends = content.parties.map(({ heading, lines }, column) => {
    const x = margin + column * (half + 20)
    let at = y + writeText(doc, heading, x, y, { size: 8.5, color: pdfColors.quiet, width: half }) + 2
    for (const [index, text] of lines.entries())
      at += writeText(doc, text, x, at, { bold: index === 0, width: half, maxLines: 2 })
    return at
  })
  y = Math.max(...ends) + 16
  const wide = width / content.facts.length
  const heights = content.facts.map(({ label, value }, index) => {
    const x = margin + index * wide
    const head = writeText(doc, label, x, y, { size: 8.5, color: pdfColors.quiet, width: wide - cellGap })
    return (
      head + 1 + writeText(doc, value, x, y + head + 1, { bold: true, width: wide - cellGap, numbers: true })
    )
  })
  return y + Math.max(...heights) + 10
}

function drawBlock(doc: Pdf, block: Block, next: Block | undefined, y: number): number {
  switch (block.kind) {
    case 'heading': {
      // Avoids a heading alone at the foot of a page.
      const at = room(doc, y + 12, next?.kind === 'table' ? 90 : 60)
      return at + writeText(doc, block.text, margin, at, { size: 12.5, bold: true, width }) + 4
    }
    case 'text': {
      const style: PdfStyle = { color: pdfColors.quiet, size: 9, width }
      const at = room(doc, y, textHeight(doc, block.text, style))
      return at + writeText(doc, block.text, margin, at, style) + 5
    }
    case 'list':
      return block.items.reduce((at, item) => drawItem(doc, item, at), y) + 5
    case 'table':
      return drawTable(doc, block, y) + 6
  }
}

function drawItem(doc: Pdf, text: string, y: number): number {
  const style: PdfStyle = { size: 9, width: width - itemIndent }
  const height = textHeight(doc, text, style)
  const at = room(doc, y, height)
  writeText(doc, '•', margin, at, { size: 9 })
  writeText(doc, text, margin + itemIndent, at, style)
  return at + height + 2
}

function drawTable(
  doc: Pdf,
  { columns, rows, strongLast }: Extract<Block, { kind: 'table' }>,
  start: number,
): number {
  const cells = columns.map(({ share, align }, index) => ({
    x: margin + 6 + columns.slice(0, index).reduce((sum, column) => sum + column.share, 0) * (width - 12),
    wide: share * (width - 12) - (index === columns.length - 1 ? 0 : cellGap),
    align,
  }))
  const styles = (more: PdfStyle) =>
    cells.map(
      ({ wide, align }): PdfStyle => ({ size: 9, width: wide, align, numbers: align === 'right', ...more }),
    )
  const heightOf = (texts: readonly string[], style: readonly PdfStyle[]) =>
    Math.max(...texts.map((text, index) => textHeight(doc, text, style[index] ?? {})))
  const draw = (texts: readonly string[], style: readonly PdfStyle[], y: number) => {
    for (const [index, text] of texts.entries())
      writeText(doc, text, cells[index]?.x ?? margin, y, style[index])
  }
  const headStyle = styles({ size: 8.5, bold: true })
  const labels = columns.map(({ label }) => label)
  const drawHeadRow = (y: number) => {
    const height = heightOf(labels, headStyle) + 8
    doc.rect(margin, y, width, height).fillColor(pdfColors.panel).fill()
    draw(labels, headStyle, y + 4)
    return y + height + 4
  }
  let y = drawHeadRow(room(doc, start, 50))
  for (const [index, row] of rows.entries()) {
    const style = styles(strongLast && index === rows.length - 1 ? { bold: true } : {})
    const height = heightOf(row, style)
    if (y + height + 5 > bottom) y = drawHeadRow(newPage(doc))
    draw(row, style, y)
    y += height + 3
    line(doc, y, 0.5, pdfColors.rule)
    y += 3
  }
  return y
}

function drawFooters(doc: Pdf, content: StatementContent): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page)
    line(doc, 800, 0.5, pdfColors.rule)
    const style: PdfStyle = { size: 8.5, color: pdfColors.quiet, width }
    writeText(doc, content.footer, margin, footerY, style)
    writeText(doc, content.pageLabel(page + 1, count), margin, footerY, { ...style, align: 'right' })
  }
}

/** Where content of a given height can begin: here, or at the top of the next page. */
function room(doc: Pdf, y: number, height: number): number {
  return y + height > bottom ? newPage(doc) : y
}

function newPage(doc: Pdf): number {
  doc.addPage()
  return margin
}

function line(doc: Pdf, y: number, thickness: number, color: string): void {
  doc.moveTo(margin, y).lineTo(rightEdge, y).lineWidth(thickness).strokeColor(color).stroke()
}

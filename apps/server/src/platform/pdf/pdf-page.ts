import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'
import PDFDocument from 'pdfkit'

const fonts = new Map<string, Font>()

/** Fonts are read once: what of their tables was worked out for one document serves the next, which takes half its time. */
function font(name: string): Font {
  const known = fonts.get(name)
  if (known) return known
  const opened = openSync(fileURLToPath(new URL(`../../../assets/fonts/${name}.ttf`, import.meta.url)))
  tellCharacters(opened)
  fonts.set(name, opened)
  return opened
}

/**
 * Glyphs are kept with the characters that they were first used for, or with none where they were read as a part of another (the I of an Î): the next
 * document would say in its text layer that they stand for those. Each use tells its own.
 */
function tellCharacters(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints)
    if (codePoints !== undefined && codePoints.length > 0) glyph.codePoints = codePoints
    return glyph
  }
}

/** Characters that the typeface of the pages lacks. */
const otherScripts = /[\p{Script=Greek}\p{Script=Cyrillic}]/u

/** Colours of printed documents. */
export const pdfColors = {
  ink: '#0b1720',
  quiet: '#4b626e',
  rule: '#b3c5cd',
  panel: '#eef3f5',
  alarm: '#b3261e',
} as const

/** A4 in points. */
export const pdfPage = { width: 595.28, height: 841.89, margin: 50 } as const

const lineGap = 1.5
/** Tabular figures, aligned in columns. */
const tabular = { features: ['tnum'] } as unknown as PDFKit.Mixins.TextOptions

export type Pdf = PDFKit.PDFDocument
export type PdfStyle = {
  size?: number
  bold?: boolean
  color?: string
  width?: number
  align?: 'left' | 'right' | 'center'
  numbers?: boolean
  /** Longer text ends in an ellipsis. */
  maxLines?: number
}

/**
 * Creates an A4 document with searchable text and only the glyphs it needs embedded. `draw` gets its first page. The bytes depend on the
 * content and `at` alone.
 */
export async function renderPdf(
  meta: { title: string; author: string; language: string; at: Date },
  draw: (doc: Pdf) => void,
): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: meta.language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: meta.title, Author: meta.author, CreationDate: meta.at, ModDate: meta.at },
  })
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  doc.on('end', resolve)
  doc.on('error', reject)
  doc.registerFont('text', font('familjen-grotesk-regular'))
  doc.registerFont('bold', font('familjen-grotesk-bold'))
  doc.registerFont('other', font('noto-sans-regular'))
  draw(doc)
  doc.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

/** Draws the text and returns its height. */
export function writeText(doc: Pdf, text: string, x: number, y: number, style: PdfStyle = {}): number {
  const { color = pdfColors.ink, maxLines } = style
  const { options, height, lineHeight } = layOut(doc, text, style)
  doc.fillColor(color)
  const limit = maxLines === undefined ? height : Math.min(height, maxLines * lineHeight)
  doc.text(text, x, y, limit < height ? { ...options, height: limit - lineGap, ellipsis: true } : options)
  return limit
}

/** The height that a text needs. */
export function textHeight(doc: Pdf, text: string, style: PdfStyle): number {
  const { height, lineHeight } = layOut(doc, text, style)
  return style.maxLines === undefined ? height : Math.min(height, style.maxLines * lineHeight)
}

function layOut(doc: Pdf, text: string, style: PdfStyle) {
  const { size = 9.5, bold = false, width, align = 'left', numbers = false } = style
  doc.font(otherScripts.test(text) ? 'other' : bold ? 'bold' : 'text').fontSize(size)
  const lineHeight = doc.currentLineHeight(true) + lineGap
  const options = {
    align,
    lineGap,
    ...(width === undefined ? { lineBreak: false } : { width }),
    ...(numbers ? tabular : {}),
  }
  return { options, lineHeight, height: width === undefined ? lineHeight : doc.heightOfString(text, options) }
}

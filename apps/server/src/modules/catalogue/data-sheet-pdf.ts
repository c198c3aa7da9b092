import { type SheetProduct, type SheetRow, type SheetValues, sheetRows } from '@shipminer/domain/data-sheet'
import { dateFormat, numberFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import { drawFooter, drawHead, sheet } from '../../platform/pdf/document-parts.ts'
import { type Pdf, pdfColors, renderPdf, writeText as write } from '../../platform/pdf/pdf-page.ts'
import { sheetText } from './data-sheet-texts.ts'

const { quiet, rule } = pdfColors
const { left, right, width } = sheet
const valueAt = left + 215

type Detail = { value: string; example: boolean }

export type PrintedSheet = SheetProduct & {
  name: string
  sheet: SheetValues
  /** Of the product in the catalogue, which the sheet was made from. */
  version: number
  changedAt: Date
}

/** The data sheet of a product: A4, one page, in a language. Its bytes depend on the catalogue alone. */
export function renderDataSheet(
  product: PrintedSheet,
  language: Language,
  context: { productName: string; company: Record<'name' | 'email' | 'phone', Detail> },
): Promise<Uint8Array> {
  const { productName, company } = context
  const title = sheetText(language, 'sheet.title')
  return renderPdf(
    { title: `${title} ${product.name}`, author: company.name.value, language, at: product.changedAt },
    (doc) => {
      const isExample = Object.values(company).some(({ example }) => example)
      const warning = isExample ? sheetText(language, 'sheet.example') : null
      let y = drawHead(doc, { brand: productName, title, warning })
      y += write(doc, product.name, left, y, { size: 16, bold: true }) + 4
      y += write(doc, versionOf(product, language), left, y, { size: 8.5, color: quiet }) + 12
      drawRows(doc, sheetRows(product, product.sheet), language, y)
      const { email, phone } = company
      const contact = sheetText(language, 'sheet.contact', { email: email.value, phone: phone.value })
      drawFooter(doc, `${company.name.value} · ${contact}`)
    },
  )
}

function versionOf({ version, changedAt }: PrintedSheet, language: Language): string {
  const date = dateFormat(language, { dateStyle: 'long', timeZone: 'Europe/Amsterdam' }).format(changedAt)
  return sheetText(language, 'sheet.version', { version: String(version), date })
}

function drawRows(doc: Pdf, rows: readonly SheetRow[], language: Language, y: number): void {
  let at = y
  for (const { row, values, computed } of rows) {
    const label = write(doc, sheetText(language, `sheet.${row}`), left, at, {
      color: quiet,
      width: valueAt - left - 12,
    })
    const text = sheetText(language, `sheet.${row}.is`, inWords(language, values))
    let height = write(doc, text, valueAt, at, { bold: true, numbers: true, width: right - valueAt })
    if (computed !== null) {
      const why = sheetText(language, `sheet.why.${computed}`)
      height += write(doc, why, valueAt, at + height, { size: 8, color: quiet, width: right - valueAt })
    }
    at += Math.max(label, height) + 5
    doc
      .moveTo(left, at)
      .lineTo(left + width, at)
      .lineWidth(0.5)
      .strokeColor(rule)
      .stroke()
    at += 5
  }
  write(doc, sheetText(language, 'sheet.lead'), left, at + 8, { size: 8.5, color: quiet, width })
}

function inWords(language: Language, values: SheetRow['values']): Record<string, string> {
  const format = numberFormat(language, { maximumFractionDigits: 2 })
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? format.format(value) : value,
    ]),
  )
}

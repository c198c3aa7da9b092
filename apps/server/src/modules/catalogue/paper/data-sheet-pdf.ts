import {
  type SheetProduct,
  type SheetRow,
  type SheetValues,
  sheetRows,
} from '@shipminer/domain/catalogue/data-sheet'
import { dateFormat, numberFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import { drawFooter, drawHead, drawRows, sheet } from '../../../platform/pdf/document-parts.ts'
import { pdfColors, renderPdf, writeText as write } from '../../../platform/pdf/pdf-page.ts'
import { sheetText } from './data-sheet-texts.ts'

const { quiet } = pdfColors
const { left, width } = sheet

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
      y = drawRows(
        doc,
        sheetRows(product, product.sheet).map(({ row, values, computed }) => ({
          label: sheetText(language, `sheet.${row}`),
          value: sheetText(language, `sheet.${row}.is`, inWords(language, values)),
          note: computed === null ? null : sheetText(language, `sheet.why.${computed}`),
        })),
        y,
      )
      write(doc, sheetText(language, 'sheet.lead'), left, y + 8, { size: 8.5, color: quiet, width })
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

function inWords(language: Language, values: SheetRow['values']): Record<string, string> {
  const format = numberFormat(language, { maximumFractionDigits: 2 })
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? format.format(value) : value,
    ]),
  )
}

import { isSheetValue } from '@shipminer/contract/shop/data-sheet'
import {
  type DataSheet,
  type SheetField,
  sheetFields,
  sheetNumbers,
} from '@shipminer/domain/catalogue/data-sheet'
import type { Language } from '@shipminer/i18n/languages'
import { formatTyped } from '../../../lib/format/format.ts'
import { parseTypedNumber } from '../../../lib/format/parse-number.ts'

/** The data sheet as typed; an empty value: not known. */
export type SheetForm = Record<SheetField, { value: string; source: string }>
/** What is wrong of a field: its value, or that nobody says where it comes from. */
export type SheetProblems = Partial<Record<SheetField, 'value' | 'source'>>

const mostSource = 200

export const isSheetNumber = (field: SheetField): field is keyof typeof sheetNumbers => field in sheetNumbers

export function sheetForm(language: Language, sheet: DataSheet): SheetForm {
  const entries = sheetFields.map((field) => {
    const { value = '', source = '' } = sheet[field] ?? {}
    return [field, { value: typeof value === 'number' ? formatTyped(language, value) : value, source }]
  })
  return Object.fromEntries(entries) as SheetForm
}

export function readSheetForm(form: SheetForm): { sheet: DataSheet; problems: SheetProblems } {
  const problems: SheetProblems = {}
  const sheet: Record<string, unknown> = {}
  for (const field of sheetFields) {
    const typed = form[field].value.trim()
    const source = form[field].source.trim()
    if (typed === '') continue
    const grouping = field.endsWith('Mm') ? 'thousands' : 'decimals'
    const value = isSheetNumber(field) ? parseTypedNumber(typed, grouping) : typed
    if (!isSheetValue(field, value)) problems[field] = 'value'
    else if (source === '' || source.length > mostSource) problems[field] = 'source'
    else sheet[field] = { value, source }
  }
  return { sheet: sheet as DataSheet, problems }
}

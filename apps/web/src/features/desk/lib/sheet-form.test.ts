import { DataSheetSchema } from '@shipminer/contract/shop/data-sheet'
import { type DataSheet, sheetFields } from '@shipminer/domain/catalogue/data-sheet'
import { expect, test } from 'vitest'
import { readSheetForm, type SheetForm, sheetForm } from './sheet-form.ts'

const full: DataSheet = {
  heightMm: { value: 1_800, source: 'drawing 3' },
  powerFactor: { value: 0.95, source: 'measured' },
  supply: { value: 'three-phase', source: 'maker' },
  connectors: { value: 'CEE 63 A, 5p', source: 'maker' },
  ambientMinCelsius: { value: -10, source: 'maker' },
}
const form = sheetForm('nl', full)
const read = (part: Partial<SheetForm>) => readSheetForm({ ...form, ...part })

test('reads back what it shows, in a form that the call takes', () => {
  expect(form.powerFactor.value).toBe('0,95')
  expect(readSheetForm(form)).toEqual({ sheet: full, problems: {} })
  expect(readSheetForm(sheetForm('en', full)).sheet).toEqual(full)
  expect(DataSheetSchema.safeParse(full).success).toBe(true)
})

test('has every field, and what is empty is not known', () => {
  expect(Object.keys(form)).toEqual(sheetFields)
  expect(read({ heightMm: { value: ' ', source: 'drawing 3' } }).sheet.heightMm).toBeUndefined()
})

test('reads thousands of millimetres', () =>
  expect(read({ widthMm: { value: '1.200', source: 'maker' } }).sheet.widthMm?.value).toBe(1_200))

test.each([
  [{ heightMm: { value: 'tall', source: 'maker' } }, { heightMm: 'value' }],
  [{ heightMm: { value: '0', source: 'maker' } }, { heightMm: 'value' }],
  [{ powerFactor: { value: '1,2', source: 'maker' } }, { powerFactor: 'value' }],
  [{ supply: { value: 'solar', source: 'maker' } }, { supply: 'value' }],
  [{ connectors: { value: 'x'.repeat(201), source: 'maker' } }, { connectors: 'value' }],
  [{ noiseDb: { value: '50', source: ' ' } }, { noiseDb: 'source' }],
])('%j is refused', (part, problems) => expect(read(part).problems).toEqual(problems))

import {
  type sheetFields,
  sheetNumbers,
  sheetSupplies,
  sheetTexts,
} from '@shipminer/domain/catalogue/data-sheet'
import * as z from 'zod/mini'

const line = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^\P{Cc}*$/u))
const source = line(200)

const number = (field: keyof typeof sheetNumbers) => {
  const [least, most] = sheetNumbers[field]
  return z.number().check(z.minimum(least), z.maximum(most))
}
const text = (field: keyof typeof sheetTexts) => line(sheetTexts[field])

const values = {
  widthMm: number('widthMm'),
  heightMm: number('heightMm'),
  depthMm: number('depthMm'),
  weightKg: number('weightKg'),
  supply: z.enum(sheetSupplies),
  voltageVolts: number('voltageVolts'),
  powerFactor: number('powerFactor'),
  noiseDb: number('noiseDb'),
  waterInCelsius: number('waterInCelsius'),
  waterOutCelsius: number('waterOutCelsius'),
  waterFlowLitresPerMinute: number('waterFlowLitresPerMinute'),
  protection: text('protection'),
  ambientMinCelsius: number('ambientMinCelsius'),
  ambientMaxCelsius: number('ambientMaxCelsius'),
  connectors: text('connectors'),
  standards: text('standards'),
  standardsPending: text('standardsPending'),
  leadWeeks: number('leadWeeks'),
  customerWords: text('customerWords'),
  customerName: text('customerName'),
}
const entry = <Value extends z.ZodMiniType>(value: Value) => z.object({ value, source })
type Entries<Shape extends Record<string, z.ZodMiniType>> = {
  [Name in keyof Shape]: ReturnType<typeof entry<Shape[Name]>>
}
const withSources = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, entry(value)])) as Entries<Shape>

/** What is known of a product, as everyone may see it. */
export const SheetValuesSchema = z.partial(z.object(values))

/** The same as operators enter it: each figure with where it comes from. */
export const DataSheetSchema = z.partial(z.strictObject(withSources(values)))

/** Whether a field's value can be stored as it is. */
export function isSheetValue(field: (typeof sheetFields)[number], value: unknown): boolean {
  return values[field].safeParse(value).success
}

/** Where the data sheet of a product is served as PDF, in a language: outside the calls, for links and for browsers without scripts. */
export const dataSheetPath = (id: string, language: string) => `/data-sheets/${id}-${language}.pdf`

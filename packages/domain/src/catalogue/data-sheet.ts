/**
 * The data sheet of a product: figures that its maker or a measurement gives, each entered with its source, and what follows from them. A field
 * that is unknown is absent, and nothing is shown for it.
 */

/** Fields that are numbers, with the least and the most that can be meant. */
export const sheetNumbers = {
  widthMm: [10, 20_000],
  heightMm: [10, 20_000],
  depthMm: [10, 20_000],
  weightKg: [0.01, 50_000],
  voltageVolts: [1, 1_000],
  powerFactor: [0.3, 1],
  noiseDb: [1, 140],
  waterInCelsius: [-20, 90],
  waterOutCelsius: [-20, 90],
  waterFlowLitresPerMinute: [0.1, 10_000],
  ambientMinCelsius: [-60, 60],
  ambientMaxCelsius: [-60, 90],
  /** Weeks from the order to the delivery. */
  leadWeeks: [0, 104],
} as const satisfies Record<string, readonly [least: number, most: number]>

/** Fields that are text, with their greatest length. They are shown in every language as they are. */
export const sheetTexts = {
  protection: 20,
  connectors: 200,
  standards: 200,
  /** Standards that the product is meant to meet and nobody has confirmed. */
  standardsPending: 200,
  /** What a customer has said, word by word. */
  customerWords: 600,
  customerName: 80,
} as const satisfies Record<string, number>

export const sheetSupplies = ['three-phase', 'single-phase', 'direct-current'] as const
export type SheetSupply = (typeof sheetSupplies)[number]

export type SheetNumber = keyof typeof sheetNumbers
export type SheetText = keyof typeof sheetTexts
export type SheetField = SheetNumber | SheetText | 'supply'

type ValueOf<Field extends SheetField> = Field extends 'supply'
  ? SheetSupply
  : Field extends SheetNumber
    ? number
    : string

/** What is known of a product. */
export type SheetValues = { [Field in SheetField]?: ValueOf<Field> | undefined }
/** The same with where each figure comes from. */
export type DataSheet = {
  [Field in SheetField]?: { value: ValueOf<Field>; source: string } | undefined
}

/** In the order in which they are entered. */
export const sheetFields: readonly SheetField[] = [
  'widthMm',
  'heightMm',
  'depthMm',
  'weightKg',
  'supply',
  'voltageVolts',
  'powerFactor',
  'noiseDb',
  'waterInCelsius',
  'waterOutCelsius',
  'waterFlowLitresPerMinute',
  'protection',
  'ambientMinCelsius',
  'ambientMaxCelsius',
  'connectors',
  'standards',
  'standardsPending',
  'leadWeeks',
  'customerWords',
  'customerName',
]

/** The figures without their sources, as everyone may see them. */
export function sheetValues(sheet: DataSheet): SheetValues {
  return Object.fromEntries(
    sheetFields.flatMap((field) => {
      const entry = sheet[field]
      return entry ? [[field, entry.value]] : []
    }),
  )
}

/** Whether two sheets say the same with the same sources. */
export function isSameSheet(one: DataSheet, other: DataSheet): boolean {
  return changedSheetFields(one, other).length === 0
}

export function changedSheetFields(before: DataSheet, after: DataSheet): SheetField[] {
  return sheetFields.filter(
    (field) => before[field]?.value !== after[field]?.value || before[field]?.source !== after[field]?.source,
  )
}

/** The figures of the catalogue that a sheet begins with. */
export type SheetProduct = {
  hashrateThs: number
  powerWatts: number
  unitsPerBox: number
  cooling: 'hydro' | null
  /** 0 when no generator is needed. */
  minGeneratorWatts: number
}

/** Lines that follow from others; the text of each names the rule. */
export type ComputedRow = 'efficiency' | 'currentThree' | 'currentSingle' | 'currentDirect' | 'heat' | 'flow'

/** One line of the sheet: `row` names its label and the text around its values. */
export type SheetRow = {
  row:
    | ComputedRow
    | SheetSupply
    | 'hashrate'
    | 'units'
    | 'power'
    | 'powerSmall'
    | 'generator'
    | 'dimensions'
    | 'weight'
    | 'voltage'
    | 'powerFactor'
    | 'water'
    | 'waterIn'
    | 'waterOut'
    | 'noise'
    | 'protection'
    | 'ambient'
    | 'ambientMin'
    | 'ambientMax'
    | 'connectors'
    | 'standards'
    | 'standardsPending'
  values: Readonly<Record<string, number | string>>
  /** Null: the figure was entered. */
  computed: ComputedRow | null
  /** Nobody has confirmed it. */
  isPending: boolean
}

/** Litres a minute that carry one kilowatt off at one kelvin of difference: 60 s over water's 4.19 kJ/(l·K). */
const litresPerMinuteKelvinPerKw = 14.3

/** What a phase or wire carries at full power, A; null without the figures that it follows from. */
export function sheetCurrent(powerWatts: number, values: SheetValues): number | null {
  const { supply, voltageVolts, powerFactor } = values
  if (supply === undefined || voltageVolts === undefined || powerWatts <= 0) return null
  if (supply === 'direct-current') return powerWatts / voltageVolts
  if (powerFactor === undefined) return null
  const phases = supply === 'three-phase' ? Math.sqrt(3) : 1
  return powerWatts / (phases * voltageVolts * powerFactor)
}

/** The water that carries the heat off, litres a minute, and whether it was computed; null without both temperatures or a given flow. */
export function sheetFlow(
  product: Pick<SheetProduct, 'powerWatts' | 'cooling'>,
  values: SheetValues,
): { litresPerMinute: number; isComputed: boolean } | null {
  if (product.cooling !== 'hydro') return null
  const { waterFlowLitresPerMinute: given, waterInCelsius, waterOutCelsius } = values
  if (given !== undefined) return { litresPerMinute: given, isComputed: false }
  if (waterInCelsius === undefined || waterOutCelsius === undefined || waterOutCelsius <= waterInCelsius)
    return null
  const kilowatts = product.powerWatts / 1000
  return {
    litresPerMinute: (litresPerMinuteKelvinPerKw * kilowatts) / (waterOutCelsius - waterInCelsius),
    isComputed: true,
  }
}

/** Width, height and depth in millimetres; null unless all three are known. */
export function sheetSize(values: SheetValues): { width: number; height: number; depth: number } | null {
  const { widthMm: width, heightMm: height, depthMm: depth } = values
  return width === undefined || height === undefined || depth === undefined ? null : { width, height, depth }
}

const roundTo = (value: number, digits: number) => Number(value.toFixed(digits))

/** The lines of a data sheet, without those that are unknown. */
export function sheetRows(product: SheetProduct, values: SheetValues): SheetRow[] {
  const rows: SheetRow[] = []
  const add = (row: SheetRow['row'], given: SheetRow['values']) =>
    rows.push({ row, values: given, computed: null, isPending: row === 'standardsPending' })
  const addKnown = (row: SheetRow['row'], value: number | string | undefined) => {
    if (value !== undefined) add(row, { value })
  }
  const addComputed = (row: ComputedRow, value: number) =>
    rows.push({ row, values: { value }, computed: row, isPending: false })
  const { hashrateThs, powerWatts, unitsPerBox, cooling, minGeneratorWatts } = product
  const isBox = minGeneratorWatts > 0
  if (hashrateThs > 0) add('hashrate', { value: hashrateThs })
  if (unitsPerBox > 1) add('units', { value: unitsPerBox })
  if (powerWatts > 0) {
    if (powerWatts < 1000) add('powerSmall', { value: powerWatts })
    else add('power', { value: powerWatts / 1000 })
    if (hashrateThs > 0) addComputed('efficiency', roundTo(powerWatts / hashrateThs, 1))
  }
  if (isBox) add('generator', { value: minGeneratorWatts / 1000 })
  const size = sheetSize(values)
  if (size) add('dimensions', size)
  addKnown('weight', values.weightKg)
  addKnown(values.supply ?? 'voltage', values.voltageVolts)
  addKnown('powerFactor', values.powerFactor)
  const current = sheetCurrent(powerWatts, values)
  if (current !== null && values.supply !== undefined)
    addComputed(currentRows[values.supply], roundTo(current, current < 100 ? 1 : 0))
  if (isBox) addComputed('heat', powerWatts / 1000)
  if (cooling === 'hydro') {
    add('water', {})
    addKnown('waterIn', values.waterInCelsius)
    addKnown('waterOut', values.waterOutCelsius)
    const flow = sheetFlow(product, values)
    if (flow?.isComputed) addComputed('flow', roundTo(flow.litresPerMinute, 1))
    else addKnown('flow', flow?.litresPerMinute)
  }
  addKnown('noise', values.noiseDb)
  addKnown('protection', values.protection)
  const { ambientMinCelsius: min, ambientMaxCelsius: max } = values
  if (min !== undefined && max !== undefined) add('ambient', { min, max })
  else {
    addKnown('ambientMin', min)
    addKnown('ambientMax', max)
  }
  addKnown('connectors', values.connectors)
  addKnown('standards', values.standards)
  addKnown('standardsPending', values.standardsPending)
  return rows
}

const currentRows = {
  'three-phase': 'currentThree',
  'single-phase': 'currentSingle',
  'direct-current': 'currentDirect',
} as const satisfies Record<SheetSupply, ComputedRow>

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** The ISO week in which something arrives that is ordered now. */
export function deliveryWeek(now: number, leadWeeks: number): { week: number; year: number } {
  const then = new Date(now + leadWeeks * weekMs)
  // A week belongs to the year of its Thursday.
  const thursday = Date.UTC(
    then.getUTCFullYear(),
    then.getUTCMonth(),
    then.getUTCDate() + 4 - (then.getUTCDay() || 7),
  )
  const year = new Date(thursday).getUTCFullYear()
  return { week: Math.ceil(((thursday - Date.UTC(year, 0, 1)) / dayMs + 1) / 7), year }
}

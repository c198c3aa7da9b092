import { describe, expect, test } from 'vitest'
import {
  changedSheetFields,
  type DataSheet,
  deliveryWeek,
  isSameSheet,
  type SheetValues,
  sheetCurrent,
  sheetFields,
  sheetFlow,
  sheetNumbers,
  sheetRows,
  sheetTexts,
  sheetValues,
} from './data-sheet.ts'

const box = {
  hashrateThs: 1419,
  powerWatts: 25_000,
  unitsPerBox: 3,
  cooling: 'hydro',
  minGeneratorWatts: 50_000,
} as const
const known: SheetValues = { supply: 'three-phase', voltageVolts: 400, powerFactor: 0.95 }

test('every field is entered once', () =>
  expect(sheetFields.toSorted()).toEqual(
    [...Object.keys(sheetNumbers), ...Object.keys(sheetTexts), 'supply'].toSorted(),
  ))

describe('what follows from other figures', () => {
  test('25 kW on three phases of 400 V at 0.95 take 38.0 A', () => {
    expect(sheetCurrent(25_000, known)).toBeCloseTo(37.98, 2)
    expect(sheetCurrent(25_000, { ...known, powerFactor: undefined })).toBeNull()
    expect(sheetCurrent(25_000, { ...known, voltageVolts: undefined })).toBeNull()
  })
  test('120 W at 12 V direct current take 10 A', () =>
    expect(sheetCurrent(120, { supply: 'direct-current', voltageVolts: 12 })).toBe(10))
  test('one phase takes √3 as much', () =>
    expect(sheetCurrent(2_300, { supply: 'single-phase', voltageVolts: 230, powerFactor: 1 })).toBe(10))
  test('5.4 kW at 10 K take 7.7 l/min, and a given flow stays', () => {
    const product = { powerWatts: 5_400, cooling: 'hydro' } as const
    const water = { waterInCelsius: 30, waterOutCelsius: 40 }
    expect(sheetFlow(product, water)?.litresPerMinute).toBeCloseTo(7.72, 2)
    expect(sheetFlow(product, { ...water, waterFlowLitresPerMinute: 9 })).toEqual({
      litresPerMinute: 9,
      isComputed: false,
    })
    expect(sheetFlow(product, { waterInCelsius: 40, waterOutCelsius: 40 })).toBeNull()
    expect(sheetFlow({ ...product, cooling: null }, water)).toBeNull()
  })
})

describe('the lines', () => {
  test('hold nothing that nobody knows', () =>
    expect(sheetRows(box, {}).map(({ row }) => row)).toEqual([
      'hashrate',
      'units',
      'power',
      'efficiency',
      'generator',
      'heat',
      'water',
    ]))
  test('show a size only whole', () => {
    expect(sheetRows(box, { widthMm: 800, heightMm: 1_800 }).map(({ row }) => row)).not.toContain(
      'dimensions',
    )
    expect(sheetRows(box, { widthMm: 800, heightMm: 1_800, depthMm: 600 })).toContainEqual({
      row: 'dimensions',
      values: { width: 800, height: 1_800, depth: 600 },
      computed: null,
      isPending: false,
    })
  })
  test('mark what is computed and what nobody has confirmed', () => {
    const rows = sheetRows(box, { ...known, standardsPending: 'EN 60204-1' })
    expect(rows).toContainEqual({
      row: 'currentThree',
      values: { value: 38 },
      computed: 'currentThree',
      isPending: false,
    })
    expect(rows).toContainEqual({
      row: 'standardsPending',
      values: { value: 'EN 60204-1' },
      computed: null,
      isPending: true,
    })
    expect(rows).toContainEqual(expect.objectContaining({ row: 'three-phase', values: { value: 400 } }))
  })
  test('of a small miner speak of watts, and of no water', () => {
    const small = { ...box, hashrateThs: 2.4, powerWatts: 120, unitsPerBox: 1, cooling: null }
    const rows = sheetRows({ ...small, minGeneratorWatts: 0 }, { waterInCelsius: 20 })
    expect(rows.map(({ row }) => row)).toEqual(['hashrate', 'powerSmall', 'efficiency'])
  })
})

test('a sheet changes by its values and by its sources', () => {
  const sheet: DataSheet = { noiseDb: { value: 50, source: 'maker' } }
  expect(isSameSheet(sheet, { noiseDb: { source: 'maker', value: 50 } })).toBe(true)
  expect(changedSheetFields(sheet, { noiseDb: { value: 50, source: 'measured' } })).toEqual(['noiseDb'])
  expect(changedSheetFields(sheet, {})).toEqual(['noiseDb'])
  expect(sheetValues(sheet)).toEqual({ noiseDb: 50 })
})

test.each([
  ['2026-11-23T09:00Z', 6, { week: 1, year: 2027 }],
  ['2026-12-28T00:00Z', 0, { week: 53, year: 2026 }],
  ['2027-01-03T23:00Z', 0, { week: 53, year: 2026 }],
  ['2027-01-04T00:00Z', 0, { week: 1, year: 2027 }],
])('ordered at %s, %i weeks later is %j', (at, weeks, expected) =>
  expect(deliveryWeek(Date.parse(at), weeks)).toEqual(expected),
)

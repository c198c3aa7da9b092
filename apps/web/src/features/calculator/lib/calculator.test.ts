import { CalculationSheetSchema, calculatorQuery } from '@shipminer/contract/shop/calculation-sheet'
import type { Calculation } from '@shipminer/contract/shop/catalogue'
import { calculate } from '@shipminer/domain/calculator/calculator'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emptyCalculator,
  readCalculatorQuery,
  type SharedNetwork,
  writeCalculatorQuery,
} from './calculator-form.ts'
import { figuresOf, parsePowerCents } from './figures.ts'
import { projectionCsv } from './projection-csv.ts'
import { sheetOf } from './sheet.ts'

const network: SharedNetwork = {
  difficulty: 123_456_789_012_345.67,
  blockHeight: 980_000,
  feesSatPerBlock: 3_000_000,
  at: Date.UTC(2026, 10, 20, 12),
}

const seedInput = figuresOf(emptyCalculator, null, null).input
const market: Calculation = {
  productId: 'sm19',
  serverTime: network.at,
  fallback: false,
  sources: {
    network: { source: 'mempool.example', observedAt: network.at, ageSeconds: 0, builtIn: false },
    price: { kind: 'market', source: 'a.example, b.example', observedAt: network.at, ageSeconds: 0 },
  },
  input: { ...seedInput, centsPerBtc: 8_000_000, difficulty: 140e12, blockHeight: 981_000 },
  result: calculate(seedInput),
}

describe('the address', () => {
  test('an untouched form needs none', () => {
    expect(writeCalculatorQuery(emptyCalculator, null).toString()).toBe('')
  })

  test('what is written is read back', () => {
    const text = fc.string({ maxLength: 20 })
    const form = fc.record({
      generator: text,
      usage: text,
      ship: fc.constantFrom('', 'tanker', 'other'),
      source: fc.constantFrom('spare', 'priced'),
      product: fc.constantFrom('sm19', 'sm21', 'sm23', 'lottery'),
      boxes: text,
      price: text,
      share: fc.constantFrom('2/3', '3/4'),
      growth: fc.constantFrom('0', '20', '40'),
      change: fc.constantFrom('-30', '0', '30'),
      power: text,
    })
    fc.assert(
      fc.property(form, fc.constantFrom(null, network), (typed, shared) => {
        const read = readCalculatorQuery(`?${writeCalculatorQuery(typed, shared)}`)
        // A browser keeps no lone half of a character in an address.
        fc.pre(Object.values(typed).every((part) => part.isWellFormed()))
        expect({ ...emptyCalculator, ...read.form }).toEqual(typed)
        expect(read.network).toEqual(shared)
      }),
    )
  })

  test('a shared address gives the same figures, whatever the market does since', () => {
    const form = { ...emptyCalculator, product: 'sm21', boxes: '3', share: '3/4', growth: '40', change: '30' }
    const mine = figuresOf(form, market, network)
    const read = readCalculatorQuery(`?${calculatorQuery(sheetOf(form, mine))}`)
    const later = { ...market, input: { ...market.input, centsPerBtc: 1_000_000, difficulty: 300e12 } }
    const theirs = figuresOf({ ...emptyCalculator, ...read.form }, later, read.network)
    expect(theirs.input).toEqual(mine.input)
    expect(theirs.result).toEqual(mine.result)
    expect(theirs.outlook).toEqual(mine.outlook)
  })

  test.each([
    emptyCalculator,
    {
      ...emptyCalculator,
      generator: '80,5 kW',
      usage: '33,3 %',
      ship: 'tanker',
      boxes: '2',
      source: 'priced',
    },
    { ...emptyCalculator, product: 'lottery', price: '70.000', power: '27,5', change: '-30' },
  ])('a sheet of paper has the same figures, and its address too: %j', (form) => {
    const mine = figuresOf(form, market, null)
    const sheet = sheetOf(form, mine)
    expect(CalculationSheetSchema.parse(sheet)).toEqual(sheet)
    const read = readCalculatorQuery(`?${calculatorQuery(sheet)}`)
    const theirs = figuresOf({ ...emptyCalculator, ...read.form }, null, read.network)
    expect(theirs.input).toEqual(mine.input)
    expect(theirs.fit).toEqual(mine.fit)
  })

  test.each([
    '?product=payment-test',
    '?growth=99',
    '?share=1/1',
    '?difficulty=0&height=1&fees=1&at=1',
    '?x',
  ])('%s is passed over', (search) => {
    expect(readCalculatorQuery(search)).toEqual({ form: {}, network: null })
  })
})

describe('figuresOf', () => {
  test('without a server: built-in figures and 65000, and it says so', () => {
    const { price, network: used, input } = figuresOf(emptyCalculator, null, null)
    expect([price.kind, used.kind, input.centsPerBtc]).toEqual(['unknown', 'built-in', 6_500_000])
  })

  test.each(['0', '-1', 'abc', '1e9', '99999999999999'])('a price of %s falls back to 65000', (text) => {
    const { price, input } = figuresOf({ ...emptyCalculator, price: text }, market, null)
    expect([price.kind, input.centsPerBtc]).toEqual(['not-positive', 6_500_000])
  })

  test('a typed price counts, else the market', () => {
    expect(figuresOf({ ...emptyCalculator, price: '70.000' }, market, null).input.centsPerBtc).toBe(7_000_000)
    const { price, network: used, input } = figuresOf(emptyCalculator, market, null)
    expect(input).toMatchObject({ centsPerBtc: 8_000_000, difficulty: 140e12 })
    expect([price.kind, used.kind]).toEqual(['market', 'observed'])
  })

  test('the market of another product is used, its box is not', () => {
    const { input } = figuresOf({ ...emptyCalculator, product: 'sm21' }, market, null)
    expect(input).toMatchObject({ hashrateThs: 1419, priceCents: 4_250_000, difficulty: 140e12 })
  })

  test('the change of the price is for the outlook alone', () => {
    const plain = figuresOf(emptyCalculator, null, null)
    const changed = figuresOf({ ...emptyCalculator, change: '-30' }, null, null)
    expect(changed.result).toEqual(plain.result)
    expect(changed.outlook.spare.ownerNetCentsPerDay).toBeLessThan(plain.outlook.spare.ownerNetCentsPerDay)
  })

  test('what cannot be read is told and not calculated with', () => {
    const { problems, input } = figuresOf({ ...emptyCalculator, boxes: 'two', power: '-1' }, null, null)
    expect(problems).toEqual({ boxes: true, power: true })
    expect(input).toMatchObject({ numberOfBoxes: 1, powerCentsPerKwh: 15 })
  })

  test('reference: 771 TH/s at D 150e12, 65000, 85 % of nameplate', () => {
    const { result } = figuresOf(emptyCalculator, null, null)
    // 0.00028682 BTC a day at 90 % uptime and 2 % fee (facts) is 0.00032519 gross, of which 85 % arrive.
    expect(result.daily.minedSat).toBe(27_641)
    expect(result.priced.paybackDays).toBeNull()
  })
})

test.each([
  ['15', 15],
  ['12,5', 12.5],
  ['0', 0],
  ['501', null],
  ['-1', null],
  ['', null],
])('a power price of %j is %j cents', (text, cents) => {
  expect(parsePowerCents(text)).toBe(cents)
})

test('the table for a spreadsheet has inputs, then one row a point', () => {
  const figures = figuresOf(emptyCalculator, market, null)
  const lines = projectionCsv('sm19', figures).split('\r\n')
  expect(lines[0]).toBe('\ufeffinput,value')
  expect(lines).toContain('bitcoin_price_from,"a.example, b.example"')
  expect(lines).toContain('payback_days_priced_power,')
  const head = lines.findIndex((line) => line.startsWith('day,'))
  expect(lines.length - head - 2).toBe(figures.outlook.projection.length)
  expect(projectionCsv('=1+1', figures)).toContain("product,'=1+1")
})

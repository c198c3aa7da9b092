import { CustomRequestSchema } from '@shipminer/contract/inquiries'
import { describe, expect, test } from 'vitest'
import {
  analyseForm,
  checkCustom,
  customBody,
  emptyCustom,
  parseCapacity,
  parseUsage,
} from './custom-form.ts'

test.each([
  ['80', 80],
  ['80 kW', 80],
  ['12,5', 12.5],
  ['12,500', 12.5],
  ['0', null],
  ['-3', null],
  ['100001', null],
  ['tachtig', null],
  ['', null],
])('capacity %j is %j', (text, kilowatts) => {
  expect(parseCapacity(text)).toBe(kilowatts)
})

test.each([
  ['0', 0],
  ['55%', 55],
  ['55 %', 55],
  ['100', 100],
  ['101', null],
  ['-1', null],
  ['', null],
])('usage %j is %j', (text, percent) => {
  expect(parseUsage(text)).toBe(percent)
})

describe('analyseForm', () => {
  test('a half-filled form says nothing', () => {
    expect(analyseForm({ capacity: '80', usage: '' })).toBeNull()
    expect(analyseForm({ capacity: '', usage: '50' })).toBeNull()
  })

  test('80 kW at 50 % leaves 40 kW: one small box, not the large one', () => {
    const found = analyseForm({ capacity: '80', usage: '50' })
    expect(found).toMatchObject({ spareKw: 40, shipKw: 40, messages: [] })
    expect(found?.boxes.find(({ id }) => id === 'sm21')?.count).toBe(1)
    expect(found?.boxes.find(({ id }) => id === 'sm23')?.count).toBe(0)
  })

  test('under 50 kW only the Lottery Miner fits, and it says so', () => {
    const found = analyseForm({ capacity: '40', usage: '10' })
    expect(found?.messages).toEqual(['generator-under-50-kw'])
    expect(found?.boxes.filter(({ count }) => count > 0).map(({ id }) => id)).toEqual(['lottery'])
  })

  test('more than ten units is a matter of a quote', () => {
    expect(analyseForm({ capacity: '600', usage: '50' })?.messages).toEqual(['quote-over-10-units'])
  })
})

test('checkCustom wants the ship, a name and an address', () => {
  expect(checkCustom(emptyCustom)).toEqual({
    shipType: 'required',
    capacity: 'required',
    usage: 'required',
    name: 'required',
    email: 'required',
  })
  expect(checkCustom({ ...emptyCustom, capacity: 'x', usage: '120' })).toMatchObject({
    capacity: 'numberInvalid',
    usage: 'numberInvalid',
  })
})

test('what is sent fits the contract', () => {
  const body = customBody(
    {
      shipType: 'tanker',
      capacity: '120',
      usage: '37,5',
      information: '',
      name: ' Jan ',
      email: 'jan@schip.nl',
      phone: '',
    },
    { language: 'nl', website: '' },
  )
  const sent = JSON.parse(JSON.stringify(body))
  expect(sent).toEqual({
    shipType: 'tanker',
    generatorCapacityKw: 120,
    currentUsagePercent: 37.5,
    name: 'Jan',
    email: 'jan@schip.nl',
    language: 'nl',
  })
  expect(CustomRequestSchema.safeParse(sent).success).toBe(true)
})

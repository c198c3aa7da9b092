import { CustomRequestSchema } from '@shipminer/contract/shop/inquiries'
import { describe, expect, test } from 'vitest'
import { analyseForm, checkCustom, customBody, emptyCustom } from './custom-form.ts'

describe('analyseForm', () => {
  test('a half-filled form says nothing', () => {
    expect(analyseForm({ capacity: '80', usage: '' })).toBeNull()
    expect(analyseForm({ capacity: '', usage: '50' })).toBeNull()
  })

  test('80 kW at 40 % leaves 28 kW below limit and reserve: one small box', () => {
    const found = analyseForm({ capacity: '80', usage: '40' })
    expect(found?.solution).toMatchObject({
      spareKw: 28,
      shipKw: 32,
      limitKw: 68,
      reserveKw: 8,
      messages: [],
    })
    expect(found?.offered.map(({ id, count }) => `${count} ${id}`)).toEqual(['1 sm21', '1 sm19'])
  })

  test('1,000 kW at 10 % is not filled to the last kilowatt', () => {
    const found = analyseForm({ capacity: '1000', usage: '10' })
    for (const { usedKw } of found?.offered ?? []) expect(100 + usedKw).toBeLessThanOrEqual(750)
    expect(found?.offered.map(({ id }) => id)).toEqual(['sm21', 'sm19', 'sm23'])
  })

  test('under 50 kW only one Lottery Miner fits, and it says so', () => {
    const found = analyseForm({ capacity: '40', usage: '10' })
    expect(found?.solution.messages).toEqual(['generator-under-50-kw'])
    expect(found?.offered.map(({ id, count }) => `${count} ${id}`)).toEqual(['1 lottery'])
  })

  test('more than ten units is a matter of a quote', () => {
    expect(analyseForm({ capacity: '800', usage: '30' })?.solution.messages).toEqual(['quote-over-10-units'])
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

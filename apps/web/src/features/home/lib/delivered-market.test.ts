import { builtInMarket } from '@shipminer/domain/calculator/box-estimate'
import { expect, test } from 'vitest'
import { parseMarket } from './delivered-market.ts'

const market = { ...builtInMarket, centsPerBtc: 9_000_000, at: 1_790_000_000_000, isBuiltIn: false }

test('the market of the page is taken as it was delivered', () => {
  expect(parseMarket(JSON.stringify(market))).toEqual(market)
})

test.each([
  undefined,
  '',
  'null',
  '[]',
  '{"centsPerBtc":1}',
  JSON.stringify({ ...market, centsPerBtc: '9000000' }),
  JSON.stringify({ ...market, difficulty: null }),
  JSON.stringify({ ...market, difficulty: -1 }),
])('anything else is the built-in market, which says so: %s', (text) => {
  expect(parseMarket(text)).toEqual(builtInMarket)
})

import { formatEuroPrice } from '@shipminer/i18n/formats'
import { expect, test } from 'vitest'
import { parseChanged, shownPrice } from './shown-price.ts'

test('without a page a price is a mark for the server', () => {
  expect(shownPrice('nl', 'sm19', 'PRICE', 1)).toBe('__PRICE_sm19__')
})

test('cents are written where there are any', () => {
  expect(formatEuroPrice('nl', 1_750_000)).toBe('€\u00a017.500')
  expect(formatEuroPrice('nl', 1_446_281)).toBe('€\u00a014.462,81')
  expect(formatEuroPrice('en', 1_699_950)).toBe('€16,999.50')
})

test.each([
  [undefined, {}],
  ['', {}],
  ['null', {}],
  ['{"sm19":[1,null],"sm21":[2,3]}', { sm19: [1, null], sm21: [2, 3] }],
  ['{"sm19":["1",null],"sm21":[-1,null],"sm23":7,"lottery":[1.5,null]}', {}],
])('%s → %j', (text, changed) => {
  expect(parseChanged(text)).toEqual(changed)
})

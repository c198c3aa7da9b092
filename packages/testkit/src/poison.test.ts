import { expect, test } from 'vitest'
import { jsonOf, poisons } from './poison.ts'

test('every poison is written as it is', () => {
  for (const [name, value] of poisons) expect([name, JSON.parse(jsonOf([value]))]).toEqual([name, [value]])
  expect(jsonOf({ a: [-0, 0, '-0'] })).toBe('{"a":[-0,0,"-0"]}')
})

test('the year 1 begins on its first day', () => {
  const [, first] = poisons.find(([name]) => name === 'the year 1') ?? []
  expect(new Date(Number(first)).toISOString()).toBe('0001-01-01T00:00:00.000Z')
})

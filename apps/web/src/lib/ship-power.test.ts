import { expect, test } from 'vitest'
import { fittingBoxes, parseCapacity, parseUsage, shipTypes, typicalShips } from './ship-power.ts'

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

test('every type of ship has a guess that a box could stand on, and nothing is offered twice', () => {
  for (const type of shipTypes) {
    expect(typicalShips[type].capacityKw).toBeGreaterThanOrEqual(50)
    expect(typicalShips[type].usagePercent).toBeGreaterThan(0)
  }
  expect(fittingBoxes().map(({ id }) => id)).toEqual(['sm19', 'sm21', 'sm23', 'lottery'])
})

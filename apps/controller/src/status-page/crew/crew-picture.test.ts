import { expect, test } from 'vitest'
import { hourChart, powerBar, roomOf } from './crew-picture.ts'

const power = {
  ...{ capacityKw: 100, limitKw: 80, generatorLoadKw: 60, shipLoadKw: 40, miningKw: 20 },
  headroomKw: 8,
}
const rects = (svg: string) =>
  Object.fromEntries(
    [...svg.matchAll(/<rect class="(\w+)" x="([\d.]+)" y="0" width="([\d.]+)"/g)].map(
      ([, name, x, width]) => [name, [Number(x), Number(width)]],
    ),
  )

test('the bar is on the scale of the generator', () =>
  expect(rects(powerBar(power, 'x'))).toEqual({
    frame: [0, 1_000],
    ship: [0, 400],
    boxes: [400, 200],
    free: [600, 80],
    kept: [680, 120],
  }))
test('what miners may use and what is kept are what lies between load and limit, and unknown with it', () => {
  expect(roomOf(power)).toEqual({ freeKw: 8, keptKw: 12 })
  expect(roomOf({ ...power, headroomKw: -5 })).toEqual({ freeKw: 0, keptKw: 20 })
  expect(roomOf({ ...power, headroomKw: 30 })).toEqual({ freeKw: 20, keptKw: 0 })
  expect(roomOf({ ...power, generatorLoadKw: 90 })).toEqual({ freeKw: 0, keptKw: 0 })
  for (const unknown of [{ generatorLoadKw: null }, { headroomKw: null }, { limitKw: null }])
    expect(roomOf({ ...power, ...unknown })).toEqual({ freeKw: null, keptKw: null })
})
test('an unknown load fills nothing', () =>
  expect(rects(powerBar({ ...power, generatorLoadKw: null }, 'x'))).toEqual({ frame: [0, 1_000] }))
test('above the limit nothing is free, and above the capacity the scale grows', () => {
  const over = rects(powerBar({ ...power, generatorLoadKw: 200, shipLoadKw: 180 }, 'x'))
  expect(over.free).toBeUndefined()
  const [shipAt = 0, shipWidth = 0] = over.ship ?? []
  const [, boxes = 0] = over.boxes ?? []
  expect(shipAt + shipWidth + boxes).toBeLessThanOrEqual(1_000)
  expect(boxes).toBeGreaterThan(0)
})
test('boxes that are said to take more than there is do not make the ship negative', () =>
  expect(rects(powerBar({ ...power, shipLoadKw: null, miningKw: 90 }, 'x'))).toMatchObject({
    ship: [0, 0],
    boxes: [0, 600],
  }))

const now = 10_000_000
const at = (secondsAgo: number, shipKw: number | null = 40) => ({
  at: now - secondsAgo * 1_000,
  shipKw,
  miningKw: 20,
  limitKw: 80,
})
const shapes = (svg: string, name: string) =>
  [...svg.matchAll(new RegExp(`<polygon class="${name}" points="([^"]*)"`, 'g'))].map(([, points]) => points)

test('the line of the hour runs to now', () => {
  const [ship] = shapes(hourChart([at(20), at(10), at(0)], now, 100, 'x'), 'ship')
  expect(ship?.split(' ')[2]).toBe('1000,144')
  expect(ship?.split(' ')[0]).toBe('994.4,144')
})
test('what was unknown, or not measured, is a gap and not zero', () => {
  expect(
    shapes(hourChart([at(40), at(30), at(20, null), at(10), at(0)], now, 100, 'x'), 'boxes'),
  ).toHaveLength(2)
  expect(shapes(hourChart([at(600), at(590), at(10), at(0)], now, 100, 'x'), 'ship')).toHaveLength(2)
  expect(shapes(hourChart([at(10, null)], now, 100, 'x'), 'ship')).toEqual([])
})

test('the limit is drawn where it was known, also without a load, and not across a gap', () => {
  const lines = (svg: string) =>
    [...svg.matchAll(/<polyline class="limit dashed" points="([^"]*)"/g)].map(
      ([, points]) => points?.split(' ').length,
    )
  expect(lines(hourChart([at(30), at(20, null), at(10)], now, 100, 'x'))).toEqual([3])
  expect(lines(hourChart([at(600), at(590), at(10), at(0)], now, 100, 'x'))).toEqual([2, 2])
  expect(
    lines(hourChart([at(40), at(30), { ...at(20), limitKw: null }, at(10), at(0)], now, 100, 'x')),
  ).toEqual([2, 2])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seedProducts } from '../catalogue/product-catalogue.ts'
import {
  analyseShip,
  type FittingBox,
  judgeFit,
  neededGeneratorKw,
  needsQuote,
  offeredBoxes,
  powerRoom,
} from './custom-solution.ts'

const boxes: FittingBox[] = seedProducts
  .filter(({ devOnly }) => !devOnly)
  .map(({ id, powerKw, hashrateThs, minGeneratorKw, comingSoon }) => ({
    id,
    powerKw,
    hashrateThs,
    anyGenerator: minGeneratorKw === 0,
    comingSoon,
  }))

const counts = (generatorCapacityKw: number, currentUsagePercent: number) => {
  const solution = analyseShip({ generatorCapacityKw, currentUsagePercent }, boxes)
  return (
    solution && {
      spareKw: solution.spareKw,
      messages: solution.messages,
      ...Object.fromEntries(solution.boxes.map(({ id, count }) => [id, count])),
    }
  )
}

test.each([
  // Of the capacity, 85 % is the limit and 10 % a reserve below it, as the controller starts out with on board.
  // capacity kW, usage %, spare kW, [sm19, sm21, sm23], messages
  [100, 25, 50, [2, 2, 1], []],
  [100, 26, 49, [1, 1, 0], []],
  [120, 40, 42, [1, 1, 0], []],
  [80, 40, 28, [1, 1, 0], []],
  [50, 0, 37.5, [1, 1, 0], []],
  [50, 25, 25, [1, 1, 0], []],
  [50, 26, 24.5, [0, 0, 0], ['no-spare-power']],
  [49.9, 0, 37.415, [0, 0, 0], ['generator-under-50-kw']],
  [20, 10, 13, [0, 0, 0], ['generator-under-50-kw']],
  [400, 0, 300, [12, 12, 6], ['quote-over-10-units']],
  [300, 0, 225, [9, 9, 4], []],
  [1000, 10, 650, [26, 26, 13], ['quote-over-10-units']],
  [100, 75, 0, [0, 0, 0], ['no-spare-power']],
  [100, 100, 0, [0, 0, 0], ['no-spare-power']],
])('%d kW at %d %%', (capacity, usage, spareKw, [sm19, sm21, sm23], messages) =>
  expect(counts(capacity, usage)).toMatchObject({ spareKw, sm19, sm21, sm23, messages }),
)

test('the Lottery Miner fits on a small generator too', () => {
  expect(counts(20, 10)).toMatchObject({ lottery: 108 })
})

test('boxes come with what they use, most hash rate first', () => {
  const solution = analyseShip({ generatorCapacityKw: 120, currentUsagePercent: 30 }, boxes)
  expect(solution?.boxes.slice(0, 2)).toEqual([
    { id: 'sm23', count: 1, usedKw: 50, hashrateThs: 3480, needsQuote: false },
    { id: 'sm21', count: 2, usedKw: 50, hashrateThs: 2838, needsQuote: false },
  ])
})

test.each([
  [0, 50],
  [-1, 50],
  [Number.NaN, 50],
  [Number.POSITIVE_INFINITY, 50],
  [100, -1],
  [100, 101],
  [100, Number.NaN],
])('%d kW at %d %% cannot be analysed', (capacity, usage) => expect(counts(capacity, usage)).toBeNull())

test.each([
  [10, false],
  [11, true],
])('%d units need a quote: %s', (units, needed) => expect(needsQuote(units)).toBe(needed))

describe('whatever the ship', () => {
  test('what fits is never more than what is spare, and one more never fits', () => {
    const capacity = fc.double({ min: 0.1, max: 5000, noNaN: true })
    const usage = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(capacity, usage, (generatorCapacityKw, currentUsagePercent) => {
        const solution = analyseShip({ generatorCapacityKw, currentUsagePercent }, boxes)
        if (!solution) throw new Error('must be analysed')
        expect(solution.spareKw).toBeLessThanOrEqual(generatorCapacityKw * 0.75 + 0.06)
        for (const { id, count, usedKw } of solution.boxes) {
          const box = boxes.find((candidate) => candidate.id === id)
          expect(usedKw).toBeLessThanOrEqual(solution.spareKw)
          if (box?.anyGenerator || generatorCapacityKw >= 50)
            expect((count + 1) * (box?.powerKw ?? 0)).toBeGreaterThan(solution.spareKw - 1e-6)
          else expect(count).toBe(0)
        }
      }),
    )
  })
})

describe('the room beside a ship', () => {
  test('80 kW at 40 %: the limit at 68, the reserve below it, 28 for boxes', () => {
    expect(powerRoom({ generatorCapacityKw: 80, currentUsagePercent: 40 })).toEqual({
      capacityKw: 80,
      shipKw: 32,
      limitKw: 68,
      reserveKw: 8,
      spareKw: 28,
    })
  })

  test('nothing is ever offered above the limit less the reserve', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 5000, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (generatorCapacityKw, currentUsagePercent) => {
          const room = powerRoom({ generatorCapacityKw, currentUsagePercent })
          if (!room) throw new Error('must be known')
          if (room.spareKw > 0)
            expect(room.shipKw + room.spareKw + room.reserveKw).toBeLessThanOrEqual(room.limitKw + 0.001)
          expect(room.spareKw).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  test('the generator that is named as needed does carry the boxes, and none of a kilowatt less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), fc.constantFrom(25, 50, 75), (shipKw, boxKw) => {
        const capacity = neededGeneratorKw(shipKw, boxKw)
        const room = (generatorCapacityKw: number) =>
          powerRoom({ generatorCapacityKw, currentUsagePercent: 0 })?.spareKw ?? 0
        expect(room(capacity)).toBeGreaterThanOrEqual(shipKw + boxKw)
        if (capacity > 50) expect(room(capacity - 1)).toBeLessThan(shipKw + boxKw + 0.1)
      }),
    )
  })
})

describe('what is offered', () => {
  const offered = (generatorCapacityKw: number, currentUsagePercent: number) => {
    const solution = analyseShip({ generatorCapacityKw, currentUsagePercent }, boxes)
    return solution && offeredBoxes(solution, boxes).map(({ id, count }) => `${count} ${id}`)
  }
  test('what can be ordered comes before what cannot yet, and no toys beside a box', () => {
    expect(offered(120, 20)).toEqual(['2 sm21', '2 sm19', '1 sm23'])
  })
  test('one Lottery Miner, not hundreds, where no box fits', () => {
    expect(offered(45, 20)).toEqual(['1 lottery'])
    expect(offered(100, 100)).toEqual([])
  })
})

describe('the verdict', () => {
  const judge = (
    generatorCapacityKw: number | null,
    currentUsagePercent: number | null,
    boxId = 'sm21',
    count: number | null = 1,
  ) => judgeFit({ generatorCapacityKw, currentUsagePercent, boxId, numberOfBoxes: count }, boxes)

  test('fits, with what stays free', () => {
    expect(judge(80, 40)).toMatchObject({ kind: 'fits', boxKw: 25, freeKw: 3 })
  })
  test('asks for what is missing, and leaves no answer standing', () => {
    expect(judge(null, 40)).toEqual({ kind: 'missing', what: 'generator' })
    expect(judge(80, null)).toEqual({ kind: 'missing', what: 'usage' })
    expect(judge(80, 40, 'sm21', null)).toEqual({ kind: 'missing', what: 'boxes' })
    expect(judge(0, 40)).toEqual({ kind: 'missing', what: 'generator' })
    expect(judge(80, 140)).toEqual({ kind: 'missing', what: 'usage' })
  })
  test('does not fit: what there is, what is asked, what would do', () => {
    expect(judge(60, 60)).toMatchObject({
      kind: 'no-fit',
      boxKw: 25,
      neededKw: 82,
      instead: { id: 'lottery', count: 1 },
    })
    expect(judge(80, 40, 'sm21', 2)).toMatchObject({ kind: 'no-fit', instead: { id: 'sm21', count: 1 } })
    expect(judge(80, 40, 'sm23')).toMatchObject({ kind: 'no-fit', instead: { id: 'sm21', count: 1 } })
  })
  test('below 50 kW the standard boxes are not supported', () => {
    expect(judge(45, 10)).toMatchObject({ kind: 'too-small', instead: { id: 'lottery' } })
  })
  test('a Lottery Miner runs beside any generator', () => {
    expect(judge(null, null, 'lottery', 2)).toEqual({ kind: 'any', boxKw: 0.24 })
  })
})

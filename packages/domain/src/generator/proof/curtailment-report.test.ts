import { expect, test } from 'vitest'
import { curtailmentReport, type FollowedSpan } from './curtailment-report.ts'

const span = (over: Partial<FollowedSpan> = {}): FollowedSpan => ({
  seconds: 3_600,
  miningKw: 10,
  allowedKw: 40,
  fleetKw: 20,
  curtailedKw: 0,
  revenuePerKwhCents: 12,
  ...over,
})

test('used and possible energy, hours and money', () => {
  expect(
    curtailmentReport([span({ miningKw: 20 }), span({ miningKw: 5, allowedKw: 10, curtailedKw: 15 })]),
  ).toEqual({
    knownHours: 2,
    unknownHours: 0,
    usedKwh: 25,
    possibleKwh: 30,
    usedShare: 25 / 30,
    curtailedHours: 1,
    curtailedKwh: 15,
    lostRevenueCents: 180,
    unpricedKwh: 0,
  })
})

test('what is taken on the way down is no use of spare power', () =>
  expect(curtailmentReport([span({ miningKw: 20, allowedKw: -5 })])).toMatchObject({
    usedKwh: 0,
    possibleKwh: 0,
    usedShare: null,
  }))

test('unknown is not zero', () => {
  expect(curtailmentReport([span({ miningKw: null }), span({ allowedKw: null })])).toMatchObject({
    knownHours: 0,
    unknownHours: 2,
    usedShare: null,
  })
  expect(curtailmentReport([span({ curtailedKw: 5, revenuePerKwhCents: null })])).toMatchObject({
    lostRevenueCents: null,
    unpricedKwh: 5,
  })
  expect(
    curtailmentReport([span({ curtailedKw: 5 }), span({ curtailedKw: 5, revenuePerKwhCents: null })]),
  ).toMatchObject({ lostRevenueCents: 60, unpricedKwh: 5 })
})

test('of nothing is nothing', () =>
  expect(curtailmentReport([])).toMatchObject({ usedShare: null, lostRevenueCents: 0, curtailedHours: 0 }))

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seedProducts } from '../catalogue/product-catalogue.ts'
import {
  type CalculatorInput,
  calculate,
  calculatorDefaults,
  minedSatPerDay,
  ownerShares,
  projectedDifficulty,
  projectedPaybackDays,
  projectMinedSat,
  roundCents,
  staticPaybackDays,
} from './calculator.ts'
import { soloOdds } from './network.ts'

/** The assumptions of the reference table: 0.02 BTC of fees, 2 % pool fee, 90 % uptime, 65 000 EUR. */
const network = { blockHeight: 977_000, difficulty: 150e12 }
const referenceYield = (hashrateThs: number, delivered = 0.98 * 0.9) => ({
  hashrateThs,
  feesSatPerBlock: 2_000_000,
  delivered,
})
const btcPerDay = (hashrateThs: number) => minedSatPerDay(referenceYield(hashrateThs), network) / 1e8

const sm21: CalculatorInput = {
  hashrateThs: 1419,
  powerKw: 25,
  priceCents: 4_250_000,
  numberOfBoxes: 1,
  centsPerBtc: 6_500_000,
  feesSatPerBlock: 2_000_000,
  ...network,
  ownerShare: '2/3',
  deliveredPercent: 85,
  powerCentsPerKwh: 15,
  growthPercentPerYear: 20,
  horizonDays: 1826,
}

describe('mined a day, against published figures', () => {
  const perTh = (difficulty: number) =>
    minedSatPerDay({ hashrateThs: 1, feesSatPerBlock: 0, delivered: 1 }, { blockHeight: 900_000, difficulty })
  test.each([
    [86_388_558_925_171.02, 72.76921],
    [100e12, 62.86427],
    [150e12, 41.90952],
  ])('difficulty %d: %d sat a TH', (difficulty, sat) => expect(perTh(difficulty)).toBeCloseTo(sat, 4))

  test('a public vector: 21 990 GH/s over 30 days at 25 BTC', () => {
    const mining = { hashrateThs: 21.99023255552, feesSatPerBlock: 0, delivered: 1 }
    const at = { blockHeight: 300_000, difficulty: 47_427_554_950.648 }
    expect((minedSatPerDay(mining, at) * 30) / 1e8).toBeCloseTo(6.99542703277, 9)
  })

  test('a public example: 100 TH/s of 500 EH/s, 1 % fee, 60 000, 3250 W at 0.05', () => {
    const difficulty = (500e18 * 600) / 2 ** 32
    const mining = { hashrateThs: 100, feesSatPerBlock: 0, delivered: 0.99 }
    const btc = minedSatPerDay(mining, { blockHeight: 900_000, difficulty }) / 1e8
    expect(btc).toBeCloseTo(0.0000891, 10)
    expect(btc * 60_000).toBeCloseTo(5.346, 6)
    expect(btc * 60_000 - 3.25 * 24 * 0.05).toBeCloseTo(1.446, 6)
    expect((btc * 60_000) / (3.25 * 24)).toBeCloseTo(0.068538, 6)
  })

  test('hashprice at 150e12 is 27.4155289 EUR a PH, so 17.5 J/TH breaks even at 0.0652751 EUR/kWh', () => {
    const euroPerPh = (minedSatPerDay(referenceYield(1000, 1), network) / 1e8) * 65_000
    expect(euroPerPh).toBeCloseTo(27.4155289, 6)
    expect(euroPerPh / (17.5 * 24)).toBeCloseTo(0.0652751, 6)
  })
})

describe('the catalogue against the formulas', () => {
  test.each([
    ['sm19', 0.00028682, 18.64, 81, -62.36, [939, 1252, 1408]],
    ['sm21', 0.00052788, 34.31, 81, -46.69, [1239, 1652, 1858]],
    ['sm23', 0.00129459, 84.15, 162, -77.85, [1034, 1379, 1551]],
    ['lottery', 0.00000089, 0.06, 0.39, -0.33, [4308, 5744, 6462]],
  ] as const)('%s', (id, btc, revenue, power, profit, days) => {
    const product = seedProducts.find((candidate) => candidate.id === id)
    if (!product) throw new Error(`${id} is not in the catalogue`)
    const mined = btcPerDay(product.hashrateThs)
    const cost = product.powerKw * 24 * 0.9 * 0.15
    expect(mined).toBeCloseTo(btc, 8)
    expect(mined * 65_000).toBeCloseTo(revenue, 2)
    expect(cost).toBeCloseTo(power, 2)
    expect(mined * 65_000 - cost).toBeCloseTo(profit, 2)
    const payback = [1, 3 / 4, 2 / 3].map((share) =>
      Math.round(staticPaybackDays(product.priceCents, mined * 6_500_000 * share) ?? Number.NaN),
    )
    expect(payback).toEqual(days)
  })
})

describe('projection of 1419 TH/s from height 977 000', () => {
  const btcIn = (days: number, growth: number) =>
    projectMinedSat(referenceYield(1419), network, growth, days).reduce((sum, sat) => sum + sat, 0) / 1e8
  test.each([
    [365, 0, 0.192676],
    [365, 0.2, 0.176045],
    [365, 0.4, 0.163462],
    [730, 0.2, 0.279808],
  ])('%d days, growth %d: %d BTC', (days, growth, btc) => expect(btcIn(days, growth)).toBeCloseTo(btc, 6))

  test('the halving comes on day 507', () => {
    const days = projectMinedSat(referenceYield(1419), network, 0, 510)
    const drop = days.findIndex((sat, day) => day > 0 && sat < (days[day - 1] ?? 0))
    expect(drop).toBe(507)
  })

  test('the difficulty keeps its value until the next retarget', () => {
    expect(projectedDifficulty(network, 977_759, 0.2)).toBe(150e12)
    expect(projectedDifficulty(network, 977_760, 0.2)).toBeCloseTo(150e12 * 1.2 ** (2016 / 52_560), 0)
  })
})

test.each([
  [1000, 0, null],
  [1000, -1, null],
  [1000, 3, 1000 / 3],
])('%d at %d a day pays back in %s days', (investment, perDay, days) =>
  expect(staticPaybackDays(investment, perDay)).toBe(days),
)

test.each([
  [300, 3],
  [301, 4],
  [0, 1],
  [1001, null],
])('%d at 100 a day over ten days: day %s', (investment, day) =>
  expect(projectedPaybackDays(investment, () => 100, 10)).toBe(day),
)

test.each([
  [0.5, 1],
  [-0.5, -1],
  [2.4, 2],
  [-2.4, -2],
  [-0.4, 0],
])('%d cents are %d', (cents, rounded) => expect(roundCents(cents)).toBe(rounded))

test('scenarios are what adding up day by day gives', () => {
  fc.assert(
    fc.property(
      fc.record({
        difficulty: fc.double({ min: 1e12, max: 1e15, noNaN: true }),
        blockHeight: fc.integer({ min: 840_000, max: 2_000_000 }),
        priceCents: fc.integer({ min: 0, max: 9_000_000 }),
        horizonDays: fc.integer({ min: 1, max: 2_922 }),
      }),
      (change) => {
        const input = { ...sm21, ...change }
        const share = 2 / 3
        const mining = { hashrateThs: 1419, feesSatPerBlock: 2_000_000, delivered: 0.85 }
        for (const { growthPercentPerYear, priceChangePercent, spare, priced } of calculate(input)
          .scenarios) {
          const sats = projectMinedSat(mining, input, growthPercentPerYear / 100, input.horizonDays)
          const price = (input.centsPerBtc * (100 + priceChangePercent)) / 100
          for (const [outcome, cost] of [[spare, 0] as const, [priced, 7_650] as const]) {
            const centsOfDay = (day: number) => ((sats[day] ?? 0) * share * price) / 1e8 - cost
            const sum = sats.reduce((total, _, day) => total + centsOfDay(day), 0)
            expect(Math.abs(outcome.cents - sum)).toBeLessThanOrEqual(1)
            expect(outcome.paybackDays).toBe(
              projectedPaybackDays(input.priceCents, centsOfDay, input.horizonDays),
            )
          }
        }
      },
    ),
    { numRuns: 50 },
  )
})

describe('calculate', () => {
  const result = calculate(sm21)

  test('a day of one box: 85 % of the gross, two thirds of it the owner’s', () => {
    expect(result.daily).toEqual({
      minedSat: 50_872,
      minedCents: 3_307,
      ownerSat: 33_915,
      ownerCents: 2_204,
      serviceSat: 16_957,
      serviceCents: 1_103,
      energyKwh: 510,
    })
  })

  test('both readings of the power', () => {
    expect(result.spare).toEqual({
      powerCostCentsPerDay: 0,
      ownerNetCentsPerDay: 2_204,
      ownerNetCentsPerYear: 805_187,
      paybackDays: 1_928,
      projectedPaybackDays: null,
      breakEvenCentsPerBtc: null,
    })
    expect(result.priced).toEqual({
      powerCostCentsPerDay: 7_650,
      ownerNetCentsPerDay: -5_446,
      ownerNetCentsPerYear: -1_988_975,
      paybackDays: null,
      projectedPaybackDays: null,
      breakEvenCentsPerBtc: 22_556_312,
    })
    expect(result.breakEvenPowerCentsPerKwh).toBeCloseTo(4.3225, 4)
  })

  test('at its break-even price a day costs and earns nothing', () => {
    const even = calculate({ ...sm21, centsPerBtc: result.priced.breakEvenCentsPerBtc ?? 0 })
    expect(even.priced.ownerNetCentsPerDay).toBe(0)
    const cheap = calculate({ ...sm21, powerCentsPerKwh: result.breakEvenPowerCentsPerKwh })
    expect(cheap.priced.ownerNetCentsPerDay).toBe(0)
  })

  test('three quarters are an eighth more than two thirds', () => {
    const contract = calculate({ ...sm21, ownerShare: '3/4' })
    expect(contract.daily.ownerSat).toBe(38_154)
    expect(contract.spare.paybackDays).toBe(1_714)
  })

  test('every claim is true at its price and not a cent below', () => {
    for (const claim of result.claims) {
      const at = (centsPerBtc: number | null) =>
        calculate({ ...sm21, centsPerBtc: centsPerBtc ?? 0 }).spare.paybackDays ?? Number.NaN
      expect(at(claim.toCentsPerBtc)).toBeLessThanOrEqual(claim.minDays + 1)
      expect(at(claim.toCentsPerBtc)).toBeGreaterThanOrEqual(claim.minDays)
      expect(at(claim.fromCentsPerBtc)).toBeLessThanOrEqual(claim.maxDays + 1)
      expect(at(claim.fromCentsPerBtc)).toBeGreaterThanOrEqual(claim.maxDays)
    }
    expect(result.claims.map(({ id, minDays, maxDays }) => [id, minDays, maxDays])).toEqual([
      ['faq', 250, 300],
      ['calculator', 396, 396],
      ['u3s23h', 244, 365],
    ])
  })

  test('the projection starts at nothing, shows the halving and ends at the horizon', () => {
    const first = result.projection[0]
    const last = result.projection.at(-1)
    expect(first).toMatchObject({ day: 0, ownerSat: 0, spareCents: 0, pricedCents: 0, difficulty: 150e12 })
    expect(last).toMatchObject({ day: 1826, subsidySat: 156_250_000 })
    const halving = result.projection.find(({ subsidySat }) => subsidySat === 156_250_000)
    expect(halving?.blockHeight).toBeGreaterThanOrEqual(1_050_000)
    expect(halving?.blockHeight).toBeLessThan(1_050_000 + 2016 + 144)
    const same = result.scenarios.find(
      (scenario) => scenario.growthPercentPerYear === 20 && scenario.priceChangePercent === 0,
    )
    expect(Math.abs((last?.spareCents ?? 0) - (same?.spare.cents ?? 0))).toBeLessThanOrEqual(1)
    expect(Math.abs((last?.pricedCents ?? 0) - (same?.priced.cents ?? 0))).toBeLessThanOrEqual(1)
  })

  test('the chances of a block', () => {
    const lottery = calculate({
      ...sm21,
      hashrateThs: 2.4,
      powerKw: 0.12,
      priceCents: 25_000,
    }).solo
    expect(lottery.probabilityDay).toBeCloseTo(3.2187e-7, 11)
    expect(lottery.probabilityYear).toBeCloseTo(0.00011755, 7)
    expect(lottery.probabilityFiveYears).toBeCloseTo(0.00058763, 7)
    expect(lottery.meanYears).toBeCloseTo(8506, 0)
    expect(lottery.rewardSat).toBe(314_500_000)
    expect(lottery.probabilityYear).toBe(soloOdds(2400, 150e12, 365.25).probability)
  })

  test('over eight years the halving decides: what the calculator says beside the figure of today', () => {
    const { scenarios, spare } = calculate({ ...sm21, horizonDays: calculatorDefaults.horizonDays })
    const at = (growth: number) =>
      scenarios.find(
        (scenario) => scenario.growthPercentPerYear === growth && scenario.priceChangePercent === 0,
      )?.spare
    expect(spare.paybackDays).toBe(1_928)
    expect([at(0)?.paybackDays, Math.round((at(0)?.cents ?? 0) / 100)]).toEqual([null, 32_730])
    expect([at(20)?.paybackDays, Math.round((at(20)?.cents ?? 0) / 100)]).toEqual([null, 20_384])
  })

  test('nothing mined never pays back', () => {
    const nothing = calculate({ ...sm21, hashrateThs: 0, powerKw: 0 })
    expect(nothing.spare).toMatchObject({ paybackDays: null, projectedPaybackDays: null })
    expect(nothing.claims.every(({ fromCentsPerBtc }) => fromCentsPerBtc === null)).toBe(true)
    expect(nothing.solo).toMatchObject({ probabilityYear: 0, meanYears: null })
  })

  test('the defaults are those of docs/product.md 9.2', () =>
    expect(calculatorDefaults).toMatchObject({
      fallbackCentsPerBtc: 6_500_000,
      powerCentsPerKwh: 15,
      deliveredPercent: 85,
      ownerShare: '2/3',
    }))
})

const inputs = fc.record({
  hashrateThs: fc.double({ min: 0.1, max: 10_000, noNaN: true }),
  powerKw: fc.double({ min: 0.01, max: 500, noNaN: true }),
  priceCents: fc.integer({ min: 1, max: 100_000_000 }),
  numberOfBoxes: fc.integer({ min: 1, max: 1000 }),
  centsPerBtc: fc.integer({ min: 1, max: 10_000_000_000 }),
  difficulty: fc.double({ min: 1e12, max: 1e16, noNaN: true }),
  blockHeight: fc.integer({ min: 0, max: 2_000_000 }),
  feesSatPerBlock: fc.integer({ min: 0, max: 1_000_000_000 }),
  ownerShare: fc.constantFrom(...ownerShares),
  deliveredPercent: fc.integer({ min: 1, max: 100 }),
  powerCentsPerKwh: fc.double({ min: 0, max: 500, noNaN: true }),
  growthPercentPerYear: fc.integer({ min: -30, max: 200 }),
  horizonDays: fc.integer({ min: 30, max: 200 }),
})

describe('whatever goes in', () => {
  test('money and satoshi are whole, nothing is NaN, owner and service make the whole', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { daily, spare, priced, scenarios, projection } = calculate(input)
        const whole = [
          ...Object.entries(daily)
            .filter(([name]) => name !== 'energyKwh')
            .map(([, value]) => value),
          ...scenarios.flatMap((scenario) => [scenario.spare.cents, scenario.priced.cents]),
          ...projection.flatMap((point) => [point.ownerSat, point.spareCents, point.pricedCents]),
          spare.ownerNetCentsPerDay,
          priced.ownerNetCentsPerDay,
        ]
        expect(whole.every(Number.isInteger)).toBe(true)
        expect(daily.ownerSat + daily.serviceSat).toBe(daily.minedSat)
        expect(daily.ownerCents + daily.serviceCents).toBe(daily.minedCents)
        expect(spare.ownerNetCentsPerDay).toBe(daily.ownerCents)
      }),
      { numRuns: 100 },
    )
  })

  test('priced power never does better than spare power, and a higher price never pays back later', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { spare, priced } = calculate(input)
        expect(priced.paybackDays ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(
          spare.paybackDays ?? Number.POSITIVE_INFINITY,
        )
        const dearer = calculate({ ...input, centsPerBtc: input.centsPerBtc * 2 })
        for (const reading of ['spare', 'priced'] as const) {
          expect(dearer[reading].paybackDays ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(
            calculate(input)[reading].paybackDays ?? Number.POSITIVE_INFINITY,
          )
        }
      }),
      { numRuns: 60 },
    )
  })

  test('the number of boxes changes no payback', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const one = calculate({ ...input, numberOfBoxes: 1 })
        const many = calculate(input).spare.paybackDays ?? 0
        const single = one.spare.paybackDays ?? 0
        expect(Math.abs(many - single)).toBeLessThanOrEqual(1 + single * 1e-12)
      }),
      { numRuns: 60 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bitcoinConfirmationsRequired,
  defaultTolerance,
  evmConfirmationsRequired,
  formatUnits,
  minDue,
  parseUnits,
  satsDue,
  usdtUnitsDue,
  valueCentsAtLockedRate,
  valueCentsAtRate,
} from './amounts.ts'

const rateArbitrary = fc.record({
  scaledCents: fc.bigInt({ min: 1n, max: 10n ** 16n }),
  scale: fc.constantFrom(1n, 100n, 100_000_000n),
})

describe('satsDue', () => {
  test.each([
    [1_750_000, 6_500_000n, 26_923_077n],
    [1_300_000, 6_500_000n, 20_000_000n],
    [1, 6_500_000n, 16n],
    [0, 6_500_000n, 0n],
  ])('%i cents at %i cents are %i sat', (cents, scaledCents, sats) => {
    expect(satsDue(cents, { scaledCents, scale: 1n })).toBe(sats)
    expect(satsDue(cents, { scaledCents: scaledCents * 1000n, scale: 1000n })).toBe(sats)
  })

  test('is worth the price, and one satoshi less is not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90_000_000 }), rateArbitrary, (cents, { scaledCents, scale }) => {
        const sats = satsDue(cents, { scaledCents, scale })
        const price = BigInt(cents) * 100_000_000n * scale
        expect(sats * scaledCents >= price && (sats - 1n) * scaledCents < price).toBe(true)
      }),
    )
  })
})

describe('usdtUnitsDue', () => {
  const rate = { scaledCents: 92n, scale: 1n }

  test.each([
    [6, 19_021_740_000n],
    [18, 19_021_740_000_000_000_000_000n],
  ])('rounds up to 0.01 on a chain with %i decimals', (decimals, units) => {
    expect(usdtUnitsDue(1_750_000, rate, decimals)).toBe(units)
    expect(formatUnits(units, decimals, 2)).toBe('19021.74')
  })

  test('an even amount stays', () => {
    expect(usdtUnitsDue(9200, rate, 6)).toBe(100_000_000n)
  })
})

describe('minDue', () => {
  test.each([
    [1000n, 100_000, 995n],
    [1_000_000n, 500_000, 995_000n],
    [1_000_000n, 1_000_000, 997_500n],
    [8_700_000n, 8_700_000, 8_697_500n],
    [100n, 100, 100n],
    [1n, 100, 1n],
  ])('of %i for %i cents are %i', (due, cents, least) => {
    expect(minDue(due, cents)).toBe(least)
  })

  test('a tolerance of everything leaves one unit', () => {
    expect(minDue(1000n, 100_000, { permille: 1000, maxCents: 1e9 })).toBe(1n)
    expect(minDue(1000n, 100_000, { permille: 0, maxCents: 2500 })).toBe(1000n)
  })

  test('lets go 0.5 % at most, and EUR 25 at most', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.integer({ min: 1, max: 90_000_000 }),
        (due, cents) => {
          const least = minDue(due, cents, defaultTolerance)
          expect(least >= 1n && least <= due).toBe(true)
          expect((due - least) * 1000n <= due * 5n).toBe(true)
          expect((due - least) * BigInt(cents) <= due * 2500n).toBe(true)
        },
      ),
    )
  })
})

test('worth of an amount, down and with its sign', () => {
  expect(valueCentsAtLockedRate(500n, 1000n, 1_750_001)).toBe(875_000)
  expect(valueCentsAtLockedRate(-250n, 1000n, 1_750_000)).toBe(-437_500)
  expect(valueCentsAtRate(26_923_077n, 8, { scaledCents: 6_500_000n, scale: 1n })).toBe(1_750_000)
  expect(valueCentsAtRate(1_999_999n, 6, { scaledCents: 9_200n, scale: 100n })).toBe(183)
})

describe('decimal numbers', () => {
  test.each([
    [26_923_077n, 8, 0, '0.26923077'],
    [100_000_000n, 8, 0, '1'],
    [150_000_000n, 8, 0, '1.5'],
    [0n, 8, 0, '0'],
    [-5n, 8, 0, '-0.00000005'],
    [1_000_000n, 6, 2, '1.00'],
    [7n, 0, 0, '7'],
  ] as const)('%i with %i decimals, at least %i: %s', (amount, decimals, least, text) => {
    expect(formatUnits(amount, decimals, least)).toBe(text)
  })

  test.each(['', '.', '1.', '.5', '-1', '+1', '1e3', '1,5', '0x10', ' 1', '0.000000001', '1.2.3', '١'])(
    'refuses "%s"',
    (text) => {
      expect(parseUnits(text, 8)).toBeNull()
    },
  )

  test('reads what it writes', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }),
        fc.integer({ min: 0, max: 18 }),
        (amount, decimals) => {
          expect(parseUnits(formatUnits(amount, decimals), decimals)).toBe(amount)
          expect(parseUnits(formatUnits(amount, decimals, decimals), decimals)).toBe(amount)
        },
      ),
    )
  })
})

test.each([
  [1, 1],
  [99_999, 1],
  [100_000, 3],
  [2_499_999, 3],
  [2_500_000, 6],
])('%i cents need %i Bitcoin blocks', (cents, blocks) => {
  expect(bitcoinConfirmationsRequired(cents)).toBe(blocks)
})

test.each([
  [1, 2_499_999, 12],
  [1, 2_500_000, 64],
  [137, 100, 64],
  [56, 9_000_000, 15],
  [42161, 100, null],
  [10, 100, null],
])('chain %i, %i cents: %s blocks without a mark', (chainId, cents, blocks) => {
  expect(evmConfirmationsRequired(chainId, cents)).toBe(blocks)
})

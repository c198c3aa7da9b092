import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Coin, selectCoins } from './select-coins.ts'

const outpoint = (index: number) => `${String(index).padStart(64, '0')}:0`
const coinsOf = (...values: number[]): Coin[] =>
  values.map((valueSat, index) => ({ outpoint: outpoint(index), valueSat }))
const pay = (...amounts: number[]) => amounts.map((amountSat) => ({ amountSat, scriptBytes: 22 }))
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

describe('selectCoins', () => {
  test('one coin, one output and change, at the size that such a transaction has', () => {
    // 10.5 + 68 + 2 × 31 virtual bytes.
    expect(selectCoins(coinsOf(100_000), pay(40_000), 2_000)).toEqual({
      ok: true,
      coins: coinsOf(100_000),
      vbytes: 141,
      feeSat: 282,
      changeSat: 100_000 - 40_000 - 282,
    })
  })

  test('the largest first, whatever the order they were found in', () => {
    const found = coinsOf(10_000, 90_000, 50_000, 50_000)
    for (const coins of [found, found.toReversed()])
      expect(selectCoins(coins, pay(120_000), 1_000)).toMatchObject({
        coins: [found[1], found[2]],
      })
  })

  test('what has to be spent is spent first, also when it is small', () => {
    const coins = coinsOf(10_000, 90_000)
    expect(selectCoins(coins, pay(20_000), 1_000, outpoint(0))).toMatchObject({ coins })
  })

  test('says what is missing, and a coin of just that much would do', () => {
    const missing = selectCoins(coinsOf(10_000, 20_000), pay(50_000), 3_000)
    expect(missing).toMatchObject({ ok: false, reason: 'insufficient' })
    if (missing.ok || missing.reason !== 'insufficient') throw new Error('not missing')
    const own = 68 * 3 + 1
    expect(selectCoins(coinsOf(10_000, 20_000, missing.missingSat + own), pay(50_000), 3_000).ok).toBe(true)
    expect(selectCoins([], pay(50_000), 1_000)).toEqual({
      ok: false,
      reason: 'insufficient',
      missingSat: 50_000 + 110,
    })
  })

  test('no transaction that nodes would not pass on', () => {
    const many = Array.from({ length: 3_300 }, () => 1_000)
    expect(selectCoins(coinsOf(10_000_000_000), pay(...many), 1_000)).toEqual({
      ok: false,
      reason: 'too-large',
    })
  })

  test.each([0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('%d is no amount', (amount) => {
    expect(() => selectCoins(coinsOf(1_000), pay(amount), 1_000)).toThrow(RangeError)
    expect(() => selectCoins(coinsOf(amount), pay(1_000), 1_000)).toThrow(RangeError)
    expect(() => selectCoins(coinsOf(1_000), pay(1_000), amount)).toThrow(RangeError)
  })

  test('never loses a satoshi, leaves no dust, pays the rate that was asked for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5_000_000 }), { maxLength: 40 }),
        fc.array(
          fc.record({
            amountSat: fc.integer({ min: 1_000, max: 3_000_000 }),
            scriptBytes: fc.constantFrom(22, 23, 25, 34),
          }),
          { minLength: 1, maxLength: 30 },
        ),
        fc.integer({ min: 1_000, max: 500_000 }),
        fc.boolean(),
        (values, outputs, rate, isAnchored) => {
          const coins = coinsOf(...values)
          const anchor = isAnchored && coins.length > 0 ? outpoint(0) : null
          const selection = selectCoins(coins, outputs, rate, anchor)
          expect(selectCoins(coins.toReversed(), outputs, rate, anchor)).toEqual(selection)
          const paid = sum(outputs.map(({ amountSat }) => amountSat))
          if (!selection.ok) {
            if (selection.reason === 'insufficient') expect(selection.missingSat).toBeGreaterThan(0)
            return
          }
          const { coins: chosen, changeSat, feeSat, vbytes } = selection
          expect(sum(chosen.map(({ valueSat }) => valueSat))).toBe(paid + changeSat + feeSat)
          expect(new Set(chosen.map((coin) => coin.outpoint)).size).toBe(chosen.length)
          if (anchor !== null) expect(chosen[0]?.outpoint).toBe(anchor)
          const asked = Math.ceil((vbytes * rate) / 1000)
          if (changeSat > 0) {
            expect(changeSat).toBeGreaterThanOrEqual(Math.max(294, Math.ceil((68 * rate) / 1000)))
            expect(feeSat).toBe(asked)
          } else {
            expect(feeSat).toBeGreaterThanOrEqual(asked)
            // No more than making the change and spending it would have cost, and the limit of dust.
            expect(feeSat - asked).toBeLessThanOrEqual(294 + Math.ceil((102 * rate) / 1000) + 1)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

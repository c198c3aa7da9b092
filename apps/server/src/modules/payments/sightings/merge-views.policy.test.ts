import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type MergedPayment,
  mergeViews,
  type PaymentView,
  type SourceStanding,
} from './merge-views.policy.ts'

const unseen: MergedPayment = {
  amount: 100n,
  block: null,
  confirmations: 0,
  final: null,
  unaccountedBecause: null,
  replacedBy: null,
  wasReorged: false,
  settledForGood: false,
  isVouchedFor: true,
}
const block = (height: number, fork = '') => ({ height, hash: `${height}${fork}` })
const mined = (source: string, height: number, change: Partial<PaymentView> = {}): PaymentView => ({
  source,
  state: 'mined',
  amount: 100n,
  block: block(height),
  replacedBy: null,
  goneBecause: null,
  ...change,
})
const fresh = (id: string, tipHeight: number, finalHeight: number | null = null): SourceStanding => ({
  id,
  isFresh: true,
  tipHeight,
  finalHeight,
})
const bitcoin = { mustAgree: false, isBitcoin: true, needsFinalMark: false }
const evm = { mustAgree: false, isBitcoin: false, needsFinalMark: false }

describe('one source', () => {
  test('counts confirmations from its tip', () => {
    expect(mergeViews(unseen, [mined('a', 10)], [fresh('a', 12)], bitcoin)).toMatchObject({
      confirmations: 3,
      final: null,
      settledForGood: false,
    })
    expect(mergeViews(unseen, [mined('a', 10)], [fresh('a', 21)], bitcoin).settledForGood).toBe(true)
  })
  test('goes by the finality mark where there is one', () => {
    expect(mergeViews(unseen, [mined('a', 10)], [fresh('a', 12, 9)], evm)).toMatchObject({ final: false })
    expect(mergeViews(unseen, [mined('a', 10)], [fresh('a', 12, 10)], evm)).toMatchObject({
      final: true,
      settledForGood: true,
    })
    const marked = { ...evm, needsFinalMark: true }
    expect(mergeViews(unseen, [mined('a', 10)], [fresh('a', 900)], marked)).toMatchObject({
      final: false,
      settledForGood: false,
    })
  })
  test('that is not fresh changes nothing', () => {
    const away = { ...fresh('a', 20), isFresh: false }
    expect(mergeViews(unseen, [mined('a', 10)], [away], bitcoin)).toBe(unseen)
  })
  test('a block that left is remembered; a payment that is gone keeps its amount', () => {
    const before = mergeViews(unseen, [mined('a', 10)], [fresh('a', 10)], bitcoin)
    const moved = mergeViews(before, [mined('a', 10, { block: block(10, 'b') })], [fresh('a', 10)], bitcoin)
    expect(moved).toMatchObject({ wasReorged: true, block: { hash: '10b' } })
    const gone = mined('a', 0, {
      state: 'gone',
      block: null,
      amount: 0n,
      goneBecause: 'replaced',
      replacedBy: 'x',
    })
    expect(mergeViews(before, [gone], [fresh('a', 11)], bitcoin)).toMatchObject({
      amount: 100n,
      block: null,
      unaccountedBecause: 'replaced',
      replacedBy: 'x',
    })
  })
})

describe('two sources that must agree', () => {
  const terms = { ...bitcoin, mustAgree: true }
  const both = [fresh('a', 30), fresh('b', 30)]
  test.each([
    ['the same', [mined('a', 10), mined('b', 10)], null],
    ['one alone', [mined('a', 10)], false],
    ['another amount', [mined('a', 10), mined('b', 10, { amount: 99n })], false],
    ['another block', [mined('a', 10), mined('b', 10, { block: block(10, 'b') })], false],
    ['not in a block', [mined('a', 10), mined('b', 10, { state: 'mempool', block: null })], false],
  ])('%s', (_name, views, final) => expect(mergeViews(unseen, views, both, terms).final).toBe(final))
  test('what was agreed stays while one is away', () => {
    const views = [mined('a', 10), mined('b', 10)]
    const oneAway = [fresh('a', 31), { ...fresh('b', 30), isFresh: false }]
    expect(mergeViews(unseen, views, oneAway, terms)).toMatchObject({ final: null, confirmations: 22 })
  })
})

test('what the most trusted fresh source does not have is never settled', () => {
  const view = fc.record({
    state: fc.constantFrom('mempool' as const, 'mined' as const, 'gone' as const),
    height: fc.nat(20),
    fork: fc.constantFrom('', 'b'),
    amount: fc.bigInt(1n, 3n),
  })
  fc.assert(
    fc.property(fc.option(view), fc.option(view), fc.boolean(), fc.nat(100), (a, b, mustAgree, tip) => {
      const views = (
        [
          ['a', a],
          ['b', b],
        ] as const
      ).flatMap(([source, one]) =>
        one
          ? [
              mined(source, one.height, {
                ...one,
                block: one.state === 'mined' ? block(one.height, one.fork) : null,
              }),
            ]
          : [],
      )
      const merged = mergeViews(unseen, views, [fresh('a', tip, tip), fresh('b', tip, tip)], {
        ...evm,
        mustAgree,
      })
      const isSettled = merged.final === true || (merged.final === null && merged.confirmations > 0)
      if (a?.state !== 'mined') expect(isSettled).toBe(false)
      if (mustAgree && isSettled)
        expect(b).toMatchObject({ state: 'mined', amount: a?.amount, height: a?.height })
      if (merged.settledForGood) expect(isSettled).toBe(true)
    }),
  )
})

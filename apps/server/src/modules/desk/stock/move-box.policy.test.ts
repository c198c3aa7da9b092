import { type BoxAction, boxActions } from '@shipminer/contract/desk/stock'
import { type BoxState, boxStates } from '@shipminer/domain/stock/box-stock'
import { describe, expect, test } from 'vitest'
import { decideMove, type MovedBox, type MoveOrder } from './move-box.policy.ts'

const box = (change: Partial<MovedBox> = {}): MovedBox => ({
  productId: 'sm21',
  state: 'tested',
  orderId: null,
  orderPosition: null,
  ...change,
})
const order = (change: Partial<MoveOrder> = {}): MoveOrder => ({
  id: 'o1',
  state: 'scheduled',
  isOnHold: false,
  lines: [{ position: 1, productId: 'sm21', quantity: 2 }],
  others: [],
  ...change,
})
const mine = { orderId: 'o1', orderPosition: 1 }
const of = (
  action: Exclude<BoxAction, 'remove'>,
  change: Partial<MovedBox> = {},
  wanted: MoveOrder | null = order(),
) => {
  const decision = decideMove(box(change), action, wanted)
  return decision.ok ? [decision.to.state, decision.to.order?.position ?? null] : decision.reason
}

describe('where a move leads a box', () => {
  test.each<[Exclude<BoxAction, 'remove'>, Partial<MovedBox>, MoveOrder | null, unknown]>([
    ['build', { state: 'ordered' }, null, ['built', null]],
    ['build', { state: 'ordered' }, order(), ['built', 1]],
    ['test', { state: 'built', ...mine }, order(), ['tested', 1]],
    ['test', { state: 'ordered' }, null, 'wrong-state'],
    ['ship', {}, null, 'no-order'],
    ['ship', {}, order({ state: 'confirmed' }), ['shipped', 1]],
    ['ship', {}, order({ state: 'placed' }), 'order-not-ready'],
    ['ship', {}, order({ state: 'cancelled' }), 'order-not-ready'],
    ['ship', mine, order({ isOnHold: true }), 'order-not-ready'],
    ['install', { state: 'shipped', ...mine }, order(), ['installed', 1]],
    ['install', {}, order(), ['installed', 1]],
    ['install', {}, order({ state: 'confirmed' }), 'order-not-ready'],
    ['install', { state: 'shipped', ...mine }, order({ id: 'o2' }), 'other-order'],
    ['bind', {}, null, 'no-order'],
    ['bind', {}, order({ state: 'placed' }), ['tested', 1]],
    ['bind', {}, order({ state: 'expired' }), 'order-not-ready'],
    ['bind', { productId: 'sm19' }, order(), 'other-product'],
    ['bind', { orderId: 'o9', orderPosition: 1 }, order(), ['tested', 1]],
    ['bind', { state: 'shipped', ...mine }, order(), 'wrong-state'],
    ['release', mine, null, ['tested', null]],
    ['release', {}, null, 'no-order'],
    ['release', { state: 'installed', ...mine }, null, 'wrong-state'],
    ['return', { state: 'installed', ...mine }, order(), ['returned', 1]],
    ['return', { state: 'installed', ...mine }, order({ state: 'cancelled' }), ['returned', 1]],
    ['rework', { state: 'returned', ...mine }, order(), ['built', null]],
    ['rework', { state: 'tested', ...mine }, order(), ['built', 1]],
  ])('%s %j', (action, change, wanted, result) => {
    expect(of(action, change, wanted)).toEqual(result)
  })

  test('an order takes no more boxes than it has, and one that came back leaves its place', () => {
    const others = (second: BoxState) => [
      { orderPosition: 1, state: 'installed' as const },
      { orderPosition: 1, state: second },
    ]
    expect(of('bind', {}, order({ others: others('tested') }))).toBe('order-full')
    expect(of('bind', {}, order({ others: others('returned') }))).toEqual(['tested', 1])
    expect(of('install', mine, order({ others: others('tested') }))).toEqual(['installed', 1])
  })

  test('no move of the whole table takes a box out of the house without an order', () => {
    for (const action of boxActions) {
      if (action === 'remove') continue
      for (const state of boxStates) {
        const decision = decideMove(box({ state }), action, null)
        if (decision.ok) expect(['shipped', 'installed']).not.toContain(decision.to.state)
      }
    }
  })
})

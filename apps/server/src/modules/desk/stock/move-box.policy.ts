import type { BoxAction, BoxRefusal } from '@shipminer/contract/desk/stock'
import { type BoxState, isInHouse, needsOrder, stepBox } from '@shipminer/domain/stock/box-stock'

/** What a move looks at of a box. */
export type MovedBox = {
  productId: string
  state: BoxState
  orderId: string | null
  orderPosition: number | null
}
/** And of the order that it is for, with the boxes that were chosen for it, without this one. */
export type MoveOrder = {
  id: string
  state: string
  isOnHold: boolean
  lines: readonly { position: number; productId: string; quantity: number }[]
  others: readonly { orderPosition: number | null; state: BoxState }[]
}

/** A box after a move. */
export type Moved = { state: BoxState; order: { id: string; position: number } | null }
type Decision = { ok: true; to: Moved } | { ok: false; reason: BoxRefusal }

const refuseMove = (reason: BoxRefusal): Decision => ({ ok: false, reason })
/** Of an order that was not fitted yet, boxes are chosen; afterwards they are replaced, or their numbers written down. */
const alive: readonly string[] = ['placed', 'confirmed', 'scheduled', 'installed', 'completed']
const goesOut: readonly string[] = ['confirmed', 'scheduled', 'installed', 'completed']
const isFitted: readonly string[] = ['scheduled', 'installed', 'completed']

/** Where a move leads a box, or why it does not fit. `order`: the one that it is for, or shall be for; null: none. */
export function decideMove(
  box: MovedBox,
  action: Exclude<BoxAction, 'remove'>,
  order: MoveOrder | null,
): Decision {
  if (action === 'release') {
    if (box.orderId === null) return refuseMove('no-order')
    return isInHouse(box.state) ? moveTo(box.state, null) : refuseMove('wrong-state')
  }
  const state = action === 'bind' ? (isInHouse(box.state) ? box.state : null) : stepBox(box.state, action)
  if (state === null) return refuseMove('wrong-state')
  // What goes back to the workbench after a return is for nobody any more.
  if (action === 'rework' && box.state === 'returned') return moveTo(state, null)
  if (order === null)
    return action === 'bind' || needsOrder(action) ? refuseMove('no-order') : moveTo(state, null)
  const place = placeIn(box, order)
  if (!place.ok) return place
  if (action === 'ship' && (order.isOnHold || !goesOut.includes(order.state)))
    return refuseMove('order-not-ready')
  if (action === 'install' && (order.isOnHold || !isFitted.includes(order.state)))
    return refuseMove('order-not-ready')
  return moveTo(state, { id: order.id, position: place.position })
}

const moveTo = (state: BoxState, order: Moved['order']): Decision => ({ ok: true, to: { state, order } })

/** The line of an order that a box is for: the one that it has, or one with room. */
function placeIn(
  box: MovedBox,
  order: MoveOrder,
): { ok: true; position: number } | { ok: false; reason: BoxRefusal } {
  if (box.orderId === order.id && box.orderPosition !== null) return { ok: true, position: box.orderPosition }
  if (box.orderId !== null && !isInHouse(box.state)) return { ok: false, reason: 'other-order' }
  if (!alive.includes(order.state)) return { ok: false, reason: 'order-not-ready' }
  const lines = order.lines.filter(({ productId }) => productId === box.productId)
  if (lines.length === 0) return { ok: false, reason: 'other-product' }
  const free = lines.find(
    ({ position, quantity }) =>
      order.others.filter((one) => one.orderPosition === position && one.state !== 'returned').length <
      quantity,
  )
  return free ? { ok: true, position: free.position } : { ok: false, reason: 'order-full' }
}

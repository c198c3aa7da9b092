import { weeksFromSupply } from '@shipminer/domain/stock/supply'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { addBoxEvent, countWaiting, listFreeBoxes, takeOrderOff } from './boxes.repository.ts'

/** Boxes by serial number, for the modules that sell them, promise them and move them. */
export {
  addBoxEvent,
  type BoxRow,
  countBoxes,
  countByState,
  countWaiting,
  deleteBox,
  findBoxBySerial,
  findListedBox,
  insertBox,
  type ListedBoxRow,
  listBoxEvents,
  listBoxes,
  listBoxesOf,
  listFreeBoxes,
  lockBox,
  updateBox,
} from './boxes.repository.ts'

/**
 * Weeks to the delivery of each product from the boxes that there are, after those who ordered before; a product of which they say nothing is
 * not in it.
 */
export async function weeksFromBoxes(
  db: Queryable,
  productIds: readonly string[],
  { quantity, now }: { quantity: number; now: number },
): Promise<ReadonlyMap<string, number>> {
  const free = Map.groupBy(await listFreeBoxes(db, productIds), ({ productId }) => productId)
  if (free.size === 0) return new Map()
  const waiting = await countWaiting(db, [...free.keys()])
  const today = new Date(now).toISOString().slice(0, 10)
  const weeks = new Map<string, number>()
  for (const [productId, boxes] of free) {
    const count = weeksFromSupply(boxes, { waiting: waiting.get(productId) ?? 0, quantity, today })
    if (count !== null) weeks.set(productId, count)
  }
  return weeks
}

/** Frees the boxes in the house of an order that is over, for the next. */
export async function freeBoxesOf(trx: Trx, order: { id: string; number: string }, at: Date): Promise<void> {
  for (const { id, state } of await takeOrderOff(trx, order.id, at))
    await addBoxEvent(trx, {
      boxId: id,
      at,
      operator: null,
      what: 'release',
      state,
      orderNumber: order.number,
    })
}

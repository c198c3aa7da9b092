import { isOnHold } from '@shipminer/domain/orders/order'
import { applyOrderEvent } from '../apply-order-event.ts'
import { axesOf } from '../order-row.ts'
import { agreeByWork } from '../order-steps.ts'
import type { AdvanceDeps } from '../orders.deps.ts'
import { type LockedOrder, OrderRefused } from '../orders.port.ts'
import { addEvent, findOrderIdByNumber, listEvents, listLines, lockOrder } from '../orders.repository.ts'
import { installedAtOf } from './advance-order.service.ts'

/** Does something about the boxes of an order while nobody else changes it. Null: there is no such order. */
export async function withLockedOrder<Result>(
  deps: AdvanceDeps,
  number: string,
  work: (order: LockedOrder) => Promise<Result>,
): Promise<Result | null> {
  const id = await findOrderIdByNumber(deps.store.db, number)
  if (id === null) return null
  return deps.store.db.transaction().execute(async (trx) => {
    const row = await lockOrder(trx, id)
    if (!row) return null
    const events = await listEvents(trx, id)
    const at = new Date(deps.clock())
    await agreeByWork(trx, row, at)
    return work({
      trx,
      id,
      number,
      state: row.state,
      isOnHold: isOnHold(axesOf(row)),
      placedAt: row.placedAt,
      lines: (await listLines(trx, [id])).map(({ position, productId, quantity }) => ({
        position,
        productId,
        quantity,
      })),
      happened: new Set(events.map(({ kind }) => kind)),
      tell: (kind, data = {}) => addEvent(trx, { orderId: id, at, kind, actor: 'provider', data }),
      async install(on, note) {
        const installedAt = installedAtOf(on, { placedAt: row.placedAt, at })
        const event = { type: 'install', actor: 'provider' } as const
        const applied = await applyOrderEvent(deps, trx, row, event, { at, note, installedAt })
        if (!applied.ok)
          throw new OrderRefused(`${number} is ${row.state} and ${row.payment}: ${applied.reason}`)
      },
    })
  })
}

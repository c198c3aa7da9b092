import { listOrderEvents } from '@shipminer/domain/orders/order-machine'
import { axesOf, buyerOf } from '../order-row.ts'
import type { OpeningDeps, ReadingDeps } from '../orders.deps.ts'
import type { DeskReading } from '../orders.port.ts'
import { presentSummary } from '../orders.presenter.ts'
import { findOrder, listLines, listRefunds, type OrderRow, searchRefunds } from '../orders.repository.ts'
import { readOrder } from '../read-order.service.ts'
import { orderNumbers, searchOrders } from './desk-reading.repository.ts'

/** Orders as the desk reads them: what buyers see, and what the provider may do. */
export function createDeskReading(deps: ReadingDeps & Pick<OpeningDeps, 'store'>): DeskReading {
  return {
    async search(search) {
      const { db } = deps.store
      const rows = await searchOrders(db, search)
      const ids = rows.map(({ id }) => id)
      const linesOf = Map.groupBy(await listLines(db, ids), ({ orderId }) => orderId)
      const intents = ids.length === 0 ? new Map<string, string>() : await deps.payments.intentIds(db, ids)
      return rows.map((row) => {
        const { company, country } = buyerOf(row)
        return {
          ...presentSummary(row, {
            lines: linesOf.get(row.id) ?? [],
            paymentIntentId: intents.get(row.id) ?? null,
          }),
          buyerName: nameOf(row),
          company,
          country,
        }
      })
    },
    async read(db, id) {
      const row = await findOrder(db, id)
      if (!row) return null
      return {
        order: await readOrder(deps, db, row, 'provider'),
        possible: listOrderEvents(axesOf(row), 'provider'),
        refunds: await listRefunds(db, row.id),
      }
    },
    numbersOf: orderNumbers,
    refunds: async (search) =>
      (await searchRefunds(deps.store.db, search)).map((row) => ({ ...row, buyerName: nameOf(row) })),
  }
}

function nameOf(row: Pick<OrderRow, 'buyer'>): string {
  const { firstName, lastName } = buyerOf(row)
  return `${firstName} ${lastName}`.trim()
}

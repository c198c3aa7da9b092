import type { AdvanceDeps } from '../orders.deps.ts'
import type { DeskOrdersPort } from '../orders.port.ts'
import { listOpenRefunds } from '../orders.repository.ts'
import { advanceOrder, payRefund } from './advance-order.service.ts'

/** What the provider's commands and desk do with orders. */
export function createDeskOrders(deps: AdvanceDeps): DeskOrdersPort {
  return {
    advance: (orderNumber, advance, whenLocked) => advanceOrder(deps, orderNumber, advance, whenLocked),
    openRefunds: (limit) => listOpenRefunds(deps.store.db, limit),
    payRefund: (refundId, proof, whenLocked) => payRefund(deps, refundId, proof, whenLocked),
  }
}

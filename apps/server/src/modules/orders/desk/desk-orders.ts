import type { AdvanceDeps } from '../orders.deps.ts'
import type { DeskOrdersPort } from '../orders.port.ts'
import { listOpenRefunds } from '../orders.repository.ts'
import { advanceOrder, payRefund, sendDocument } from './advance-order.service.ts'

/** What the provider's commands and desk do with orders. */
export function createDeskOrders(deps: AdvanceDeps): DeskOrdersPort {
  return {
    advance: (orderNumber, advance, whenLocked) => advanceOrder(deps, orderNumber, advance, whenLocked),
    sendDocument: (orderId, document, whenLocked) => sendDocument(deps, orderId, document, whenLocked),
    openRefunds: (limit) => listOpenRefunds(deps.store.db, limit),
    payRefund: (refundId, proof, whenLocked) => payRefund(deps, refundId, proof, whenLocked),
  }
}

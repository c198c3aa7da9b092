import type { AdvanceDeps } from '../orders.deps.ts'
import type { DeskOrdersPort } from '../orders.port.ts'
import { listOpenRefunds } from '../orders.repository.ts'
import {
  advanceOrder,
  noteBuilding,
  payDroppedRefund,
  payRefund,
  sendDocument,
} from './advance-order.service.ts'
import { correctOrder } from './correct-order.service.ts'
import { withLockedOrder } from './locked-order.ts'
import { chooseVat } from './vat-treatment.service.ts'

/** What the provider's commands and desk do with orders. */
export function createDeskOrders(deps: AdvanceDeps): DeskOrdersPort {
  return {
    advance: (orderNumber, advance, whenLocked) => advanceOrder(deps, orderNumber, advance, whenLocked),
    noteBuilding: (orderNumber, step, whenLocked) => noteBuilding(deps, orderNumber, step, whenLocked),
    withLocked: (orderNumber, work) => withLockedOrder(deps, orderNumber, work),
    sendDocument: (orderId, document, whenLocked) => sendDocument(deps, orderId, document, whenLocked),
    correct: (orderId, order, whenLocked) => correctOrder(deps, orderId, order, whenLocked),
    chooseVat: (orderId, choice, whenLocked) => chooseVat(deps, orderId, choice, whenLocked),
    openRefunds: (limit) => listOpenRefunds(deps.store.db, limit),
    payRefund: (refundId, proof, whenLocked) => payRefund(deps, refundId, proof, whenLocked),
    payDroppedRefund: (refundId, proof) => payDroppedRefund(deps, refundId, proof),
  }
}

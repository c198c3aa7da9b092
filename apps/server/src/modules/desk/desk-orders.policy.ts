import type { DeskOrderAction } from '@shipminer/contract/desk'
import type { OrderEventType } from '@shipminer/domain/orders/order-machine'

/** Which event of the state machine makes an action possible. */
const eventOf: Readonly<Record<DeskOrderAction, OrderEventType>> = {
  schedule: 'schedule',
  install: 'install',
  complete: 'complete',
  cancel: 'cancel',
  'request-refund': 'request-refund',
  'refund-paid': 'refund',
  'book-bank': 'pay',
}

/** What an operator may do with an order, given what the state machine permits the provider and whether a refund is still to be paid. */
export function orderActions(possible: readonly OrderEventType[], hasOpenRefund: boolean): DeskOrderAction[] {
  return (Object.keys(eventOf) as DeskOrderAction[]).filter(
    (action) => possible.includes(eventOf[action]) || (action === 'refund-paid' && hasOpenRefund),
  )
}

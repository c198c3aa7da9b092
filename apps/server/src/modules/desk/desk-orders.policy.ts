import type { DeskOrderAction } from '@shipminer/contract/desk'
import { type BuildStep, buildSteps } from '@shipminer/domain/orders/order'
import type { OrderEventType } from '@shipminer/domain/orders/order-machine'

/** Which event of the state machine makes an action possible. */
const eventOf: Readonly<Record<DeskOrderAction, OrderEventType>> = {
  agree: 'agree',
  reinstate: 'reinstate',
  built: 'schedule',
  shipped: 'schedule',
  schedule: 'schedule',
  install: 'install',
  complete: 'complete',
  cancel: 'cancel',
  'request-refund': 'request-refund',
  'refund-paid': 'refund',
  'book-bank': 'pay',
}

/** Whether an action only notes how far the boxes are. */
export function isBuildStep(action: DeskOrderAction): action is BuildStep {
  return (buildSteps as readonly DeskOrderAction[]).includes(action)
}

/**
 * What an operator may do with an order, given what the state machine permits the provider, whether a refund is still to be paid, whether the
 * order lapses by itself or has lapsed, and what has happened to it. Nothing is built after it was shipped, and nothing twice.
 */
export function orderActions(
  possible: readonly OrderEventType[],
  { hasOpenRefund, lapses, hasLapsed }: { hasOpenRefund: boolean; lapses: boolean; hasLapsed: boolean },
  happened: readonly string[],
): DeskOrderAction[] {
  return (Object.keys(eventOf) as DeskOrderAction[]).filter((action) => {
    if (action === 'agree' && !lapses) return false
    if (action === 'reinstate' && !hasLapsed) return false
    if (
      isBuildStep(action) &&
      buildSteps.slice(buildSteps.indexOf(action)).some((one) => happened.includes(one))
    )
      return false
    return possible.includes(eventOf[action]) || (action === 'refund-paid' && hasOpenRefund)
  })
}

import type { ControlAction, ControlParameters } from '@shipminer/contract/control'
import { type FleetMatch, fleetEndpoints } from '@shipminer/contract/fleet'
import { callEndpoint } from '../../../lib/api/client.ts'

/** What all miners that match are asked to do. */
export type FleetOrder = {
  orderId: string
  match: FleetMatch
  action: ControlAction
  parameters: ControlParameters
}

/** Gives an order to the next of those that match. @throws ApiError */
export function orderFleet({ orderId, match, action, parameters }: FleetOrder, after: string | null) {
  return callEndpoint(fleetEndpoints.orderFleet, {
    body: { orderId, ...match, action, parameters, ...(after === null ? {} : { after }) },
  })
}

/** How far an order to many is. @throws ApiError */
export function fleetOrder(orderId: string, signal: AbortSignal) {
  return callEndpoint(fleetEndpoints.fleetOrder, { params: { id: orderId }, signal })
}

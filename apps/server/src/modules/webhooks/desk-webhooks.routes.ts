import { deskWebhookEndpoints } from '@shipminer/contract/desk-webhooks'
import type { Caller } from '../../platform/auth/authenticator.ts'
import { type Router, signedIn } from '../../platform/http/routing.ts'
import { type Operator, requireOperator } from '../operators/operators.port.ts'
import {
  actOnWebhook,
  type DeskWebhookDeps,
  readWebhooks,
  replayDelivery,
  replayFailed,
  setWebhook,
  testWebhook,
} from './desk-webhooks.service.ts'

/** Webhooks at the desk. Every call begins with `operatorOf`. */
export function deskWebhookRoutes(router: Router, deps: DeskWebhookDeps): void {
  const operatorOf = (call: { caller: Caller | null }): Promise<Operator> =>
    requireOperator(deps, signedIn(call))

  router.route(deskWebhookEndpoints.deskWebhooks, async (call) => {
    await operatorOf(call)
    return readWebhooks(deps, call.query)
  })
  router.route(deskWebhookEndpoints.deskWebhookSet, async (call) =>
    setWebhook(deps, await operatorOf(call), call.body),
  )
  router.route(deskWebhookEndpoints.deskWebhookAct, async (call) =>
    actOnWebhook(deps, await operatorOf(call), call.params.id, call.body),
  )
  router.route(deskWebhookEndpoints.deskWebhookTest, async (call) =>
    testWebhook(deps, await operatorOf(call)),
  )
  router.route(deskWebhookEndpoints.deskWebhookReplay, async (call) =>
    replayDelivery(deps, await operatorOf(call), call.params.id),
  )
  router.route(deskWebhookEndpoints.deskWebhookReplayFailed, async (call) =>
    replayFailed(deps, await operatorOf(call), call.body),
  )
}

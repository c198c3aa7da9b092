import { deskWebhookEndpoints } from '@shipminer/contract/desk/webhooks'
import type { Router } from '../../platform/http/routing.ts'
import {
  actOnWebhook,
  type DeskWebhookDeps,
  readWebhooks,
  replayDelivery,
  replayFailed,
  setWebhook,
  testWebhook,
} from './desk-webhooks.service.ts'

/** Webhooks at the desk. */
export function deskWebhookRoutes(router: Router, deps: DeskWebhookDeps): void {
  router.route(deskWebhookEndpoints.deskWebhooks, async (call) => readWebhooks(deps, call.query))
  router.route(deskWebhookEndpoints.deskWebhookSet, async (call) =>
    setWebhook(deps, call.operator, call.body),
  )
  router.route(deskWebhookEndpoints.deskWebhookAct, async (call) =>
    actOnWebhook(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskWebhookEndpoints.deskWebhookTest, async (call) => testWebhook(deps, call.operator))
  router.route(deskWebhookEndpoints.deskWebhookReplay, async (call) =>
    replayDelivery(deps, call.operator, call.params.id),
  )
  router.route(deskWebhookEndpoints.deskWebhookReplayFailed, async (call) =>
    replayFailed(deps, call.operator, call.body),
  )
}

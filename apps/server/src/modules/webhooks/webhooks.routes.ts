import { paymentEndpoints } from '@shipminer/contract/shop/payments'
import { AppError } from '../../platform/http/app-error.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import type { Webhooks } from './webhooks.service.ts'

/** The webhook of the payment-test screen; every call is refused while that screen is off. */
export function webhookRoutes(router: Router, deps: { webhooks: Webhooks; paymentTest: boolean }): void {
  const { webhooks } = deps
  const guard = () => {
    if (!deps.paymentTest) throw new AppError('test-functions-disabled')
  }
  router.route(paymentEndpoints.webhookSettings, async () => {
    guard()
    return webhooks.settings()
  })
  router.route(paymentEndpoints.saveWebhook, async (call) => {
    guard()
    const { url } = call.body
    return webhooks.save(url === '' ? null : url, requireCaller(call).userId)
  })
  router.route(paymentEndpoints.testWebhook, async () => {
    guard()
    return { delivery: await webhooks.test() }
  })
  router.route(paymentEndpoints.replayWebhook, async (call) => {
    guard()
    return { delivery: await webhooks.replay(call.params.id) }
  })
}

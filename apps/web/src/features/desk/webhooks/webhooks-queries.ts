import { deskWebhookEndpoints } from '@shipminer/contract/desk/webhooks'
import type { WebhookDelivery } from '@shipminer/contract/shop/payments'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { withOffset } from '../../../lib/api/with-offset.ts'

export type DeliveryStatus = WebhookDelivery['status']

/** The addresses, and the newest messages. */
export function webhooksQuery(status: DeliveryStatus | undefined, limit: number) {
  return queryOptions({
    queryKey: ['desk', 'webhooks', status ?? 'all', limit],
    queryFn: async ({ signal }) =>
      withOffset(
        await callEndpoint(deskWebhookEndpoints.deskWebhooks, {
          query: { limit, ...(status && { status }) },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  })
}

/** @returns the new secret, shown this once. @throws ApiError */
export async function setWebhook(url: string, reason: string): Promise<string> {
  return (await callEndpoint(deskWebhookEndpoints.deskWebhookSet, { body: { url, reason } })).secret
}

export type WebhookAction = 'disable' | 'enable' | 'rotate-secret'

/** @returns the new secret where one was made. @throws ApiError */
export async function actOnWebhook(
  id: string,
  action: WebhookAction,
  reason: string,
): Promise<string | null> {
  const body = { action, reason }
  return (await callEndpoint(deskWebhookEndpoints.deskWebhookAct, { params: { id }, body })).secret
}

/** @throws ApiError */
export async function testWebhook(): Promise<WebhookDelivery> {
  return (await callEndpoint(deskWebhookEndpoints.deskWebhookTest, { body: {} })).delivery
}

/** @throws ApiError */
export async function replayDelivery(id: string): Promise<WebhookDelivery> {
  const call = callEndpoint(deskWebhookEndpoints.deskWebhookReplay, { params: { id }, body: {} })
  return (await call).delivery
}

/** @returns how many wait again. @throws ApiError */
export async function replayFailed(since: string, reason: string): Promise<number> {
  return (await callEndpoint(deskWebhookEndpoints.deskWebhookReplayFailed, { body: { since, reason } }))
    .replayed
}

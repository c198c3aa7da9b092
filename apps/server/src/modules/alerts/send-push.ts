import webPush from 'web-push'
import { isPushService, pushKeys } from './push-keys.ts'

export type PushDeps = {
  secretKey: Buffer
  fetch: typeof globalThis.fetch
  /** Contact address that push services may use to reach us. */
  contact: string
}
export type PushSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const pushTimeoutMs = 15_000

/** Sends a message to one browser. @returns the status of its push service; null: its address is that of none */
export async function sendPush(
  deps: PushDeps,
  subscription: PushSubscription,
  body: string,
): Promise<number | null> {
  if (!isPushService(subscription.endpoint)) return null
  const details = webPush.generateRequestDetails(subscription, body, {
    vapidDetails: { subject: deps.contact, ...pushKeys(deps.secretKey) },
    TTL: 3600,
    urgency: 'high',
  })
  const answer = await deps.fetch(details.endpoint, {
    method: 'POST',
    headers: details.headers as unknown as Record<string, string>,
    body: new Uint8Array(details.body),
    redirect: 'error',
    signal: AbortSignal.timeout(pushTimeoutMs),
  })
  return answer.status
}

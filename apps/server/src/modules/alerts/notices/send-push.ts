import webPush from 'web-push'
import type { Store } from '../../../platform/db/store.ts'
import type { SecretKey } from '../../../platform/secret-key/secret-key.ts'
import { isPushService, readPushKeys } from './push-keys.ts'

export type PushDeps = {
  store: Pick<Store, 'db'>
  secretKey: SecretKey
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
    vapidDetails: { subject: deps.contact, ...(await readPushKeys(deps)) },
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

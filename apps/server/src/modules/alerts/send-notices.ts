import webPush from 'web-push'
import type { Store, StoreLogger } from '../../platform/db/store.ts'
import { giveUpAfterMs, retryDelayMs } from '../../platform/mail/retry-delay.ts'
import { unseal } from '../../platform/secret-box.ts'
import { removePushSubscription } from './alert-settings.repository.ts'
import { type Delivery, listDueDeliveries, postponeDelivery, removeDelivery } from './notices.repository.ts'
import { isPushService, pushKeys } from './push-keys.ts'

/** One try of a guarded sender, as the webhooks have it: only the public network, no redirects. */
export type Send = (
  url: string,
  body: string,
  headers: Record<string, string>,
) => Promise<{ kind: 'answered'; statusCode: number } | { kind: 'failed'; error: string }>

export type SendNoticesDeps = {
  store: Store
  clock: () => number
  secretKey: Buffer
  logger: StoreLogger
  send: Send
  fetch: typeof globalThis.fetch
  /** Whom push services may write to about us. */
  contact: string
  telegramApi: string
}

const atOnce = 50
const pushTimeoutMs = 15_000
/** A message about a miner is worth nothing days later. */
const giveUpMs = Math.min(giveUpAfterMs, 12 * 3_600_000)

/** Sends what is due to Telegram, webhooks and browsers. What fails is tried again; what can never work is dropped. */
export async function sendNotices(deps: SendNoticesDeps): Promise<void> {
  const { store, clock, logger } = deps
  for (const delivery of await listDueDeliveries(store.db, new Date(clock()), atOnce)) {
    const error = await attempt(deps, delivery)
    if (error === null) {
      await removeDelivery(store.db, delivery.id)
      continue
    }
    logger.warn({ channel: delivery.channel, error, attempts: delivery.attempts + 1 }, 'alert not delivered')
    const isTooOld = clock() - delivery.createdAt.getTime() > giveUpMs
    if (isTooOld || error === 'gone') await removeDelivery(store.db, delivery.id)
    else
      await postponeDelivery(store.db, delivery.id, {
        at: new Date(clock() + retryDelayMs(delivery.attempts + 1)),
        error,
      })
  }
}

/** Null when it went; `gone` when it never will; else why not. */
async function attempt(deps: SendNoticesDeps, delivery: Delivery): Promise<string | null> {
  const opened = unseal(deps.secretKey, delivery.target)
  if (opened === null) return 'gone'
  const target = JSON.parse(opened)
  try {
    if (delivery.channel === 'push') return await push(deps, target, delivery.body)
    const [url, body] =
      delivery.channel === 'webhook'
        ? [target.url as string, delivery.body]
        : telegramMessage(deps, target, JSON.parse(delivery.body).text)
    if (url === null) return 'gone'
    const result = await deps.send(url, body, {})
    if (result.kind === 'failed') return result.error
    if (result.statusCode >= 200 && result.statusCode < 300) return null
    return result.statusCode === 410 || (delivery.channel === 'telegram' && result.statusCode === 401)
      ? 'gone'
      : `answered ${result.statusCode}`
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'failed'
  }
}

function telegramMessage(
  deps: SendNoticesDeps,
  target: { sealedToken: string; chatId: string },
  text: string,
): [string | null, string] {
  const token = unseal(deps.secretKey, target.sealedToken)
  return [
    token === null ? null : `${deps.telegramApi}/bot${token}/sendMessage`,
    JSON.stringify({ chat_id: target.chatId, text: text.slice(0, 4000) }),
  ]
}

async function push(
  deps: SendNoticesDeps,
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
  body: string,
): Promise<string | null> {
  if (!isPushService(subscription.endpoint)) return 'gone'
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
  if (answer.ok) return null
  if (answer.status === 404 || answer.status === 410) {
    await removePushSubscription(deps.store.db, subscription.endpoint)
    return 'gone'
  }
  return `answered ${answer.status}`
}

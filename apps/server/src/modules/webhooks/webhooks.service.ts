import type { WebhookDelivery, WebhookType } from '@shipminer/contract/payments'
import type { Store, StoreLogger } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { formatSecret, signWebhook } from './signature.ts'
import { queueWebhookOff, type WebhookMailContext } from './webhook-mails.ts'
import { classifyAttempt } from './webhook-schedule.policy.ts'
import { createWebhookSecrets } from './webhook-secrets.ts'
import type { WebhookSender } from './webhook-sender.ts'
import type { WebhooksPort } from './webhooks.port.ts'
import { presentDelivery } from './webhooks.presenter.ts'
import {
  claimDelivery,
  type DeliveryRow,
  disableEndpoint,
  findActiveEndpoint,
  findDelivery,
  findEndpoint,
  insertAttempt,
  insertDelivery,
  insertEndpoint,
  listDeliveries,
  listDue,
  removeSettled,
  updateDelivery,
} from './webhooks.repository.ts'

export type WebhooksDeps = {
  store: Store
  clock: () => number
  random: () => number
  randomBytes: (count: number) => Uint8Array
  randomUuid: () => string
  secretKey: Buffer
  sender: WebhookSender
  logger: StoreLogger
  /** How the provider is told that an address is not sent to any more. */
  mail: WebhookMailContext
}

export type WebhookSettings = { url: string | null; secret: string | null; deliveries: WebhookDelivery[] }

export type Webhooks = WebhooksPort & {
  settings(): Promise<WebhookSettings>
  save(url: string | null, userId: string): Promise<WebhookSettings>
  test(): Promise<WebhookDelivery>
  replay(id: string): Promise<WebhookDelivery>
  /** Sends what is due, some at a time. */
  deliverDue(): Promise<void>
  /** Forgets settled messages after 90 days. */
  sweep(): Promise<void>
}

const shownDeliveries = 50
const perTurn = 40
const atOnce = 4
/** While a try runs nobody else takes the message; longer than a try can take. */
const claimMs = 60_000
const keptMs = 90 * 86_400_000

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { store, clock, sender } = deps
  const { seal, open } = createWebhookSecrets(deps)

  const messageOf = (
    endpointId: string,
    { type, data, at }: { type: WebhookType; data: Record<string, unknown>; at: Date },
  ) => ({
    id: `msg_${Buffer.from(deps.randomBytes(16)).toString('hex')}`,
    endpointId,
    type,
    body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
    createdAt: at,
    nextAttemptAt: at,
  })

  async function attempt(delivery: DeliveryRow): Promise<void> {
    const endpoint = await findEndpoint(store.db, delivery.endpointId)
    if (!endpoint || endpoint.disabledAt) {
      await updateDelivery(store.db, delivery.id, { status: 'failed', nextAttemptAt: null })
      return
    }
    const startedAt = clock()
    const timestamp = Math.floor(startedAt / 1000)
    const message = { id: delivery.id, timestamp, body: delivery.body }
    const result = await sender.send(endpoint.url, delivery.body, {
      'webhook-id': delivery.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(open(endpoint.sealedSecret), message),
      'user-agent': 'webhooks/1',
    })
    const now = clock()
    const statusCode = result.kind === 'answered' ? result.statusCode : null
    const retryAfterMs = result.kind === 'answered' ? result.retryAfterMs : null
    const error =
      result.kind === 'failed'
        ? result.error
        : statusCode !== null && statusCode >= 200 && statusCode < 300
          ? null
          : `answered ${statusCode}`
    const isTest = delivery.type === 'test.ping'
    const judged = classifyAttempt({ statusCode, retryAfterMs }, delivery.round, deps.random())
    // A test tells what happened now; nobody waits for it for three days.
    const outcome = isTest && judged.kind === 'retry' ? ({ kind: 'given-up' } as const) : judged
    await store.db.transaction().execute(async (trx) => {
      await insertAttempt(trx, {
        deliveryId: delivery.id,
        at: new Date(startedAt),
        durationMs: now - startedAt,
        statusCode,
        error,
      })
      const seen = { lastStatusCode: statusCode, lastError: error }
      if (outcome.kind === 'delivered') {
        const done = { status: 'delivered' as const, nextAttemptAt: null, deliveredAt: new Date(now) }
        await updateDelivery(trx, delivery.id, { ...seen, ...done })
        return
      }
      if (outcome.kind === 'retry') {
        await updateDelivery(trx, delivery.id, { ...seen, nextAttemptAt: new Date(now + outcome.waitMs) })
        return
      }
      await updateDelivery(trx, delivery.id, { ...seen, status: 'failed', nextAttemptAt: null })
      if (isTest && outcome.kind === 'given-up') return
      const because = outcome.kind === 'gone' ? 'the receiver answered 410' : 'nothing arrived for three days'
      const at = new Date(now)
      await disableEndpoint(trx, endpoint.id, because, at)
      await queueWebhookOff(trx, deps, { url: endpoint.url, kind: outcome.kind, at })
      deps.logger.warn({ webhook: delivery.id, because }, 'webhook switched off')
    })
  }

  async function tryNow(id: string): Promise<void> {
    const now = clock()
    const claimed = await claimDelivery(store.db, id, new Date(now), new Date(now + claimMs))
    if (claimed) await attempt(claimed)
  }

  async function delivery(id: string): Promise<WebhookDelivery> {
    const row = await findDelivery(store.db, id)
    if (!row) throw new AppError('not-found')
    return presentDelivery(row)
  }

  async function settings(secret: string | null): Promise<WebhookSettings> {
    const endpoint = await findActiveEndpoint(store.db)
    return {
      url: endpoint?.url ?? null,
      secret,
      deliveries: (await listDeliveries(store.db, shownDeliveries)).map(presentDelivery),
    }
  }

  return {
    async enqueue(trx, message) {
      const endpoint = await findActiveEndpoint(trx)
      if (endpoint) await insertDelivery(trx, messageOf(endpoint.id, message))
    },
    settings: () => settings(null),
    async save(url, userId) {
      if (url !== null && sender.refuse(url) !== null) throw new AppError('webhook-url-invalid')
      const secret = deps.randomBytes(32)
      const isNew = await store.db.transaction().execute(async (trx) => {
        const before = await findActiveEndpoint(trx)
        if (before?.url === url) return false
        const at = new Date(clock())
        if (before) await disableEndpoint(trx, before.id, 'another address was set', at)
        if (url === null) return false
        const id = deps.randomUuid()
        await insertEndpoint(trx, { id, url, sealedSecret: seal(secret), createdBy: userId, createdAt: at })
        return true
      })
      return settings(isNew ? formatSecret(secret) : null)
    },
    async test() {
      const endpoint = await findActiveEndpoint(store.db)
      if (!endpoint) throw new AppError('webhook-not-configured')
      const at = new Date(clock())
      const message = { type: 'test.ping' as const, data: { message: 'It works.' }, at }
      const { id } = await insertDelivery(store.db, messageOf(endpoint.id, message))
      await tryNow(id)
      return delivery(id)
    },
    async replay(id) {
      const row = await findDelivery(store.db, id)
      if (!row) throw new AppError('not-found')
      // What was for an address that is set no more goes to the one that is.
      const endpoint = await findActiveEndpoint(store.db)
      await updateDelivery(store.db, id, {
        status: 'queued',
        round: 0,
        nextAttemptAt: new Date(clock()),
        ...(endpoint ? { endpointId: endpoint.id } : {}),
      })
      await tryNow(id)
      return delivery(id)
    },
    async deliverDue() {
      const due = await listDue(store.db, new Date(clock()), perTurn)
      await forEachIsolated(
        due,
        ({ id }) => id,
        ({ id }) => tryNow(id),
        atOnce,
      )
    },
    async sweep() {
      await removeSettled(store.db, new Date(clock() - keptMs))
    },
  }
}

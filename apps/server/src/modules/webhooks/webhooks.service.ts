import { createHash } from 'node:crypto'
import type { WebhookDelivery } from '@shipminer/contract/shop/payments'
import { bindTo } from '../../platform/bind-to.ts'
import type { Store, StoreLogger } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { forEachIsolated, inPages } from '../../platform/jobs/for-each-isolated.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { formatSecret, signWebhook } from './signature.ts'
import { queueWebhookOff, type WebhookMailContext } from './webhook-mails.ts'
import { classifyAttempt } from './webhook-schedule.policy.ts'
import type { WebhookSender } from './webhook-sender.ts'
import type { WebhookMessage, WebhooksPort } from './webhooks.port.ts'
import { presentDelivery } from './webhooks.presenter.ts'
import {
  claimDelivery,
  type DeliveryRow,
  type DueDelivery,
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
  settleDelivery,
  updateDelivery,
  upsertDelivery,
} from './webhooks.repository.ts'

export type WebhooksDeps = {
  store: Store
  clock: () => number
  random: () => number
  randomBytes: (count: number) => Uint8Array
  randomUuid: () => string
  secretKey: SecretKey
  sender: WebhookSender
  logger: StoreLogger
  /** For the mail that notifies the provider that messages are no longer sent to an address. */
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
  /** Deletes settled messages after 90 days. */
  sweep(): Promise<void>
}

const shownDeliveries = 50
const duePerPage = 40
const atOnce = 4
/** While an attempt runs no other server takes the message; longer than an attempt can last. */
const claimMs = 60_000
const keptMs = 90 * 86_400_000

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  return {
    settings: () => readSettings(deps, null),
    ...bindTo(deps, {
      enqueue: enqueueMessage,
      save: saveAddress,
      test: sendTest,
      replay: replayMessage,
      deliverDue,
      sweep: forgetSettled,
    }),
  }
}

async function enqueueMessage(
  deps: WebhooksDeps,
  ...[trx, message]: Parameters<WebhooksPort['enqueue']>
): Promise<void> {
  const endpoint = await findActiveEndpoint(trx)
  if (endpoint) await upsertDelivery(trx, messageOf(deps, endpoint.id, message))
}

async function readSettings(deps: WebhooksDeps, secret: string | null): Promise<WebhookSettings> {
  const endpoint = await findActiveEndpoint(deps.store.db)
  return {
    url: endpoint?.url ?? null,
    secret,
    deliveries: (await listDeliveries(deps.store.db, shownDeliveries)).map(presentDelivery),
  }
}

/** @throws AppError `webhook-url-invalid`, `setting-changed` */
async function saveAddress(deps: WebhooksDeps, url: string | null, userId: string): Promise<WebhookSettings> {
  if (url !== null && deps.sender.refuse(url) !== null) throw new AppError('webhook-url-invalid')
  const secret = deps.randomBytes(32)
  const isNew = await deps.store.db.transaction().execute(async (trx) => {
    const before = await findActiveEndpoint(trx)
    if (before?.url === url) return false
    const at = new Date(deps.clock())
    if (before) await disableEndpoint(trx, before.id, 'another address was set', at)
    if (url === null) return false
    const id = deps.randomUuid()
    const sealedSecret = deps.secretKey.seal('webhook-secret', secret)
    const endpoint = { id, url, sealedSecret, createdBy: userId, createdAt: at }
    if (!(await insertEndpoint(trx, endpoint))) throw new AppError('setting-changed')
    return true
  })
  return readSettings(deps, isNew ? formatSecret(secret) : null)
}

async function sendTest(deps: WebhooksDeps): Promise<WebhookDelivery> {
  const endpoint = await findActiveEndpoint(deps.store.db)
  if (!endpoint) throw new AppError('webhook-not-configured')
  const at = new Date(deps.clock())
  const message = { type: 'test.ping' as const, data: { message: 'It works.' }, at }
  const { id } = await insertDelivery(deps.store.db, messageOf(deps, endpoint.id, message))
  await tryNow(deps, id)
  return readDelivery(deps, id)
}

async function replayMessage(deps: WebhooksDeps, id: string): Promise<WebhookDelivery> {
  const row = await findDelivery(deps.store.db, id)
  if (!row) throw new AppError('not-found')
  // Messages for a former address go to the present one.
  const endpoint = await findActiveEndpoint(deps.store.db)
  await updateDelivery(deps.store.db, id, {
    status: 'queued',
    round: 0,
    nextAttemptAt: new Date(deps.clock()),
    ...(endpoint ? { endpointId: endpoint.id } : {}),
  })
  await tryNow(deps, id)
  return readDelivery(deps, id)
}

async function deliverDue(deps: WebhooksDeps): Promise<void> {
  const now = new Date(deps.clock())
  await forEachIsolated(
    inPages<DueDelivery>((behind) => listDue(deps.store.db, now, { limit: duePerPage, behind })),
    ({ id }) => id,
    ({ id }) => tryNow(deps, id),
    atOnce,
  )
}

async function forgetSettled(deps: WebhooksDeps): Promise<void> {
  await removeSettled(deps.store.db, new Date(deps.clock() - keptMs))
}

async function tryNow(deps: WebhooksDeps, id: string): Promise<void> {
  const now = deps.clock()
  const claimed = await claimDelivery(deps.store.db, id, new Date(now), new Date(now + claimMs))
  if (claimed) await attemptDelivery(deps, claimed)
}

async function attemptDelivery(deps: WebhooksDeps, delivery: DeliveryRow): Promise<void> {
  const endpoint = await findEndpoint(deps.store.db, delivery.endpointId)
  if (!endpoint || endpoint.disabledAt) {
    await settleDelivery(deps.store.db, delivery, { status: 'failed', nextAttemptAt: null })
    return
  }
  const startedAt = deps.clock()
  const timestamp = Math.floor(startedAt / 1000)
  const message = { id: delivery.id, timestamp, body: delivery.body }
  const result = await deps.sender.send(endpoint.url, delivery.body, {
    'webhook-id': delivery.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(deps.secretKey.open('webhook-secret', endpoint.sealedSecret), message),
    'user-agent': 'webhooks/1',
  })
  const now = deps.clock()
  const statusCode = result.kind === 'answered' ? result.statusCode : null
  const retryAfterMs = result.kind === 'answered' ? result.retryAfterMs : null
  const error =
    result.kind === 'failed'
      ? result.error
      : statusCode !== null && statusCode >= 200 && statusCode < 300
        ? null
        : `answered ${statusCode}`
  const isTest = delivery.type === 'test.ping'
  const verdict = classifyAttempt({ statusCode, retryAfterMs }, delivery.round, deps.random())
  // A test reports what happened now; it is not retried for three days.
  const outcome = isTest && verdict.kind === 'retry' ? ({ kind: 'given-up' } as const) : verdict
  await deps.store.db.transaction().execute(async (trx) => {
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
      await settleDelivery(trx, delivery, { ...seen, ...done })
      return
    }
    if (outcome.kind === 'retry') {
      await settleDelivery(trx, delivery, { ...seen, nextAttemptAt: new Date(now + outcome.waitMs) })
      return
    }
    const failed = { status: 'failed' as const, nextAttemptAt: null }
    if (!(await settleDelivery(trx, delivery, { ...seen, ...failed }))) return
    if (isTest && outcome.kind === 'given-up') return
    const because = outcome.kind === 'gone' ? 'the receiver answered 410' : 'nothing arrived for three days'
    const at = new Date(now)
    await disableEndpoint(trx, endpoint.id, because, at)
    await queueWebhookOff(trx, deps, { url: endpoint.url, kind: outcome.kind, at })
    deps.logger.warn({ webhook: delivery.id, because }, 'webhook switched off')
  })
}

async function readDelivery(deps: WebhooksDeps, id: string): Promise<WebhookDelivery> {
  const row = await findDelivery(deps.store.db, id)
  if (!row) throw new AppError('not-found')
  return presentDelivery(row)
}

function messageOf(
  deps: Pick<WebhooksDeps, 'randomBytes'>,
  endpointId: string,
  { type, data, at, onceFor }: WebhookMessage,
) {
  const number =
    onceFor === undefined
      ? Buffer.from(deps.randomBytes(16))
      : createHash('sha256').update(`${type} ${onceFor}`).digest().subarray(0, 16)
  return {
    id: `msg_${number.toString('hex')}`,
    endpointId,
    type,
    body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
    createdAt: at,
    nextAttemptAt: at,
  }
}

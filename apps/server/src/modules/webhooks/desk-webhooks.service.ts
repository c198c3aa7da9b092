import type {
  DeskWebhookDelivery,
  DeskWebhookEndpoint,
  deskWebhookEndpoints,
} from '@shipminer/contract/desk/webhooks'
import type { WebhookDelivery } from '@shipminer/contract/shop/payments'
import type * as mini from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import { isUniqueViolation } from '../../platform/db/failures/unique-violation.ts'
import type { Store, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { noteAction } from '../operators/operators.port.ts'
import {
  type DeskEndpointRow,
  enableEndpoint,
  listDeskDeliveries,
  listEndpoints,
  listTries,
  lockEndpoint,
  replaceSecret,
  requeueFailed,
} from './desk-webhooks.repository.ts'
import { formatSecret } from './signature.ts'
import type { WebhookSender } from './webhook-sender.ts'
import { presentDelivery } from './webhooks.presenter.ts'
import { disableEndpoint, findActiveEndpoint, findDelivery, insertEndpoint } from './webhooks.repository.ts'
import type { Webhooks } from './webhooks.service.ts'

export type DeskWebhookDeps = {
  store: Store
  clock: () => number
  secretKey: SecretKey
  randomBytes: (count: number) => Uint8Array
  randomUuid: () => string
  sender: Pick<WebhookSender, 'refuse'>
  webhooks: Webhooks
}
type Query = mini.output<typeof deskWebhookEndpoints.deskWebhooks.query & object>
type Act = mini.output<typeof deskWebhookEndpoints.deskWebhookAct.body & object>

const shownEndpoints = 10
const shownTries = 20
const secretBytes = 32

export async function readWebhooks({ store, clock }: DeskWebhookDeps, { status, limit }: Query) {
  const endpoints = await listEndpoints(store.db, shownEndpoints)
  const rows = await listDeskDeliveries(store.db, status, limit + 1)
  const shown = rows.slice(0, limit)
  const tries = Map.groupBy(
    await listTries(
      store.db,
      shown.map(({ id }) => id),
      shownTries,
    ),
    ({ deliveryId }) => deliveryId,
  )
  const deliveries: DeskWebhookDelivery[] = shown.map((row) => ({
    ...presentDelivery(row),
    url: row.url,
    tries: (tries.get(row.id) ?? []).map(({ at, durationMs, statusCode, error }) => ({
      at: at.getTime(),
      durationMs,
      statusCode,
      error,
    })),
  }))
  return {
    serverTime: clock(),
    endpoints: endpoints.map(presentEndpoint),
    deliveries,
    hasMore: rows.length > limit,
  }
}

/** @throws AppError `webhook-url-invalid`, `setting-changed` */
export async function setWebhook(
  deps: DeskWebhookDeps,
  operator: Operator,
  { url, reason }: { url: string; reason: string },
): Promise<{ secret: string }> {
  if (deps.sender.refuse(url) !== null) throw new AppError('webhook-url-invalid')
  const secret = deps.randomBytes(secretBytes)
  const createdAt = new Date(deps.clock())
  await deps.store.db.transaction().execute(async (trx) => {
    await replaceActive(trx, createdAt)
    const id = deps.randomUuid()
    const sealedSecret = deps.secretKey.seal('webhook-secret', secret)
    const endpoint = { id, url, sealedSecret, createdBy: operator.userId, createdAt }
    if (!(await insertEndpoint(trx, endpoint))) throw new AppError('setting-changed')
    await noteAction(deps, trx, operator, {
      action: 'webhook.set',
      subject: `webhook ${hostOf(url)}`,
      reason,
    })
  })
  return { secret: formatSecret(secret) }
}

/** @throws AppError `not-found`, `setting-changed` */
export function actOnWebhook(
  deps: DeskWebhookDeps,
  operator: Operator,
  id: string,
  { action, reason }: Act,
): Promise<{ secret: string | null }> {
  return deps.store.db.transaction().execute(async (trx) => {
    const endpoint = await lockEndpoint(trx, id)
    if (!endpoint) throw new AppError('not-found')
    const subject = `webhook ${hostOf(endpoint.url)}` as const
    await noteAction(deps, trx, operator, { action: `webhook.${action}`, subject, reason })
    const now = new Date(deps.clock())
    switch (action) {
      case 'disable':
        await disableEndpoint(trx, id, 'switched off at the desk', now)
        return { secret: null }
      case 'enable':
        if (endpoint.disabledAt) {
          await replaceActive(trx, now)
          await enableEndpoint(trx, id).catch(refuseSecond)
        }
        return { secret: null }
      case 'rotate-secret': {
        const secret = deps.randomBytes(secretBytes)
        await replaceSecret(trx, id, deps.secretKey.seal('webhook-secret', secret))
        return { secret: formatSecret(secret) }
      }
    }
  })
}

/** @throws AppError `webhook-not-configured` */
export async function testWebhook(
  deps: DeskWebhookDeps,
  operator: Operator,
): Promise<{ delivery: WebhookDelivery }> {
  const endpoint = await activeOf(deps.store.db)
  const subject = `webhook ${hostOf(endpoint.url)}` as const
  await noteAction(deps, deps.store.db, operator, { action: 'webhook.test', subject, reason: null })
  return { delivery: await deps.webhooks.test() }
}

/** @throws AppError `not-found`, `webhook-not-configured` */
export async function replayDelivery(
  deps: DeskWebhookDeps,
  operator: Operator,
  id: string,
): Promise<{ delivery: WebhookDelivery }> {
  if (!(await findDelivery(deps.store.db, id))) throw new AppError('not-found')
  await activeOf(deps.store.db)
  await noteAction(deps, deps.store.db, operator, {
    action: 'webhook.replay',
    subject: `message ${id}`,
    reason: null,
  })
  return { delivery: await deps.webhooks.replay(id) }
}

/** The job's next turns send them. @throws AppError `webhook-not-configured` */
export function replayFailed(
  deps: DeskWebhookDeps,
  operator: Operator,
  { since, reason }: { since: string; reason: string },
): Promise<{ replayed: number }> {
  return deps.store.db.transaction().execute(async (trx) => {
    const { id, url } = await activeOf(trx)
    const now = new Date(deps.clock())
    const replayed = await requeueFailed(trx, { since: new Date(since), endpointId: id, now })
    await noteAction(deps, trx, operator, {
      action: 'webhook.replay-failed',
      subject: `webhook ${hostOf(url)}`,
      reason,
    })
    return { replayed }
  })
}

async function activeOf(db: Parameters<typeof findActiveEndpoint>[0]) {
  const endpoint = await findActiveEndpoint(db)
  if (!endpoint) throw new AppError('webhook-not-configured')
  return endpoint
}

async function replaceActive(trx: Trx, at: Date): Promise<void> {
  const before = await findActiveEndpoint(trx)
  if (before) await disableEndpoint(trx, before.id, 'another address was set', at)
}

/** Another one was switched on at the same moment. */
const refuseSecond = (error: unknown) => {
  throw isUniqueViolation(error) ? new AppError('setting-changed', {}, { cause: error }) : error
}

const hostOf = (url: string) => new URL(url).host

function presentEndpoint(row: DeskEndpointRow): DeskWebhookEndpoint {
  const { id, url, disabledBecause, waiting, failed } = row
  return {
    id,
    url,
    createdAt: row.createdAt.getTime(),
    disabledAt: row.disabledAt?.getTime() ?? null,
    disabledBecause,
    waiting,
    failed,
    lastDeliveredAt: row.lastDeliveredAt?.getTime() ?? null,
  }
}

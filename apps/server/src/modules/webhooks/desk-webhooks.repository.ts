import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { DeliveryRow } from './webhooks.repository.ts'

export type DeskEndpointRow = {
  id: string
  url: string
  createdAt: Date
  disabledAt: Date | null
  disabledBecause: string | null
  waiting: number
  failed: number
  lastDeliveredAt: Date | null
}

/** The active one first, then the newest; old ones are left out. */
export async function listEndpoints(db: Queryable, limit: number): Promise<DeskEndpointRow[]> {
  const { rows } = await sql<DeskEndpointRow>`
    SELECT e.id, e.url, e.created_at, e.disabled_at, e.disabled_because,
      (count(d.id) FILTER (WHERE d.status = 'queued'))::int AS waiting,
      (count(d.id) FILTER (WHERE d.status = 'failed' AND d.type <> 'test.ping'))::int AS failed,
      max(d.delivered_at) AS last_delivered_at
    FROM (SELECT * FROM webhook_endpoints ORDER BY disabled_at DESC NULLS FIRST, id LIMIT ${limit}) e
    LEFT JOIN webhook_deliveries d ON d.endpoint_id = e.id
    GROUP BY e.id, e.url, e.created_at, e.disabled_at, e.disabled_because
    ORDER BY e.disabled_at DESC NULLS FIRST, e.id`.execute(db)
  return rows
}

export type DeskDeliveryRow = DeliveryRow & { url: string }

/** The newest messages with their destinations. */
export function listDeskDeliveries(
  db: Queryable,
  status: DeliveryRow['status'] | undefined,
  limit: number,
): Promise<DeskDeliveryRow[]> {
  let query = db
    .selectFrom('webhookDeliveries as d')
    .innerJoin('webhookEndpoints as e', 'e.id', 'd.endpointId')
    .selectAll('d')
    .select('e.url')
    .orderBy('d.createdAt', 'desc')
    .orderBy('d.id')
    .limit(limit)
  if (status) query = query.where('d.status', '=', status)
  return query.execute()
}

export type TryRow = {
  deliveryId: string
  at: Date
  durationMs: number
  statusCode: number | null
  error: string | null
}

/** The last attempts of some messages, newest first. */
export async function listTries(
  db: Queryable,
  deliveryIds: readonly string[],
  each: number,
): Promise<TryRow[]> {
  if (deliveryIds.length === 0) return []
  const { rows } = await sql<TryRow>`
    SELECT a.delivery_id, a.at, a.duration_ms, a.status_code, a.error
    FROM unnest(${sql.val([...deliveryIds])}::text[]) AS d(id)
    CROSS JOIN LATERAL (SELECT * FROM webhook_attempts WHERE delivery_id = d.id ORDER BY id DESC LIMIT ${each}) a
    ORDER BY a.id DESC`.execute(db)
  return rows
}

/** Locked until the transaction ends; null when there is none. */
export async function lockEndpoint(
  trx: Trx,
  id: string,
): Promise<{ id: string; url: string; disabledAt: Date | null } | null> {
  const row = await trx
    .selectFrom('webhookEndpoints')
    .select(['id', 'url', 'disabledAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function enableEndpoint(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('webhookEndpoints')
    .set({ disabledAt: null, disabledBecause: null })
    .where('id', '=', id)
    .execute()
}

export async function replaceSecret(trx: Trx, id: string, sealedSecret: Uint8Array): Promise<void> {
  await trx.updateTable('webhookEndpoints').set({ sealedSecret }).where('id', '=', id).execute()
}

/** Queues again what failed since a given time, for the active endpoint. @returns how many. */
export async function requeueFailed(
  trx: Trx,
  { since, endpointId, now }: { since: Date; endpointId: string; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('webhookDeliveries')
    .set({ status: 'queued', round: 0, nextAttemptAt: now, endpointId })
    .where('status', '=', 'failed')
    .where('type', '<>', 'test.ping')
    .where('createdAt', '>=', since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

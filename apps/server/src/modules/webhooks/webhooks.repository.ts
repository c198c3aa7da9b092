import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type {
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
} from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type EndpointRow = Selectable<WebhookEndpointsTable>
export type DeliveryRow = Selectable<WebhookDeliveriesTable>

export async function findActiveEndpoint(db: Queryable): Promise<EndpointRow | null> {
  const row = await db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function findEndpoint(db: Queryable, id: string): Promise<EndpointRow | null> {
  const row = await db.selectFrom('webhookEndpoints').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** False when another one was switched on at the same moment. */
export async function insertEndpoint(
  trx: Trx,
  endpoint: Insertable<WebhookEndpointsTable>,
): Promise<boolean> {
  const row = await trx
    .insertInto('webhookEndpoints')
    .values(endpoint)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends an endpoint, and everything still queued for it. */
export async function disableEndpoint(trx: Trx, id: string, because: string, at: Date): Promise<void> {
  await trx
    .updateTable('webhookEndpoints')
    .set({ disabledAt: at, disabledBecause: because })
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .execute()
  await trx
    .updateTable('webhookDeliveries')
    .set({ status: 'failed', nextAttemptAt: null })
    .where('endpointId', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

export function insertDelivery(
  trx: Queryable,
  delivery: Insertable<WebhookDeliveriesTable>,
): Promise<DeliveryRow> {
  return trx.insertInto('webhookDeliveries').values(delivery).returningAll().executeTakeFirstOrThrow()
}

/** A message with the id of one that was sent before is sent once more, with what holds now. */
export async function upsertDelivery(
  trx: Trx,
  delivery: Pick<DeliveryRow, 'id' | 'endpointId' | 'type' | 'body' | 'createdAt' | 'nextAttemptAt'>,
): Promise<void> {
  const { endpointId, body, createdAt, nextAttemptAt } = delivery
  const again = { endpointId, body, createdAt, nextAttemptAt, status: 'queued' as const, round: 0 }
  await trx
    .insertInto('webhookDeliveries')
    .values(delivery)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(again))
    .execute()
}

export async function findDelivery(db: Queryable, id: string): Promise<DeliveryRow | null> {
  const row = await db.selectFrom('webhookDeliveries').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The last messages, newest first, of any endpoint. */
export function listDeliveries(db: Queryable, limit: number): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** What waits to be sent, and what was given up. */
export async function readQueue(db: Queryable) {
  const { rows } = await sql<{ queued: number; failed: number; oldestQueuedAt: Date | null }>`
    SELECT count(*) FILTER (WHERE status = 'queued')::int AS queued, count(*) FILTER (WHERE status = 'failed')::int AS failed,
           min(created_at) FILTER (WHERE status = 'queued') AS oldest_queued_at
    FROM webhook_deliveries WHERE status <> 'delivered'`.execute(db)
  return rows[0] ?? { queued: 0, failed: 0, oldestQueuedAt: null }
}

export function listDue(
  db: Queryable,
  now: Date,
  { limit, behind }: { limit: number; behind: DueDelivery | null },
): Promise<DueDelivery[]> {
  return db
    .selectFrom('webhookDeliveries')
    .select(['id', 'nextAttemptAt'])
    .where('status', '=', 'queued')
    .where('nextAttemptAt', '<=', now)
    .$if(behind !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('nextAttemptAt', 'id'), '>', tuple(behind?.nextAttemptAt ?? now, behind?.id ?? '')),
      ),
    )
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .execute()
}
export type DueDelivery = { id: string; nextAttemptAt: Date | null }

/**
 * Claims a message for one attempt: no other copy of the server takes it until `until`. The number of attempts names the claim. Null when
 * it is not due.
 */
export async function claimDelivery(
  db: Queryable,
  id: string,
  now: Date,
  until: Date,
): Promise<DeliveryRow | null> {
  const row = await db
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: until, attempts: sql`attempts + 1`, round: sql`round + 1` })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('nextAttemptAt', '<=', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Settles an attempt. @returns false when another copy of the server has taken the message since, or it was queued anew. */
export async function settleDelivery(
  db: Queryable,
  claimed: Pick<DeliveryRow, 'id' | 'attempts' | 'round'>,
  change: Updateable<WebhookDeliveriesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhookDeliveries')
    .set(change)
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .where('round', '=', claimed.round)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateDelivery(
  db: Queryable,
  id: string,
  change: Updateable<WebhookDeliveriesTable>,
): Promise<void> {
  await db.updateTable('webhookDeliveries').set(change).where('id', '=', id).execute()
}

export async function insertAttempt(db: Queryable, attempt: Insertable<WebhookAttemptsTable>): Promise<void> {
  await db.insertInto('webhookAttempts').values(attempt).execute()
}

/** Deletes messages that were settled before a given time; returns how many. */
export async function removeSettled(db: Queryable, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhookDeliveries')
    .where('status', '<>', 'queued')
    .where('createdAt', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

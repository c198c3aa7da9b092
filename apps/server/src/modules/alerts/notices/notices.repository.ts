import type { AlertSeverity } from '@shipminer/domain/alerts/alert-kinds'
import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { namedWorker } from '../../telemetry/telemetry.port.ts'
import type { StoredChannels } from '../alert-settings.repository.ts'

export type PendingAlertRow = {
  id: string
  kind: string
  severity: AlertSeverity
  raisedAt: Date
  isOver: boolean
  minerId: number | null
  minerName: string | null
  minerModel: string | null
  minerMake: string | null
  minerWorker: string | null
  controllerName: string
  /** Of the ship: its time is written. */
  timeZone: string
  detail: unknown
}

export type OwnerToNotify = {
  userId: string
  email: string | null
  language: string | null
  notifications: Record<string, unknown>
  channels: StoredChannels
  lastNotifiedAt: Date | null
  alerts: PendingAlertRow[]
}

/** Alerts that an owner is notified of in one turn. Of each owner, so that one whose message cannot be written keeps no other from a turn. */
const alertsPerOwner = 500

/** Owners with alerts they were not notified of, the oldest of each. */
export async function listOwnersToNotify(db: Queryable): Promise<OwnerToNotify[]> {
  // Worked out once: after a burst the planner still expects a handful, and would number all of them anew for each controller.
  const { rows } = await sql<Omit<OwnerToNotify, 'alerts'> & PendingAlertRow>`
    WITH a AS MATERIALIZED (
      SELECT t.*, row_number() OVER (PARTITION BY b.owner_id ORDER BY t.raised_at, t.id) AS place
      FROM alerts t JOIN controllers b ON b.id = t.controller_id AND b.revoked_at IS NULL WHERE t.told_at IS NULL)
    SELECT u.id AS user_id, CASE WHEN u.email_verified_at IS NOT NULL THEN u.email END AS email, u.preferred_language AS language,
           u.notifications, coalesce(ch.channels, '{}') AS channels, ch.last_told_at AS last_notified_at,
           a.id, a.kind, a.severity, a.raised_at,
           a.status <> 'active' OR (a.cleared_at IS NOT NULL AND a.cleared_at > a.raised_at) AS is_over,
           a.miner_id, m.name AS miner_name, m.model AS miner_model, m.make AS miner_make,
           ${namedWorker} AS miner_worker, c.name AS controller_name, z.time_zone, a.detail
    FROM a
    JOIN controllers c ON c.id = a.controller_id
    JOIN controller_zones z ON z.controller_id = c.id
    JOIN users u ON u.id = c.owner_id
    LEFT JOIN miners m ON m.id = a.miner_id
    LEFT JOIN alert_channels ch ON ch.user_id = u.id
    WHERE a.place <= ${alertsPerOwner}
    ORDER BY u.id, a.raised_at, a.id`.execute(db)
  const owners = new Map<string, OwnerToNotify>()
  for (const { userId, email, language, notifications, channels, lastNotifiedAt, ...alert } of rows) {
    const owner = owners.get(userId) ?? {
      userId,
      email,
      language,
      notifications,
      channels,
      lastNotifiedAt,
      alerts: [],
    }
    owner.alerts.push(alert)
    owners.set(userId, owner)
  }
  return [...owners.values()]
}

/** Marks alerts as notified, or as not needing it. @returns those that were not marked before: nobody else notifies of them. */
export async function markNotified(trx: Trx, ids: readonly string[], at: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const marked = await trx
    .updateTable('alerts')
    .set({ toldAt: at })
    .where('id', 'in', [...ids])
    .where('toldAt', 'is', null)
    .returning('id')
    .execute()
  return marked.map(({ id }) => id)
}

export async function recordNotification(trx: Trx, userId: string, at: Date): Promise<void> {
  await trx
    .insertInto('alertChannels')
    .values({ userId, lastToldAt: at })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ lastToldAt: at }))
    .execute()
}

export type Delivery = {
  id: number
  userId: string
  channel: 'telegram' | 'webhook' | 'push'
  target: string
  body: string
  /** Including the one that it was claimed for; only the latest may settle it. */
  attempts: number
  createdAt: Date
}

export async function enqueueDeliveries(
  trx: Trx,
  deliveries: readonly Pick<Delivery, 'userId' | 'channel' | 'target' | 'body'>[],
  at: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  await trx
    .insertInto('alertDeliveries')
    .values(deliveries.map((delivery) => ({ ...delivery, createdAt: at, nextAttemptAt: at })))
    .execute()
}

/** The owner whose message has waited longest, of those in `later` only when no one else has any; null: nobody has one. */
export async function findDueOwner(
  db: Queryable,
  turn: { now: Date; except: readonly string[]; later: readonly string[] },
): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    SELECT user_id FROM alert_deliveries
    WHERE next_attempt_at <= ${turn.now} AND NOT user_id = ANY(${[...turn.except]}::uuid[])
    ORDER BY user_id = ANY(${[...turn.later]}::uuid[]), next_attempt_at, id LIMIT 1`.execute(db)
  return rows[0]?.userId ?? null
}

/** Takes the oldest few messages of an owner; no other server takes them until `until`. */
export async function claimDeliveries(
  db: Queryable,
  userId: string,
  turn: { now: Date; until: Date; most: number },
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    WITH chosen AS (
      SELECT id FROM alert_deliveries WHERE user_id = ${userId} AND next_attempt_at <= ${turn.now}
      ORDER BY next_attempt_at, id LIMIT ${turn.most})
    UPDATE alert_deliveries d SET next_attempt_at = ${turn.until}, attempts = least(attempts, 1000000) + 1 FROM chosen
    WHERE d.id = chosen.id AND d.next_attempt_at <= ${turn.now}
    RETURNING d.id, d.user_id, d.channel, d.target, d.body, d.attempts, d.created_at`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** What waits for Telegram, webhooks of owners and browsers. What was given up is gone. */
export async function readNoticeQueue(db: Queryable) {
  const row = await db
    .selectFrom('alertDeliveries')
    .select(({ fn }) => [fn.countAll<number>().as('queued'), fn.min('createdAt').as('oldestQueuedAt')])
    .executeTakeFirstOrThrow()
  return { queued: Number(row.queued), failed: 0, oldestQueuedAt: row.oldestQueuedAt as Date | null }
}

export async function removeDelivery(
  db: Queryable,
  { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
): Promise<void> {
  await db.deleteFrom('alertDeliveries').where('id', '=', id).where('attempts', '=', attempts).execute()
}

export async function postponeDelivery(
  db: Queryable,
  { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
  next: { at: Date; error: string },
): Promise<void> {
  await db
    .updateTable('alertDeliveries')
    .set({ nextAttemptAt: next.at, lastError: next.error })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

import type { AlertEscalation } from '@shipminer/contract/alerts'
import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { namedWorker } from '../../telemetry/telemetry.port.ts'
import type { StoredChannels } from '../alert-settings.repository.ts'
import type { PendingAlertRow } from './notices.repository.ts'

export async function findEscalation(db: Queryable, userId: string): Promise<AlertEscalation | null> {
  const row = await db
    .selectFrom('alertEscalations')
    .select(['afterMinutes', 'email', 'memberId'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps whom the alerts of an owner go to; the time of open ones runs anew when that is somebody else than before. */
export async function saveEscalation(
  trx: Queryable,
  userId: string,
  escalation: AlertEscalation | null,
  at: Date,
): Promise<void> {
  if (escalation === null) {
    await trx.deleteFrom('alertEscalations').where('userId', '=', userId).execute()
    return
  }
  const { afterMinutes, email, memberId } = escalation
  await sql`
    INSERT INTO alert_escalations AS e (user_id, after_minutes, email, member_id, chosen_at)
    VALUES (${userId}, ${afterMinutes}, ${email}, ${memberId}, ${at}::timestamptz)
    ON CONFLICT (user_id) DO UPDATE SET after_minutes = excluded.after_minutes, email = excluded.email, member_id = excluded.member_id,
      chosen_at = CASE WHEN (e.email, e.member_id) IS NOT DISTINCT FROM (excluded.email, excluded.member_id)
                       THEN e.chosen_at ELSE excluded.chosen_at END`.execute(trx)
}

/** The crew of all ships of an owner, each person once with those ships. */
export async function listCrewOfOwner(
  db: Queryable,
  userId: string,
): Promise<{ userId: string; name: string; ships: string[] }[]> {
  const { rows } = await sql<{ userId: string; name: string; ships: string[] }>`
    SELECT u.id AS user_id, u.name, json_agg(s.name ORDER BY s.name, s.id) AS ships
    FROM ships s JOIN ship_crew k ON k.ship_id = s.id JOIN users u ON u.id = k.user_id
    WHERE s.user_id = ${userId} AND u.id <> ${userId}
    GROUP BY u.id ORDER BY u.name, u.id`.execute(db)
  return rows
}

export type EscalatingOwner = {
  userId: string
  name: string
  ownerEmail: string | null
  channels: StoredChannels
  afterMinutes: number
  chosenAt: Date
  to: {
    /** Null: a mailbox of somebody without an account. */
    userId: string | null
    email: string | null
    language: string | null
    channels: StoredChannels
  }
  alerts: (PendingAlertRow & { notifiedAt: Date })[]
}

/** Alerts of an owner that are looked at in one turn. */
const alertsPerOwner = 500

/**
 * Owners who chose a second person, with the critical alerts that they were notified of, nobody acknowledged and that did not go on yet.
 * Somebody of the crew gets those of the ships that they are still of the crew of.
 */
export async function listEscalatingOwners(db: Queryable): Promise<EscalatingOwner[]> {
  type Row = Omit<EscalatingOwner, 'to' | 'alerts'> & {
    toUserId: string | null
    toEmail: string | null
    toLanguage: string | null
    toChannels: StoredChannels
  } & EscalatingOwner['alerts'][number]
  const { rows } = await sql<Row>`
    WITH a AS MATERIALIZED (
      SELECT t.*, b.owner_id, row_number() OVER (PARTITION BY b.owner_id ORDER BY t.raised_at, t.id) AS place
      FROM alerts t JOIN controllers b ON b.id = t.controller_id AND b.revoked_at IS NULL
      JOIN alert_escalations e ON e.user_id = b.owner_id
      WHERE t.status = 'active' AND t.severity = 'critical' AND t.escalated_at IS NULL AND t.told_at IS NOT NULL
        AND (t.cleared_at IS NULL OR t.cleared_at <= t.raised_at)
        AND (e.member_id IS NULL OR EXISTS (SELECT 1 FROM ship_crew k WHERE k.ship_id = b.ship_id AND k.user_id = e.member_id)))
    SELECT o.id AS user_id, o.name, CASE WHEN o.email_verified_at IS NOT NULL THEN o.email END AS owner_email,
           coalesce(ch.channels, '{}') AS channels, e.after_minutes, e.chosen_at,
           p.id AS to_user_id, coalesce(e.email, CASE WHEN p.email_verified_at IS NOT NULL THEN p.email END) AS to_email,
           coalesce(p.preferred_language, o.preferred_language) AS to_language, coalesce(pc.channels, '{}') AS to_channels,
           a.id, a.kind, a.severity, a.raised_at, a.told_at AS notified_at, false AS is_over,
           a.miner_id, m.name AS miner_name, m.model AS miner_model, m.make AS miner_make,
           ${namedWorker} AS miner_worker, c.name AS controller_name, z.time_zone, a.detail
    FROM a
    JOIN alert_escalations e ON e.user_id = a.owner_id
    JOIN users o ON o.id = a.owner_id
    LEFT JOIN users p ON p.id = e.member_id
    JOIN controllers c ON c.id = a.controller_id
    JOIN controller_zones z ON z.controller_id = c.id
    LEFT JOIN miners m ON m.id = a.miner_id
    LEFT JOIN alert_channels ch ON ch.user_id = o.id
    LEFT JOIN alert_channels pc ON pc.user_id = p.id
    WHERE a.place <= ${alertsPerOwner}
    ORDER BY o.id, a.raised_at, a.id`.execute(db)
  const owners = new Map<string, EscalatingOwner>()
  for (const row of rows) {
    const { userId, name, ownerEmail, channels, afterMinutes, chosenAt, ...rest } = row
    const { toUserId, toEmail, toLanguage, toChannels, ...alert } = rest
    const to = { userId: toUserId, email: toEmail, language: toLanguage, channels: toChannels }
    const owner = owners.get(userId) ?? {
      ...{ userId, name, ownerEmail, channels, afterMinutes, chosenAt, to },
      alerts: [],
    }
    owner.alerts.push(alert)
    owners.set(userId, owner)
  }
  return [...owners.values()]
}

/** Marks alerts as sent on. @returns those that nobody acknowledged or sent on before */
export async function markEscalated(trx: Trx, ids: readonly string[], at: Date): Promise<string[]> {
  const marked = await trx
    .updateTable('alerts')
    .set({ escalatedAt: at })
    .where('id', 'in', [...ids])
    .where('escalatedAt', 'is', null)
    .where('status', '=', 'active')
    .returning('id')
    .execute()
  return marked.map(({ id }) => id)
}

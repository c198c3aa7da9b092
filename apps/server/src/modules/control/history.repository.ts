import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'
import { withinReach } from '../ships/ships.port.ts'
import { namedWorker } from '../telemetry/telemetry.port.ts'

export type HistoryRow = {
  id: string
  at: Date
  kind: 'command' | 'alert' | 'connection' | 'board' | 'change'
  event: string
  state: string | null
  controllerId: string
  controllerName: string
  minerId: number | null
  minerName: string | null
  minerModel: string | null
  minerMake: string | null
  minerWorker: string | null
  actor: string | null
  actorKey: string | null
  /** Asked for at the desk of the provider. */
  byProvider: boolean
  detail: string | null
}

export type HistoryFilter = {
  before: Date
  kind: HistoryRow['kind'] | null
  minerId: number | null
  /** Part of a name, an event or a detail; case-insensitive. */
  search: string | null
  limit: number
}

/**
 * What happened to the boxes that somebody may look at, newest first. Each source is read newest first and only as far as needed, so that a long past costs
 * nothing.
 */
export async function listHistory(
  db: Queryable,
  userId: string,
  filter: HistoryFilter,
): Promise<HistoryRow[]> {
  const { before, minerId, limit } = filter
  const one = (column: string) => (minerId === null ? sql`` : sql`AND ${sql.ref(column)} = ${minerId}`)
  const pattern = filter.search === null ? null : `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`
  const matching =
    pattern === null
      ? sql``
      : sql`AND concat_ws(' ', h.event, h.state, h.detail, c.name, m.name, m.model, CASE WHEN NOT h.by_provider THEN u.name END, h.actor_key) ILIKE ${pattern}`
  const kind = filter.kind === null ? sql`` : sql`AND h.kind = ${filter.kind}`
  // A search reads more of each source, because most rows may not match.
  const depth = pattern === null ? limit : limit * 50
  const { rows } = await sql<HistoryRow>`
    WITH own AS (SELECT id, name FROM controllers WHERE ${withinReach('controllers', userId, 'read')} AND revoked_at IS NULL)
    SELECT h.id, h.at, h.kind, h.event, h.state, h.controller_id, c.name AS controller_name, h.miner_id,
           m.name AS miner_name, m.model AS miner_model, m.make AS miner_make,
           ${namedWorker} AS miner_worker,
           u.name AS actor, h.actor_key, h.by_provider, h.detail
    FROM own c
    CROSS JOIN LATERAL (
      (SELECT 'command:' || id AS id, coalesce(finished_at, issued_at) AS at, 'command' AS kind, action AS event, state,
              controller_id, miner_id, issued_by AS actor_id,
              issued_by_key AS actor_key, by_provider, reason AS detail
       FROM commands WHERE controller_id = c.id AND issued_at < ${before} ${one('miner_id')} ORDER BY issued_at DESC LIMIT ${depth})
      UNION ALL
      (SELECT 'alert:' || id, raised_at, 'alert', kind, status, controller_id, miner_id, coalesce(resolved_by, acknowledged_by),
              CASE WHEN resolved_by IS NULL THEN acknowledged_by_key ELSE resolved_by_key END, false, NULL
       FROM alerts WHERE controller_id = c.id AND raised_at < ${before} ${one('miner_id')} ORDER BY raised_at DESC LIMIT ${depth})
      UNION ALL
      (SELECT 'change:' || id, at, kind, event, NULL, controller_id, miner_id, actor_id, NULL, false, detail
       FROM change_log WHERE controller_id = c.id AND at < ${before} ${one('miner_id')} ORDER BY at DESC LIMIT ${depth})
      UNION ALL
      (SELECT 'board:' || b.id, b.at, 'board', b.kind, NULL, b.controller_id, d.id, NULL, NULL, false, b.count::text
       FROM board_events b LEFT JOIN miners d ON d.controller_id = b.controller_id AND d.device_key = b.device_key
       WHERE b.controller_id = c.id AND b.at < ${before} ${one('d.id')} ORDER BY b.at DESC LIMIT ${depth})
      UNION ALL
      (SELECT 'power:' || p.id, p.at, 'board', p.kind, NULL, p.controller_id, d.id, NULL, NULL, false, p.watts::text
       FROM power_events p LEFT JOIN miners d ON d.controller_id = p.controller_id AND d.device_key = p.device_key
       WHERE p.controller_id = c.id AND p.at < ${before} ${one('d.id')} ORDER BY p.at DESC LIMIT ${depth})
    ) AS h
    LEFT JOIN miners m ON m.id = h.miner_id
    LEFT JOIN users u ON u.id = h.actor_id
    WHERE h.at < ${before} ${kind} ${matching}
    ORDER BY h.at DESC, h.id DESC
    LIMIT ${limit}`.execute(db)
  return rows
}

import type { AlertKind } from '@shipminer/domain/alerts/alert-kinds'
import { kindsForAll } from '@shipminer/domain/alerts/fold-causes'
import type { DeviceFault } from '@shipminer/domain/fleet/device-fault'
import type { OtherMeter } from '@shipminer/domain/generator/load/meter-identity'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'
import { type Right, withinReach } from '../ships/ships.port.ts'
import { namedWorker } from '../telemetry/telemetry.port.ts'

export type AlertRow = {
  id: string
  kind: string
  severity: 'info' | 'warning' | 'critical'
  status: 'active' | 'acknowledged' | 'resolved'
  minerId: number | null
  minerName: string | null
  minerModel: string | null
  minerMake: string | null
  minerWorker: string | null
  controllerId: string
  controllerName: string
  /** Missing: not asked for. */
  standsFor?: number | null
  detail: unknown
  raisedAt: Date
  resolvedAt: Date | null
  escalatedAt: Date | null
}

export type AlertSelection = {
  status: 'open' | 'resolved' | 'all'
  minerId?: number
  alertId?: string
}
export type AlertFilter = AlertSelection & {
  /** Only those that come after this place in the order. */
  after?: AlertPlace
  limit: number
}

/** A place in the order of a list of alerts. */
export type AlertPlace = { rank: number; raisedAt: Date; id: string }

/** Of open alerts the worst come first, then those that no one has seen; `openAlerts` of the page keeps the same order. */
const openRank = sql<number>`(coalesce(array_position(ARRAY['critical', 'warning', 'info'], a.severity), 4) - 1) * 2
  + CASE WHEN a.status = 'active' THEN 0 ELSE 1 END`

/** How many miners of a controller ever sent a value. */
const measuredMiners = (controllerId: 'a.controller_id' | 'c.id') => sql<number>`
  (SELECT count(*) FROM miner_state n JOIN miners m ON m.id = n.miner_id AND m.hidden_at IS NULL
   WHERE n.controller_id = ${sql.ref(controllerId)} AND n.sampled_at IS NOT NULL)::int`

/** How many miners an alert `a` stands for, where it stands for all of a controller. */
const standsFor = sql<number | null>`
  CASE WHEN a.kind IN (${sql.join(kindsForAll)}) THEN ${measuredMiners('a.controller_id')} END`

/** Alerts of the boxes that somebody has a right to: open ones with the worst first, then the newest first. */
export async function listAlerts(
  db: Queryable,
  userId: string,
  right: Right,
  filter: AlertFilter,
): Promise<(AlertRow & { rank: number })[]> {
  const rank = filter.status === 'open' ? openRank : sql<number>`0::int`
  const { after } = filter
  return db
    .selectFrom('alerts as a')
    .innerJoin('controllers as c', 'c.id', 'a.controllerId')
    .leftJoin('miners as m', 'm.id', 'a.minerId')
    .select([
      'a.id',
      'a.kind',
      'a.severity',
      'a.status',
      'a.minerId',
      'm.name as minerName',
      'm.model as minerModel',
      'm.make as minerMake',
      namedWorker.as('minerWorker'),
      'a.controllerId',
      'c.name as controllerName',
      standsFor.as('standsFor'),
      'a.detail',
      'a.raisedAt',
      'a.resolvedAt',
      'a.escalatedAt',
      rank.as('rank'),
    ])
    .where(isMeant(userId, right, filter))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${rank}, -extract(epoch FROM a.raised_at), a.id)
          > (${after?.rank ?? 0}::int, -extract(epoch FROM ${after?.raisedAt ?? null}::timestamptz), ${after?.id ?? null}::uuid)`,
      ),
    )
    .orderBy(rank)
    .orderBy('a.raisedAt', 'desc')
    .orderBy('a.id')
    .limit(filter.limit)
    .execute()
}

/** Whether an alert `a` of a controller `c` is one that a filter means. */
function isMeant(userId: string, right: Right, { status, minerId, alertId }: AlertSelection) {
  const conditions = [withinReach('c', userId, right), sql<boolean>`c.revoked_at IS NULL`]
  if (status === 'open') conditions.push(sql`a.status <> 'resolved'`)
  if (status === 'resolved') conditions.push(sql`a.status = 'resolved'`)
  if (minerId !== undefined) conditions.push(sql`a.miner_id = ${minerId}`)
  if (alertId !== undefined) conditions.push(sql`a.id = ${alertId}`)
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`
}

/** How many alerts a filter means. */
export async function countAlerts(
  db: Queryable,
  userId: string,
  right: Right,
  filter: AlertSelection,
): Promise<number> {
  const { count } = await db
    .selectFrom('alerts as a')
    .innerJoin('controllers as c', 'c.id', 'a.controllerId')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isMeant(userId, right, filter))
    .executeTakeFirstOrThrow()
  return count
}

export type SilentController = {
  id: string
  lastSeenAt: Date | null
  connectedSince: Date | null
  pollIntervalMs: number | null
  /** How many miners ever sent a value. */
  minerCount: number
  /** Only miners whose last sample is older than 2.5 poll periods. */
  miners: { minerId: number; sampledAt: number | null; receivedAt: number | null }[]
}

/** Claimed controllers with those of their miners that are not fresh at `now`. Fresh miners stay in the database. */
export async function listSilence(
  db: Queryable,
  now: Date,
  defaultPollIntervalMs: number,
): Promise<SilentController[]> {
  // Those that are not fresh first: of all others no row but that of their values is looked at.
  const result = await sql<SilentController>`
    WITH quiet AS MATERIALIZED (
      SELECT s.controller_id, s.miner_id, s.sampled_at, s.received_at
      FROM miner_state s JOIN controllers c ON c.id = s.controller_id
      WHERE c.owner_id IS NOT NULL AND c.revoked_at IS NULL
        AND s.sampled_at < ${now}::timestamptz - make_interval(secs => coalesce(c.poll_interval_ms, ${defaultPollIntervalMs}) * 2.5 / 1000.0)
    ), silent AS MATERIALIZED (
      SELECT controller_id, json_agg(json_build_object('minerId', miner_id, 'sampledAt', floor(extract(epoch FROM sampled_at) * 1000),
                                                       'receivedAt', floor(extract(epoch FROM received_at) * 1000))) AS miners
      FROM quiet q WHERE EXISTS (SELECT 1 FROM miners m WHERE m.id = q.miner_id AND m.hidden_at IS NULL)
      GROUP BY controller_id
    )
    SELECT c.id, c.last_seen_at, c.connected_since, c.poll_interval_ms,
           CASE WHEN s.miners IS NULL THEN 0 ELSE ${measuredMiners('c.id')} END AS miner_count,
           coalesce(s.miners, '[]') AS miners
    FROM controllers c LEFT JOIN silent s ON s.controller_id = c.id
    WHERE c.owner_id IS NOT NULL AND c.revoked_at IS NULL`.execute(db)
  return result.rows
}

export type OpenCause = {
  id: string
  controllerId: string
  kind: AlertKind
  minerId: number | null
  status: AlertRow['status']
  detail: unknown
}

/** An owner, and the name of the key that a program of theirs acts with. */
export type Actor = { userId: string; keyName?: string | null }

/** Moves an alert to its next state, if it is still in the state that was seen. */
export async function moveAlert(
  db: Queryable,
  alert: {
    id: string
    from: AlertRow['status']
    to: 'acknowledged' | 'resolved'
    by: Actor
    at: Date
  },
): Promise<boolean> {
  const { id, from, to, by, at } = alert
  const result = await db
    .updateTable('alerts')
    .set(
      to === 'acknowledged'
        ? { status: to, acknowledgedAt: at, acknowledgedBy: by.userId, acknowledgedByKey: by.keyName ?? null }
        : { status: to, resolvedAt: at, resolvedBy: by.userId, resolvedByKey: by.keyName ?? null },
    )
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Causes that hold and have an alert. */
export async function listOpenCauses(db: Queryable, kinds: readonly AlertKind[]): Promise<OpenCause[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'controllerId', 'kind', 'minerId', 'status', 'detail'])
    .where('clearedAt', 'is', null)
    .where('kind', 'in', kinds)
    .execute()
  return rows as OpenCause[]
}

/** Controllers that have been silent for longer than they should, unless they were put out of use. */
export async function countSilentControllers(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('alerts as a')
    .innerJoin('controllers as c', 'c.id', 'a.controllerId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('a.kind', '=', 'controller-silent')
    .where('a.clearedAt', 'is', null)
    .where('c.revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Raises an alert for a cause; does nothing when the cause already has one. */
export async function raiseAlert(
  db: Queryable,
  controllerId: string,
  cause: {
    kind: AlertKind
    minerId: number | null
    faults?: readonly DeviceFault[]
    otherMeter?: OtherMeter | null
  },
  severity: AlertRow['severity'],
  at: Date,
): Promise<boolean> {
  const detail = {
    ...(cause.faults?.length ? { faults: cause.faults } : {}),
    ...(cause.otherMeter ? { otherMeter: cause.otherMeter } : {}),
  }
  const result = await db
    .insertInto('alerts')
    .values({
      controllerId,
      kind: cause.kind,
      minerId: cause.minerId,
      severity,
      raisedAt: at,
      detail: Object.keys(detail).length > 0 ? JSON.stringify(detail) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Something that happened to a whole controller: open for its owner, without a cause that could clear. @returns false when the last one is still open, or not wanted. */
export async function insertControllerEvent(
  trx: Queryable,
  event: { controllerId: string; kind: AlertKind; severity: AlertRow['severity']; at: Date },
): Promise<boolean> {
  const { controllerId, kind, severity, at } = event
  const { rows } = await sql`
    INSERT INTO alerts (controller_id, kind, severity, raised_at, cleared_at)
    SELECT c.id, ${kind}, ${severity}, ${at}::timestamptz, ${at}::timestamptz FROM controllers c
    WHERE c.id = ${controllerId}
      AND NOT EXISTS (SELECT 1 FROM alert_rules r WHERE r.user_id = c.owner_id AND r.kind = ${kind} AND NOT r.enabled)
      AND NOT EXISTS (SELECT 1 FROM alerts a WHERE a.controller_id = c.id AND a.kind = ${kind} AND a.status <> 'resolved')
    RETURNING id`.execute(trx)
  return rows.length > 0
}

/** The cause is gone: the alert is resolved automatically, whatever its state was. */
export async function clearAlerts(db: Queryable, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('alerts')
    .set({ clearedAt: at, status: 'resolved', resolvedAt: sql`coalesce(resolved_at, ${at})` })
    .where('id', 'in', ids)
    .where('clearedAt', 'is', null)
    .execute()
}

/** Whether a miner is on a controller that somebody may look at now. */
export async function readsMiner(db: Queryable, userId: string, minerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('miners as m')
    .innerJoin('controllers as c', 'c.id', 'm.controllerId')
    .select('m.id')
    .where('m.id', '=', minerId)
    .where(withinReach('c', userId, 'read'))
    .where('c.revokedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

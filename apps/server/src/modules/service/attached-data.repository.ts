import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'
import { hourRows, type MinerStateRow, namedWorker, ownHistory } from '../telemetry/telemetry.port.ts'

/** What a report is about, with its present names. */
export type ReportSubject = {
  shipId: string | null
  shipName: string | null
  minerId: number | null
  controllerIds: string[]
}

export type AttachedMinerRow = MinerStateRow & {
  id: number
  controllerId: string
  name: string | null
  make: string | null
  model: string | null
  firmware: string | null
  serial: string | null
  detail: unknown
  unreachable: string | null
  powerWatts: number | null
  temperatureDc: number | null
}

/** Means of one miner's hour; null when nothing was known. */
export type HourRow = {
  minerId: number
  at: Date
  hashrateGhs: number | null
  powerWatts: number | null
  tempMaxDc: number | null
}

/** A miner of the owner with its ship; null when it is not theirs, or removed from the lists. */
export async function findMinerSubject(
  db: Queryable,
  ownerId: string,
  minerId: number,
): Promise<ReportSubject | null> {
  const row = await db
    .selectFrom('miners as m')
    .innerJoin('controllers as c', 'c.id', 'm.controllerId')
    .leftJoin('ships as s', 's.id', 'c.shipId')
    .select(['c.id', 'c.shipId', 's.name'])
    .where('m.id', '=', minerId)
    .where('m.hiddenAt', 'is', null)
    .where('c.ownerId', '=', ownerId)
    .where('c.revokedAt', 'is', null)
    .executeTakeFirst()
  return row ? { shipId: row.shipId, shipName: row.name, minerId, controllerIds: [row.id] } : null
}

/** A ship of the owner with its controllers; null when it is not theirs. */
export async function findShipSubject(
  db: Queryable,
  ownerId: string,
  shipId: string,
): Promise<ReportSubject | null> {
  const ship = await db
    .selectFrom('ships')
    .select('name')
    .where('id', '=', shipId)
    .where('userId', '=', ownerId)
    .executeTakeFirst()
  if (!ship) return null
  const controllerIds = await listControllerIds(db, ownerId, shipId)
  return { shipId, shipName: ship.name, minerId: null, controllerIds }
}

/** Controllers of an owner, or of one ship when given. */
export async function listControllerIds(db: Queryable, ownerId: string, shipId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('controllers')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('revokedAt', 'is', null)
    .$if(shipId !== undefined, (query) => query.where('shipId', '=', shipId ?? null))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export function listAttachedMiners(
  db: Queryable,
  { controllerIds, minerId }: ReportSubject,
): Promise<AttachedMinerRow[]> {
  if (controllerIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('miners as m')
    .innerJoin('controllers as c', 'c.id', 'm.controllerId')
    .leftJoin('powerState as p', 'p.controllerId', 'm.controllerId')
    .leftJoin('minerState as s', (join) =>
      join.onRef('s.controllerId', '=', 'm.controllerId').onRef('s.minerId', '=', 'm.id'),
    )
    .select([
      'm.id',
      'm.controllerId',
      'm.name',
      'm.make',
      'm.model',
      'm.firmware',
      'm.serial',
      'm.detail',
      'm.unreachable',
      's.sampledAt',
      's.state',
      's.hashrateGhs',
      's.powerWatts',
      's.temperatureDc',
      's.uptimeSeconds',
      's.flags',
      'm.poolHealth',
      'm.stoppedAt',
      'm.commandedAt',
      'm.followerTold as followerCommand',
      'm.followerToldAt as followerCommandedAt',
      'm.ruleTold as ruleCommand',
      'm.ruleToldAt as ruleCommandedAt',
      'p.sampledAt as followerAt',
      'c.lastSeenAt',
      'c.pollIntervalMs',
      sql<number | null>`m.expected_ghs::float8`.as('expectedGhs'),
      sql<string | null>`p.sample ->> 'state'`.as('follower'),
    ])
    .where('m.controllerId', 'in', controllerIds)
    .where('m.hiddenAt', 'is', null)
    .$if(minerId !== null, (query) => query.where('m.id', '=', minerId ?? 0))
    .orderBy('m.controllerId')
    .orderBy('m.id')
    .execute()
}

/** Hours of some miners since a whole hour, including the open bucket; hours without a sample are missing. */
export async function listHours(
  db: Queryable,
  query: { controllerIds: readonly string[]; minerIds: readonly number[]; from: Date },
): Promise<HourRow[]> {
  if (query.minerIds.length === 0) return []
  const where = sql`controller_id = ANY(${sql.val([...query.controllerIds])}::text[])
    AND miner_id = ANY(${sql.val([...query.minerIds])}::int[]) AND bucket >= ${query.from}`
  const columns = sql`miner_id, hash_gh::float8 AS hash_gh, hashrate_seconds, energy_j::float8 AS energy_j, power_seconds, temp_max_dc`
  const { rows } = await sql<HourRow>`
    SELECT miner_id, at, max(temp_max_dc) AS temp_max_dc,
           CASE WHEN sum(hashrate_seconds) > 0 THEN sum(hash_gh) / sum(hashrate_seconds)::float8 END AS hashrate_ghs,
           CASE WHEN sum(power_seconds) > 0 THEN sum(energy_j) / sum(power_seconds)::float8 END AS power_watts
    FROM (
      ${hourRows(sql`bucket AS at, ${columns}`, sql`${where} AND ${ownHistory}`)}
      UNION ALL
      SELECT date_trunc('hour', bucket, 'UTC'), ${columns} FROM miner_state WHERE n > 0 AND ${where}
    ) AS part GROUP BY 1, 2 ORDER BY 1, 2`.execute(db)
  return rows
}

export function listAttachedControllers(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('controllers as c')
    .leftJoin('powerState as p', 'p.controllerId', 'c.id')
    .select(['c.id', 'c.name', 'c.version', 'c.lastSeenAt', 'c.pollIntervalMs', 'c.spool', 'p.sample'])
    .where('c.id', 'in', [...ids])
    .orderBy('c.id')
    .execute()
}

/** Times without a line since a given time, oldest first. */
export function listAway(db: Queryable, ids: readonly string[], since: Date) {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('awaySpans')
    .selectAll()
    .where('controllerId', 'in', [...ids])
    .where('toAt', '>', since)
    .orderBy('toAt')
    .execute()
}

const minerNames = [
  'm.name as minerName',
  'm.model as minerModel',
  'm.make as minerMake',
  namedWorker.as('minerWorker'),
] as const

/** Alerts that are open, or were at any time since a given time, newest first. Those of a controller are listed for each of its miners. */
export function listAttachedAlerts(
  db: Queryable,
  { controllerIds, minerId }: ReportSubject,
  since: Date,
  limit: number,
) {
  if (controllerIds.length === 0) return Promise.resolve([])
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
      'a.controllerId',
      'c.name as controllerName',
      'a.detail',
      'a.raisedAt',
      'a.resolvedAt',
      'a.escalatedAt',
    ])
    .select(minerNames)
    .where('a.controllerId', 'in', controllerIds)
    .where(({ or, eb }) =>
      or([eb('a.status', '<>', 'resolved'), eb('a.raisedAt', '>=', since), eb('a.resolvedAt', '>=', since)]),
    )
    .$if(minerId !== null, (query) =>
      query.where(({ or, eb }) => or([eb('a.minerId', '=', minerId), eb('a.minerId', 'is', null)])),
    )
    .orderBy('a.raisedAt', 'desc')
    .orderBy('a.id')
    .limit(limit)
    .execute()
}

/** Commands since a given time, newest first; without the values they set. */
export function listAttachedCommands(
  db: Queryable,
  { controllerIds, minerId }: ReportSubject,
  since: Date,
  limit: number,
) {
  if (controllerIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('commands as k')
    .leftJoin('miners as m', 'm.id', 'k.minerId')
    .select(['k.minerId', 'k.action', 'k.state', 'k.reason', 'k.issuedAt', 'k.finishedAt'])
    .select(minerNames)
    .where('k.controllerId', 'in', controllerIds)
    .where('k.issuedAt', '>=', since)
    .$if(minerId !== null, (query) =>
      query.where(({ or, eb }) => or([eb('k.minerId', '=', minerId), eb('k.minerId', 'is', null)])),
    )
    .orderBy('k.issuedAt', 'desc')
    .orderBy('k.id')
    .limit(limit)
    .execute()
}

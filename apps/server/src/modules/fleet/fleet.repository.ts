import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'
import { type Right, shareOf, withinReach } from '../ships/ships.port.ts'
import type { MinerStateRow } from '../telemetry/telemetry.port.ts'

/** One miner with its latest sample and the counts a page shows. Columns as stored: GH/s, W, tenths of °C. */
export type FleetMinerRow = MinerStateRow & {
  id: number
  controllerId: string
  name: string | null
  /** Name it was first known by. */
  called: string | null
  notes: string | null
  driver: string | null
  make: string | null
  model: string | null
  firmware: string | null
  macAddress: string | null
  ipAddress: string | null
  port: number | null
  location: string | null
  groupName: string | null
  detail: unknown
  /** Of the pool that it works for; asked for alone where the whole detail is too much. */
  poolUrl: string | null
  worker: string | null
  unreachable: string | null
  receivedAt: Date | null
  powerWatts: number | null
  temperatureDc: number | null
  acceptedToday: number | null
  rejectedToday: number | null
  alertCount: number
}

export type FleetControllerRow = {
  id: string
  name: string
  location: string | null
  ipAddress: string | null
  lastSeenAt: Date | null
  version: string | null
  pollIntervalMs: number | null
  spool: unknown
  miners: number
  /** Null or left out: it is the asker's own. */
  shared?: { role: 'viewer' | 'engineer'; owner: string } | null
}

/** Controllers that somebody may look at, by name. */
export async function listControllers(db: Queryable, userId: string): Promise<FleetControllerRow[]> {
  return db
    .selectFrom('controllers as c')
    .select((query) => [
      'c.id',
      'c.name',
      'c.location',
      'c.ipAddress',
      'c.lastSeenAt',
      'c.version',
      'c.pollIntervalMs',
      'c.spool',
      query
        .selectFrom('miners')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('miners.controllerId', '=', 'c.id')
        .where('miners.hiddenAt', 'is', null)
        .$asScalar()
        .$notNull()
        .as('miners'),
      shareOf('c.ship_id', userId).as('shared'),
    ])
    .where(withinReach('c', userId, 'read'))
    .where('c.revokedAt', 'is', null)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
}

/** The controllers that somebody has a right to, or those of them on one ship. */
export async function listControllerIds(
  db: Queryable,
  userId: string,
  right: Right,
  shipId?: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('controllers')
    .select('id')
    .where(withinReach('controllers', userId, right))
    .where('revokedAt', 'is', null)
    .$if(shipId !== undefined, (query) => query.where('shipId', '=', shipId ?? ''))
    .execute()
  return rows.map(({ id }) => id)
}

export type MinerFilter = {
  controllerIds: readonly string[]
  minerIds?: readonly number[]
  receivedSince?: Date
  /** `pool`: no more of it than pool and worker. */
  withDetail: boolean | 'pool'
  /** A batch of them in the order of their ids. */
  batch?: { after: number; size: number }
  /** Ms since 1970: whose day it is, each ship's zone says. */
  now: number
}

/**
 * Miners of some controllers with their latest values. `receivedSince` keeps those that were stored or re-identified since then. Shares of
 * the day are the day's closed buckets plus the open one.
 */
export async function listMiners(db: Queryable, filter: MinerFilter): Promise<FleetMinerRow[]> {
  if (filter.controllerIds.length === 0) return []
  const ids = sql`${sql.val([...filter.controllerIds])}::text[]`
  const detail = filter.withDetail === true ? sql`m.detail` : sql`NULL::jsonb`
  const ofPool = (field: 'url' | 'user') =>
    filter.withDetail === 'pool'
      ? sql`jsonb_path_query_first(m.detail, '$.pools[*] ? (@.active == true)') ->> ${sql.lit(field)}`
      : sql`NULL::text`
  const only =
    filter.minerIds === undefined ? sql`` : sql`AND m.id = ANY(${sql.val([...filter.minerIds])}::int[])`
  const { batch } = filter
  const after = batch === undefined ? sql`` : sql`AND m.id > ${batch.after}`
  const since =
    filter.receivedSince === undefined
      ? sql``
      : sql`AND (s.received_at >= ${filter.receivedSince} OR m.observed_at >= ${filter.receivedSince})`
  const result = await sql<FleetMinerRow>`
    SELECT m.id, m.controller_id, m.name, m.called, m.notes, m.driver, m.make, m.model, m.firmware, m.mac_address, m.ip_address, m.port,
           m.location, m.group_name, ${detail} AS detail, ${ofPool('url')} AS pool_url, ${ofPool('user')} AS worker, m.unreachable, s.sampled_at, s.received_at, s.state, s.hashrate_ghs, s.power_watts,
           s.temperature_dc, s.uptime_seconds,
           CASE WHEN t.today AND (s.accepted IS NOT NULL OR d.accepted IS NOT NULL)
                THEN coalesce(s.accepted, 0) + coalesce(d.accepted, 0) ELSE d.accepted END AS accepted_today,
           CASE WHEN t.today AND (s.rejected IS NOT NULL OR d.rejected IS NOT NULL)
                THEN coalesce(s.rejected, 0) + coalesce(d.rejected, 0) ELSE d.rejected END AS rejected_today,
           coalesce(a.open, 0)::int AS alert_count, s.flags, m.expected_ghs::float8 AS expected_ghs, m.pool_health, m.stopped_at, m.commanded_at,
           m.follower_told AS follower_command, m.follower_told_at AS follower_commanded_at, m.rule_told AS rule_command, m.rule_told_at AS rule_commanded_at, p.sample ->> 'state' AS follower, p.sampled_at AS follower_at, c.last_seen_at, c.poll_interval_ms
    FROM miners m
    JOIN controllers c ON c.id = m.controller_id
    LEFT JOIN power_state p ON p.controller_id = m.controller_id
    LEFT JOIN miner_state s ON s.controller_id = m.controller_id AND s.miner_id = m.id
    CROSS JOIN LATERAL (
      SELECT time_zone, (${new Date(filter.now)}::timestamptz AT TIME ZONE time_zone)::date AS today FROM controller_zones WHERE controller_id = c.id
    ) z
    LEFT JOIN miner_1d d ON d.controller_id = m.controller_id AND d.miner_id = m.id AND d.day = z.today
    LEFT JOIN (
      SELECT miner_id, count(*) AS open FROM alerts
      WHERE controller_id = ANY(${ids}) AND status <> 'resolved' AND miner_id IS NOT NULL
      GROUP BY miner_id
    ) a ON a.miner_id = m.id
    CROSS JOIN LATERAL (SELECT (s.bucket AT TIME ZONE z.time_zone)::date = z.today AS today) t
    WHERE m.controller_id = ANY(${ids}) AND m.hidden_at IS NULL ${only} ${since} ${after}
    ${batch === undefined ? sql`ORDER BY m.controller_id, m.id` : sql`ORDER BY m.id LIMIT ${batch.size}`}`.execute(
    db,
  )
  return result.rows
}

/** Rows read at a time where there may be ten thousand: so many are parsed without anybody having to wait. */
const batchSize = 500

/** The same in batches by id: between two of them the server does what else there is. */
export async function* batchesOfMiners(
  db: Queryable,
  filter: Omit<MinerFilter, 'batch'>,
): AsyncGenerator<FleetMinerRow[]> {
  for (let after = 0; ; ) {
    const rows = await listMiners(db, { ...filter, batch: { after, size: batchSize } })
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    after = rows.at(-1)?.id ?? after
  }
}

/**
 * Satoshi before rounding. `shares…` is by accepted share difficulty, `blind…` by hash rate where no difficulty was known; null when
 * nothing is known.
 */
export type EarningsRow = {
  minerId: number
  poolUrl: string | null
  sharesToday: number | null
  sharesMonth: number | null
  blindToday: number | null
  blindMonth: number | null
}

/**
 * What each miner's work of today and this month earned in expectation, by the days of its ship. `days` carries the worth of a thousandth
 * of a unit of difficulty, and of 10⁹ hashes, for every day of the month so far, wherever the ship is.
 */
export async function sumEarnings(
  db: Queryable,
  controllerIds: readonly string[],
  days: readonly { day: string; satPerMilli: number; satPerGh: number }[],
  now: number,
  which: { minerId: number } | { after: number; size: number },
): Promise<EarningsRow[]> {
  if (controllerIds.length === 0 || days.length === 0) return []
  const ids = sql`${sql.val([...controllerIds])}::text[]`
  const part =
    'minerId' in which
      ? sql`AND m.id = ${which.minerId}`
      : sql`AND m.id > ${which.after} ORDER BY m.id LIMIT ${which.size}`
  const columns = sql`difficulty_milli, difficulty_n, blind_hash_gh, hashrate_seconds`
  // Per miner: its days of this month are stored together, however long its history is.
  const result = await sql<EarningsRow>`
    WITH worth AS (
      SELECT * FROM unnest(${sql.val(days.map((row) => row.day))}::date[],
                           ${sql.val(days.map((row) => row.satPerMilli))}::float8[],
                           ${sql.val(days.map((row) => row.satPerGh))}::float8[]) AS w(day, per_milli, per_gh))
    SELECT m.id AS miner_id,
           jsonb_path_query_first(m.detail, '$.pools[*] ? (@.active == true).url') #>> '{}' AS pool_url,
           v.shares_today, v.shares_month, v.blind_today, v.blind_month
    FROM miners m
    JOIN (
      SELECT controller_id, time_zone, day AS today, date_trunc('month', day)::date AS first
      FROM controller_zones CROSS JOIN LATERAL (SELECT (${new Date(now)}::timestamptz AT TIME ZONE time_zone)::date AS day) AS local
    ) z ON z.controller_id = m.controller_id
    CROSS JOIN LATERAL (
      SELECT sum(shares) FILTER (WHERE today) AS shares_today, sum(shares) AS shares_month,
             sum(blind) FILTER (WHERE today) AS blind_today, sum(blind) AS blind_month
      FROM (
        SELECT day = z.today AS today,
               CASE WHEN difficulty_n > 0 THEN difficulty_milli * per_milli END AS shares,
               CASE WHEN hashrate_seconds > 0 THEN blind_hash_gh * per_gh END AS blind
        FROM (
          SELECT day, ${columns} FROM miner_1d d
          WHERE d.controller_id = m.controller_id AND d.miner_id = m.id AND day >= z.first
          UNION ALL
          SELECT (bucket AT TIME ZONE z.time_zone)::date, ${columns} FROM miner_state s
          WHERE s.controller_id = m.controller_id AND s.miner_id = m.id AND n > 0 AND (bucket AT TIME ZONE z.time_zone)::date >= z.first
        ) AS work(day, difficulty_milli, difficulty_n, blind_hash_gh, hashrate_seconds)
        JOIN worth USING (day)
      ) AS valued
    ) AS v
    WHERE m.controller_id = ANY(${ids}) ${part}`.execute(db)
  return result.rows
}

/** The controller of a miner that somebody may look at; null when it is not or does not exist. */
export async function findReadableMiner(
  db: Queryable,
  userId: string,
  minerId: number,
): Promise<{ controllerId: string } | null> {
  const row = await db
    .selectFrom('miners as m')
    .innerJoin('controllers as c', 'c.id', 'm.controllerId')
    .select('m.controllerId')
    .where('m.id', '=', minerId)
    .where(withinReach('c', userId, 'read'))
    .where('c.revokedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Times without a line to shore that overlap a range: what was measured in them arrived later. Oldest first. */
export function listAwaySpans(
  db: Queryable,
  controllerId: string,
  from: Date,
  to: Date,
): Promise<{ fromAt: Date; toAt: Date }[]> {
  return db
    .selectFrom('awaySpans')
    .select(['fromAt', 'toAt'])
    .where('controllerId', '=', controllerId)
    .where('toAt', '>', from)
    .where('fromAt', '<', to)
    .orderBy('toAt')
    .execute()
}

import type { MinerHealth } from '@shipminer/contract/desk-fleet'
import { stalePeriods } from '@shipminer/domain/freshness'
import { controllerSilentFloorMs } from '@shipminer/domain/silence'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'

/** The present time, how long silence may last, and the poll period of controllers that reported none; ms. */
export type DeskFleetClock = { now: number; offlineAfterMs: number; pollIntervalMs: number }

export type DeskMinerFilter = {
  search?: string | undefined
  make?: string | undefined
  model?: string | undefined
  health?: MinerHealth | undefined
  alert?: string | undefined
  controller?: string | undefined
  after?: number | undefined
}

/** A miner as the desk sees it. Columns as stored: GH/s, W, tenths of °C. */
export type DeskMinerRow = {
  id: number
  name: string | null
  make: string | null
  model: string | null
  firmware: string | null
  controllerId: string
  controllerName: string
  ship: string | null
  owner: string | null
  health: MinerHealth
  sampledAt: Date | null
  hashrateGhs: number | null
  expectedGhs: string | null
  temperatureDc: number | null
  powerWatts: number | null
  alerts: string[]
}

const staleMs = ({ pollIntervalMs }: DeskFleetClock) =>
  sql`(coalesce(c.poll_interval_ms, ${pollIntervalMs}::int4) * ${sql.lit(stalePeriods)})`
/** The same words as `minerStatus` of the domain, in SQL because lists are filtered by them. */
const healthOf = (clock: DeskFleetClock): RawBuilder<MinerHealth> => sql<MinerHealth>`
  CASE
    WHEN s.sampled_at IS NULL THEN 'unknown'
    WHEN s.sampled_at < ${new Date(clock.now)}::timestamptz - greatest(${clock.offlineAfterMs}::float8, ${staleMs(clock)}) * interval '1 millisecond' THEN 'offline'
    WHEN s.sampled_at < ${new Date(clock.now)}::timestamptz - ${staleMs(clock)} * interval '1 millisecond' THEN 'stale'
    WHEN am.is_loud OR s.state = 'fault' THEN 'alert'
    WHEN s.state = 'sleeping' THEN 'curtailed'
    WHEN s.state = 'mining' THEN 'mining'
    WHEN s.state IN ('idle', 'starting') THEN 'idle'
    ELSE 'unknown'
  END`

const minersWithAlerts = sql`
  miners m
  JOIN controllers c ON c.id = m.controller_id AND c.revoked_at IS NULL
  LEFT JOIN miner_state s ON s.controller_id = m.controller_id AND s.miner_id = m.id
  LEFT JOIN (
    SELECT miner_id, array_agg(DISTINCT kind) AS kinds, bool_or(severity <> 'info') AS is_loud
    FROM alerts WHERE status <> 'resolved' AND miner_id IS NOT NULL GROUP BY miner_id
  ) am ON am.miner_id = m.id`

/** A page of miners after a given one: `limit` rows, and one more if there are more. */
export async function listDeskMiners(
  db: Queryable,
  filter: DeskMinerFilter,
  clock: DeskFleetClock,
  limit: number,
): Promise<DeskMinerRow[]> {
  const health = healthOf(clock)
  const { search, make, model, alert, controller, after = 0 } = filter
  const pattern = search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : null
  const wanted = [
    pattern !== null &&
      sql`concat_ws(' ', m.name, m.make, m.model, m.serial, m.mac_address, m.hostname, c.id, c.name, h.name, u.name) ILIKE ${pattern}`,
    make && sql`m.make = ${make}`,
    model && sql`m.model = ${model}`,
    controller && sql`m.controller_id = ${controller}`,
    filter.health && sql`${health} = ${filter.health}`,
    alert && sql`(${alert} = ANY(am.kinds) OR ${alert} = ANY(ac.kinds))`,
  ].filter((condition) => typeof condition === 'object')
  const { rows } = await sql<DeskMinerRow>`
    SELECT m.id, m.name, m.make, m.model, m.firmware, c.id AS controller_id, c.name AS controller_name, h.name AS ship, u.name AS owner,
      ${health} AS health, s.sampled_at, s.hashrate_ghs, m.expected_ghs, s.temperature_dc, s.power_watts,
      coalesce(am.kinds, '{}') || coalesce(ac.kinds, '{}') AS alerts
    FROM ${minersWithAlerts}
    LEFT JOIN (
      SELECT controller_id, array_agg(DISTINCT kind) AS kinds FROM alerts
      WHERE status <> 'resolved' AND miner_id IS NULL GROUP BY controller_id
    ) ac ON ac.controller_id = c.id
    LEFT JOIN users u ON u.id = c.owner_id
    LEFT JOIN ships h ON h.id = c.ship_id
    WHERE m.id > ${after} AND m.hidden_at IS NULL ${sql.join(
      wanted.map((condition) => sql`AND ${condition}`),
      sql` `,
    )}
    ORDER BY m.id LIMIT ${limit + 1}`.execute(db)
  return rows
}

export type HealthSum = {
  health: MinerHealth
  miners: number
  hashrateKnown: number
  hashrateGhs: string | null
  compared: number
  comparedGhs: string | null
  expectedGhs: string | null
  powerKnown: number
  powerWatts: string | null
}

/** Number and output of miners, by health. */
export async function sumDeskFleet(db: Queryable, clock: DeskFleetClock): Promise<HealthSum[]> {
  const { rows } = await sql<HealthSum>`
    SELECT ${healthOf(clock)} AS health, count(*)::int AS miners,
      count(s.hashrate_ghs)::int AS hashrate_known, sum(s.hashrate_ghs) AS hashrate_ghs,
      (count(*) FILTER (WHERE s.hashrate_ghs IS NOT NULL AND m.expected_ghs IS NOT NULL))::int AS compared,
      sum(s.hashrate_ghs) FILTER (WHERE m.expected_ghs IS NOT NULL) AS compared_ghs,
      sum(m.expected_ghs) FILTER (WHERE s.hashrate_ghs IS NOT NULL) AS expected_ghs,
      count(s.power_watts)::int AS power_known, sum(s.power_watts) AS power_watts
    FROM ${minersWithAlerts} WHERE m.hidden_at IS NULL GROUP BY 1`.execute(db)
  return rows
}

export async function countDeskControllers(db: Queryable, clock: DeskFleetClock) {
  const { rows } = await sql<{ all: number; online: number; neverSeen: number }>`
    SELECT count(*)::int AS all, (count(*) FILTER (WHERE last_seen_at IS NULL))::int AS never_seen,
      (count(*) FILTER (WHERE last_seen_at >=
        ${new Date(clock.now)}::timestamptz - greatest(${sql.lit(controllerSilentFloorMs)}, ${staleMs(clock)}) * interval '1 millisecond'))::int AS online
    FROM controllers c WHERE revoked_at IS NULL`.execute(db)
  return rows[0] ?? { all: 0, online: 0, neverSeen: 0 }
}

/** Existing makes and models, by name. */
export async function listModels(db: Queryable): Promise<{ make: string; model: string; miners: number }[]> {
  const { rows } = await sql<{ make: string; model: string; miners: number }>`
    SELECT m.make, m.model, count(*)::int AS miners FROM miners m JOIN controllers c ON c.id = m.controller_id AND c.revoked_at IS NULL
    WHERE m.hidden_at IS NULL AND m.make IS NOT NULL AND m.model IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 500`.execute(
    db,
  )
  return rows
}

export async function countOpenAlerts(db: Queryable): Promise<{ kind: string; alerts: number }[]> {
  const { rows } = await sql<{ kind: string; alerts: number }>`
    SELECT a.kind, count(*)::int AS alerts FROM alerts a JOIN controllers c ON c.id = a.controller_id AND c.revoked_at IS NULL
    WHERE a.status <> 'resolved' GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db)
  return rows
}

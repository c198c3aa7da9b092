import type { MinerHealth } from '@shipminer/contract/desk/fleet'
import { stalePeriods } from '@shipminer/domain/fleet/freshness'
import { controllerSilentFloorMs } from '@shipminer/domain/fleet/silence'
import { type RawBuilder, sql } from 'kysely'
import { beginningWith, containing } from '../../platform/db/like-pattern.ts'
import type { Queryable } from '../../platform/db/store.ts'
import type { HealthRow } from './desk-health.ts'
import { canHaveHealth } from './health-sieve.ts'

/** The present time, and the poll period of controllers that reported none; ms. */
export type DeskFleetClock = { now: number; pollIntervalMs: number }

export type DeskMinerFilter = {
  search?: string | undefined
  make?: string | undefined
  model?: string | undefined
  firmware?: string | undefined
  alert?: string | undefined
  controller?: string | undefined
  ids?: readonly number[] | undefined
  /** Those that can have it, and some more. */
  canHave?: { health: MinerHealth; now: number; offlineAfterMs: number } | undefined
  after?: number | undefined
}

/** What the totals of the desk are made of. */
export type FleetStateRow = HealthRow & { powerWatts: number | null }

/** A miner as the desk sees it. Columns as stored: GH/s, W, tenths of °C. */
export type DeskMinerRow = FleetStateRow & {
  id: number
  name: string | null
  make: string | null
  model: string | null
  firmware: string | null
  controllerId: string
  controllerName: string
  ship: string | null
  owner: string | null
  temperatureDc: number | null
  alerts: string[]
}

const staleMs = ({ pollIntervalMs }: DeskFleetClock) =>
  sql`(coalesce(c.poll_interval_ms, ${pollIntervalMs}::int4) * ${sql.lit(stalePeriods)})`
/** What the state of a miner depends on, and whether a warning about it is open. */
const stateColumns = sql`
  s.state, s.hashrate_ghs, m.expected_ghs::float8 AS expected_ghs, s.uptime_seconds, s.flags, m.pool_health, m.stopped_at, m.commanded_at,
  m.follower_told, m.follower_told_at, m.rule_told, m.rule_told_at, p.sample ->> 'state' AS follower, p.sampled_at AS follower_at, s.sampled_at, c.last_seen_at,
  c.poll_interval_ms, coalesce(am.is_loud, false) AS is_loud, s.power_watts`

const minersWithAlerts = sql`
  miners m
  JOIN controllers c ON c.id = m.controller_id AND c.revoked_at IS NULL
  LEFT JOIN miner_state s ON s.controller_id = m.controller_id AND s.miner_id = m.id
  LEFT JOIN power_state p ON p.controller_id = m.controller_id
  LEFT JOIN (
    SELECT miner_id, array_agg(DISTINCT kind) AS kinds, bool_or(severity <> 'info') AS is_loud
    FROM alerts WHERE status <> 'resolved' AND miner_id IS NOT NULL GROUP BY miner_id
  ) am ON am.miner_id = m.id`

const minerWords = sql`m.name, m.make, m.model, m.serial, m.mac_address, m.hostname`
const placeWords = sql`c.id, c.name, h.name, u.name`
const places = sql`controllers c LEFT JOIN users u ON u.id = c.owner_id LEFT JOIN ships h ON h.id = c.ship_id`

/** What is common is found among the first ones, read in order; of what is not, more than so many need no naming either. */
const readFirst = 500
const mostCandidates = 2_000

/**
 * All miners in whose words, or in those of their box, ship and owner, a text can be, and some more; null: too many to name. A text may
 * begin in the words of the miner and end in those of its box, so each end of it after a space may be how these begin.
 */
async function findCandidates(db: Queryable, search: string, after: number): Promise<number[] | null> {
  const ends = [...search.matchAll(/ (?=[^ ])/g)].map(({ index }) => beginningWith(search.slice(index + 1)))
  const { rows } = await sql<{ id: number }>`
    WITH hit AS MATERIALIZED (
      SELECT id FROM (SELECT c.id, concat_ws(' ', ${placeWords}) AS words FROM ${places} WHERE c.revoked_at IS NULL) named
      WHERE words ILIKE ANY(${sql.val([containing(search), ...ends])}::text[])
    )
    (SELECT m.id FROM miners m WHERE m.hidden_at IS NULL AND m.id > ${after}
      AND search_pieces(ARRAY[${minerWords}]) @> search_pieces(ARRAY[${search}::text]) LIMIT ${mostCandidates + 1})
    UNION ALL
    (SELECT m.id FROM hit JOIN miners m ON m.controller_id = hit.id WHERE m.hidden_at IS NULL AND m.id > ${after}
      LIMIT ${mostCandidates + 1})`.execute(db)
  return rows.length > mostCandidates ? null : rows.map(({ id }) => id)
}

/** Up to `limit` miners after a given one, by id. */
export async function listDeskMiners(
  db: Queryable,
  filter: DeskMinerFilter,
  limit: number,
): Promise<DeskMinerRow[]> {
  const { search, canHave, after = 0 } = filter
  if (!search && !canHave) return readDeskMiners(db, filter, limit, null)
  // What mines is common.
  if (limit < readFirst && (search || canHave?.health === 'mining')) {
    const found = await readDeskMiners(db, filter, limit, sql`m.id <= ${await endOfFirst(db, after)}`)
    if (found.length === limit) return found
  }
  const candidates = search
    ? await findCandidates(db, search, after)
    : canHave
      ? await findByHealth(db, canHave, after)
      : null
  if (candidates?.length === 0) return []
  // Those that were looked for by their health need not be looked through again.
  const rest = candidates && !search ? { ...filter, canHave: undefined } : filter
  return readDeskMiners(db, rest, limit, candidates && sql`m.id = ANY(${sql.val(candidates)}::int[])`)
}

/** All miners that can have a health; null: too many to name. */
async function findByHealth(
  db: Queryable,
  { health, ...moment }: NonNullable<DeskMinerFilter['canHave']>,
  after: number,
): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM miners m
    JOIN controllers c ON c.id = m.controller_id AND c.revoked_at IS NULL
    LEFT JOIN miner_state s ON s.controller_id = m.controller_id AND s.miner_id = m.id
    LEFT JOIN power_state p ON p.controller_id = m.controller_id
    WHERE m.hidden_at IS NULL AND m.id > ${after} AND ${canHaveHealth(health, moment)} LIMIT ${mostCandidates + 1}`.execute(
    db,
  )
  return rows.length > mostCandidates ? null : rows.map(({ id }) => id)
}

/** The id of the last of the first ones. It is asked for by itself: with a number a plan knows how few there are. */
async function endOfFirst(db: Queryable, after: number): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    SELECT max(id) AS last FROM (SELECT id FROM miners WHERE id > ${after} AND hidden_at IS NULL ORDER BY id LIMIT ${readFirst}) first`.execute(
    db,
  )
  return rows[0]?.last ?? after
}

async function readDeskMiners(
  db: Queryable,
  { search, make, model, firmware, alert, controller, ids, canHave, after = 0 }: DeskMinerFilter,
  limit: number,
  among: RawBuilder<unknown> | null,
): Promise<DeskMinerRow[]> {
  const wanted = [
    search && sql`concat_ws(' ', ${minerWords}, ${placeWords}) ILIKE ${containing(search)}`,
    among,
    canHave && canHaveHealth(canHave.health, canHave),
    make && sql`m.make = ${make}`,
    model && sql`m.model = ${model}`,
    firmware && sql`m.firmware = ${firmware}`,
    controller && sql`m.controller_id = ${controller}`,
    ids && sql`m.id = ANY(${sql.val([...ids])}::int[])`,
    alert && sql`(${alert} = ANY(am.kinds) OR ${alert} = ANY(ac.kinds))`,
  ].filter((condition) => typeof condition === 'object' && condition !== null)
  const { rows } = await sql<DeskMinerRow>`
    SELECT m.id, m.name, m.make, m.model, m.firmware, c.id AS controller_id, c.name AS controller_name, h.name AS ship, u.name AS owner,
      ${stateColumns}, s.temperature_dc,
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
    ORDER BY m.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Miners after a given one, by id, with what their health and the totals are made of. */
export async function listFleetStates(
  db: Queryable,
  after: number,
  limit: number,
): Promise<(FleetStateRow & { id: number })[]> {
  const { rows } = await sql<FleetStateRow & { id: number }>`
    SELECT m.id, ${stateColumns} FROM ${minersWithAlerts}
    WHERE m.hidden_at IS NULL AND m.id > ${after} ORDER BY m.id LIMIT ${limit}`.execute(db)
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

/** Miners by their firmware, the most first. */
export async function countFirmwares(db: Queryable): Promise<{ firmware: string | null; miners: number }[]> {
  const { rows } = await sql<{ firmware: string | null; miners: number }>`
    SELECT m.firmware, count(*)::int AS miners FROM miners m JOIN controllers c ON c.id = m.controller_id AND c.revoked_at IS NULL
    WHERE m.hidden_at IS NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200`.execute(db)
  return rows
}

/** Boxes in use by the version of their controller, the most first. */
export async function countVersions(
  db: Queryable,
): Promise<{ version: string | null; controllers: number }[]> {
  const { rows } = await sql<{ version: string | null; controllers: number }>`
    SELECT version, count(*)::int AS controllers FROM controllers WHERE revoked_at IS NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200`.execute(
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

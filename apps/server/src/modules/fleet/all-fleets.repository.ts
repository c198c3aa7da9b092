import type { MinerHealth } from '@shipminer/contract/desk/fleet'
import { stalePeriods } from '@shipminer/domain/fleet/freshness'
import { controllerSilentFloorMs } from '@shipminer/domain/fleet/silence'
import { type RawBuilder, sql } from 'kysely'
import { isBox } from '../../platform/db/is-box.ts'
import { beginningWith, containing } from '../../platform/db/like-pattern.ts'
import type { Queryable } from '../../platform/db/store.ts'
import type { HealthRow } from './desk-health.ts'
import {
  canHaveHealth,
  firstOfHealth,
  type HealthMoment,
  loudMiners,
  sureHealth,
  type Walk,
  walkOf,
  waysToHealth,
} from './health-sieve.ts'

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
  canHave?: ({ health: MinerHealth } & HealthMoment) | undefined
} & Walk

/** What the totals of the desk are made of. */
export type FleetStateRow = HealthRow & { powerWatts: number | null }

/** A miner as the desk sees it. Columns as stored: GH/s, W, tenths of °C. */
export type DeskMinerRow = FleetStateRow & {
  id: number
  name: string | null
  make: string | null
  model: string | null
  firmware: string | null
  createdAt: Date
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
  m.follower_told AS follower_command, m.follower_told_at AS follower_commanded_at, m.rule_told AS rule_command, m.rule_told_at AS rule_commanded_at, p.sample ->> 'state' AS follower, p.sampled_at AS follower_at, s.sampled_at, c.last_seen_at,
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

/** Whether there are more miners than so many, without counting them. */
export async function hasMoreMiners(db: Queryable, count: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM miners WHERE hidden_at IS NULL OFFSET ${count} LIMIT 1`.execute(db)
  return rows.length > 0
}

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
async function findCandidates(db: Queryable, search: string, walk: Walk): Promise<number[] | null> {
  const isAhead = walkOf(walk).isAhead(sql`m.id`)
  const ends = [...search.matchAll(/ (?=[^ ])/g)].map(({ index }) => beginningWith(search.slice(index + 1)))
  const { rows } = await sql<{ id: number }>`
    WITH hit AS MATERIALIZED (
      SELECT id FROM (SELECT c.id, concat_ws(' ', ${placeWords}) AS words FROM ${places} WHERE c.revoked_at IS NULL) named
      WHERE words ILIKE ANY(${sql.val([containing(search), ...ends])}::text[])
    )
    (SELECT m.id FROM miners m WHERE m.hidden_at IS NULL AND ${isAhead}
      AND search_pieces(ARRAY[${minerWords}]) @> search_pieces(ARRAY[${search}::text]) LIMIT ${mostCandidates + 1})
    UNION ALL
    (SELECT m.id FROM hit JOIN miners m ON m.controller_id = hit.id WHERE m.hidden_at IS NULL AND ${isAhead}
      LIMIT ${mostCandidates + 1})`.execute(db)
  return rows.length > mostCandidates ? null : rows.map(({ id }) => id)
}

/** The first `limit` miners of a walk, by id. */
export async function listDeskMiners(
  db: Queryable,
  filter: DeskMinerFilter,
  limit: number,
): Promise<DeskMinerRow[]> {
  const { search, canHave, after, isBack } = filter
  if (!search)
    return canHave ? listOfHealth(db, { ...filter, canHave }, limit) : readDeskMiners(db, filter, limit, null)
  if (limit < readFirst) {
    const end = await endOfFirst(db, filter)
    const found =
      end === null
        ? []
        : await readDeskMiners(db, filter, limit, isBack ? sql`m.id >= ${end}` : sql`m.id <= ${end}`)
    if (found.length === limit) return found
  }
  const candidates = await findCandidates(db, search, { after, isBack })
  if (candidates?.length === 0) return []
  return readDeskMiners(db, filter, limit, candidates && among(candidates))
}

const among = (ids: readonly number[]) => sql`m.id = ANY(${sql.val([...ids])}::int[])`

/** Of those that do what one of a health does the first ones are read; where too many of them are not so, the database judges all. */
async function listOfHealth(
  db: Queryable,
  filter: DeskMinerFilter & { canHave: NonNullable<DeskMinerFilter['canHave']> },
  limit: number,
): Promise<DeskMinerRow[]> {
  const { canHave, make, model, firmware, alert, controller, ids } = filter
  const count = Math.max(readFirst, 2 * limit)
  const { rows } = await firstOfHealth(canHave.health, canHave, filter, count).execute(db)
  const first = rows.map(({ id }) => id)
  const last = first.at(-1)
  const found = last === undefined ? [] : await readDeskMiners(db, filter, limit, among(first))
  if (found.length === limit || first.length < count || last === undefined) return found
  const rest = { ...filter, after: last }
  if (make ?? model ?? firmware ?? alert ?? controller ?? ids)
    return [...found, ...(await readDeskMiners(db, rest, limit - found.length, null))]
  for (;;) {
    const more = await findByHealth(db, canHave, rest)
    if (more.length > 0) found.push(...(await readDeskMiners(db, rest, limit - found.length, among(more))))
    if (found.length === limit || more.length < mostCandidates) return found
    rest.after = more.at(-1) ?? rest.after
  }
}

/** The first miners that can have a health, by id, of all that do. */
async function findByHealth(
  db: Queryable,
  canHave: NonNullable<DeskMinerFilter['canHave']>,
  walk: Walk,
): Promise<number[]> {
  const { order, isAhead } = walkOf(walk)
  const ways = waysToHealth(canHave.health, canHave).map(
    (can) => sql`
      SELECT m.id FROM miners m
      JOIN controllers c ON c.id = m.controller_id AND c.revoked_at IS NULL
      LEFT JOIN miner_state s ON s.controller_id = m.controller_id AND s.miner_id = m.id
      LEFT JOIN power_state p ON p.controller_id = m.controller_id
      WHERE m.hidden_at IS NULL AND ${isAhead(sql`m.id`)} AND ${can}`,
  )
  const { rows } = await sql<{ id: number }>`
    WITH so AS MATERIALIZED (${sql.join(ways, sql` UNION `)}) SELECT id FROM so ORDER BY id ${order} LIMIT ${mostCandidates}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The id of the last of the first ones; null: there are none. It is asked for by itself: with a number a plan knows how few there are. */
async function endOfFirst(db: Queryable, walk: Walk): Promise<number | null> {
  const { order, isAhead } = walkOf(walk)
  const { rows } = await sql<{ last: number | null }>`
    SELECT ${walk.isBack ? sql`min` : sql`max`}(id) AS last FROM (
      SELECT id FROM miners WHERE ${isAhead(sql`id`)} AND hidden_at IS NULL ORDER BY id ${order} LIMIT ${readFirst}
    ) first`.execute(db)
  return rows[0]?.last ?? null
}

async function readDeskMiners(
  db: Queryable,
  { search, make, model, firmware, alert, controller, ids, canHave, ...walk }: DeskMinerFilter,
  limit: number,
  among: RawBuilder<unknown> | null,
): Promise<DeskMinerRow[]> {
  const { order, isAhead } = walkOf(walk)
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
    SELECT m.id, m.name, m.make, m.model, m.firmware, m.created_at, c.id AS controller_id, c.name AS controller_name, h.name AS ship, u.name AS owner,
      ${stateColumns}, s.temperature_dc,
      coalesce(am.kinds, '{}') || coalesce(ac.kinds, '{}') AS alerts
    FROM ${minersWithAlerts}
    LEFT JOIN (
      SELECT controller_id, array_agg(DISTINCT kind) AS kinds FROM alerts
      WHERE status <> 'resolved' AND miner_id IS NULL GROUP BY controller_id
    ) ac ON ac.controller_id = c.id
    LEFT JOIN users u ON u.id = c.owner_id
    LEFT JOIN ships h ON h.id = c.ship_id
    WHERE ${isAhead(sql`m.id`)} AND m.hidden_at IS NULL ${sql.join(
      wanted.map((condition) => sql`AND ${condition}`),
      sql` `,
    )}
    ORDER BY m.id ${order} LIMIT ${limit}`.execute(db)
  return rows
}

/** Miners that count in the totals alike; `health` is null of one that only `healthOf` can judge, which is a part of its own. */
export type FleetPart = {
  health: MinerHealth | null
  /** The miner that has to be assessed. */
  id: number | null
  miners: number
  hashrateKnown: number
  powerKnown: number
  compared: number
  hashrateGhs: number
  powerWatts: number
  comparedGhs: number
  expectedGhs: number
}

/** All miners of all fleets added up by the health that they have for sure. */
export async function addUpFleets(db: Queryable, moment: HealthMoment): Promise<FleetPart[]> {
  const sum = (value: RawBuilder<unknown>) => sql`coalesce(sum(${value}), 0)::float8`
  const isCompared = sql`hashrate_ghs IS NOT NULL AND expected_ghs IS NOT NULL`
  const { rows } = await sql<FleetPart>`
    SELECT health, CASE WHEN health IS NULL THEN id END AS id, count(*)::int AS miners,
      count(hashrate_ghs)::int AS hashrate_known, count(power_watts)::int AS power_known, (count(*) FILTER (WHERE ${isCompared}))::int AS compared,
      ${sum(sql`hashrate_ghs`)} AS hashrate_ghs, ${sum(sql`power_watts`)} AS power_watts,
      ${sum(sql`CASE WHEN ${isCompared} THEN hashrate_ghs END`)} AS compared_ghs, ${sum(sql`CASE WHEN ${isCompared} THEN expected_ghs END`)} AS expected_ghs
    FROM (
      SELECT m.id, s.hashrate_ghs, s.power_watts, s.expected_ghs, ${sureHealth(moment, sql`loud.miner_id IS NOT NULL`)} AS health
      FROM miners m
      JOIN controllers c ON c.id = m.controller_id AND c.revoked_at IS NULL
      LEFT JOIN miner_state s ON s.controller_id = m.controller_id AND s.miner_id = m.id
      LEFT JOIN power_state p ON p.controller_id = m.controller_id
      LEFT JOIN (SELECT DISTINCT miner_id FROM (${loudMiners}) open) loud ON loud.miner_id = m.id
      WHERE m.hidden_at IS NULL
    ) judged GROUP BY 1, 2`.execute(db)
  return rows
}

/** Some miners, with what their health and the totals are made of. */
export async function listFleetStates(db: Queryable, ids: readonly number[]): Promise<FleetStateRow[]> {
  const { rows } = await sql<FleetStateRow>`
    SELECT ${stateColumns} FROM ${minersWithAlerts} WHERE m.hidden_at IS NULL AND ${among(ids)}`.execute(db)
  return rows
}

export async function countDeskControllers(db: Queryable, clock: DeskFleetClock) {
  const { rows } = await sql<{ all: number; online: number; neverSeen: number }>`
    SELECT count(*)::int AS all, (count(*) FILTER (WHERE last_seen_at IS NULL))::int AS never_seen,
      (count(*) FILTER (WHERE last_seen_at >=
        ${new Date(clock.now)}::timestamptz - greatest(${sql.lit(controllerSilentFloorMs)}, ${staleMs(clock)}) * interval '1 millisecond'))::int AS online
    FROM controllers c WHERE revoked_at IS NULL AND ${isBox('id')}`.execute(db)
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
    SELECT version, count(*)::int AS controllers FROM controllers
    WHERE revoked_at IS NULL AND ${isBox('id')} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200`.execute(db)
  return rows
}

export async function countOpenAlerts(db: Queryable): Promise<{ kind: string; alerts: number }[]> {
  const { rows } = await sql<{ kind: string; alerts: number }>`
    SELECT a.kind, count(*)::int AS alerts FROM alerts a JOIN controllers c ON c.id = a.controller_id AND c.revoked_at IS NULL
    WHERE a.status <> 'resolved' GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db)
  return rows
}

import { DeviceStateSchema } from '@shipminer/contract/telemetry'
import type { AlertKind, AlertSeverity } from '@shipminer/domain/alerts/alert-kinds'
import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import type { MinerStateRow } from '../../telemetry/telemetry.port.ts'

/** What a device said of itself, as far as conditions are assessed by it; unknown values are null. */
type DetailFacts = {
  deadBoards: number | null
  fansStill: number | null
  fansTurning: number | null
  /** Faults the device names, as they were sent. */
  faults: unknown
  poolsAlive: number | null
  poolsUsable: number | null
  isFallbackActive: boolean | null
  /** First pool of the device with its worker: its earnings go there. */
  primaryPool: string | null
  blocksFound: number | null
}

/** A miner of a claimed controller with everything its conditions are assessed by; unknown values are null. */
export type ConditionRow = MinerStateRow &
  DetailFacts & {
    controllerId: string
    ownerId: string
    minerId: number
    isFresh: boolean
    temperatureDc: number | null
    accepted: number | null
    rejected: number | null
    model: string | null
    markedPool: string | null
    markedBlocks: number | null
    hasMark: boolean
    /** A command that explains another pool ended recently. */
    wasCommanded: boolean
    /** It was seen running against its owner's stop recently. */
    ranAgainstStop: boolean
    /** A rule of its owner left it to a person within the last day. */
    isGivenUp: boolean
  }

/** `version` is another one after every change of what is stored of the miner and of what was last seen of it. */
export type VersionedRow = ConditionRow & { version: string }

/** Of some controllers. `commandedSince`: how far back a command still explains what a miner does; `ranSince`: how far back its run against a stop counts. */
export type ConditionQuery = {
  now: Date
  commandedSince: Date
  ranSince: Date
  defaultPollIntervalMs: number
  controllerIds: readonly string[]
}

/** Any other word is unknown. */
const states = sql`${sql.val([...DeviceStateSchema.options])}::text[]`
const version = sql`concat(m.xmin, '/', k.xmin)`

/** All that the conditions of these miners are assessed by. */
export async function listConditionRows(
  db: Queryable,
  query: ConditionQuery,
  minerIds: readonly number[],
): Promise<VersionedRow[]> {
  const { now, commandedSince, ranSince, defaultPollIntervalMs, controllerIds } = query
  // Said of each table: nothing of the others may be looked at, since it may be what cannot be read.
  const ids = sql`${sql.val([...controllerIds])}::text[]`
  const miners = sql`${sql.val([...minerIds])}::int[]`
  // What is looked up by IN is hashed once for all rows; as joins the planner, which reckons with one row, went through it for each.
  const { rows } = await sql<VersionedRow>`
    SELECT c.id AS "controllerId", c.owner_id AS "ownerId", m.id AS "minerId", CASE WHEN s.state = ANY(${states}) THEN s.state END AS state, s.uptime_seconds AS "uptimeSeconds", s.hashrate_ghs AS "hashrateGhs", s.temperature_dc AS "temperatureDc", s.flags,
           s.sampled_at >= ${now}::timestamptz - make_interval(secs => coalesce(c.poll_interval_ms, ${defaultPollIntervalMs}) * 2.5 / 1000.0)
             AS "isFresh",
           s.accepted, s.rejected, m.expected_ghs::float8 AS "expectedGhs",
           s.sampled_at AS "sampledAt", m.pool_health AS "poolHealth", m.stopped_at AS "stoppedAt", m.commanded_at AS "commandedAt", m.follower_told AS "followerCommand", m.follower_told_at AS "followerCommandedAt", w.sample ->> 'state' AS follower,
           w.sampled_at AS "followerAt", c.last_seen_at AS "lastSeenAt", c.poll_interval_ms AS "pollIntervalMs",
           (c.id, m.device_key) IN (
             SELECT controller_id, device_key FROM power_events
             WHERE controller_id = ANY(${ids}) AND at >= ${ranSince} AND kind = 'ran-against-stop' AND device_key IS NOT NULL) AS "ranAgainstStop",
           m.rule_told AS "ruleCommand", m.rule_told_at AS "ruleCommandedAt",
           (c.id, m.device_key) IN (
             SELECT controller_id, device_key FROM power_events
             WHERE controller_id = ANY(${ids}) AND at >= ${now}::timestamptz - interval '1 day' AND kind = 'rule-gave-up' AND device_key IS NOT NULL) AS "isGivenUp",
           m.model, ${version} AS version,
           CASE WHEN jsonb_array_length(m.detail -> 'boards') > 0
                THEN jsonb_array_length(jsonb_path_query_array(m.detail, '$.boards[*] ? (@.dead == true)')) END AS "deadBoards",
           CASE WHEN jsonb_array_length(m.detail -> 'fanRpm') > 0
                THEN jsonb_array_length(jsonb_path_query_array(m.detail, '$.fanRpm[*] ? (@ == 0)')) END AS "fansStill",
           CASE WHEN jsonb_array_length(m.detail -> 'fanRpm') > 0
                THEN jsonb_array_length(jsonb_path_query_array(m.detail, '$.fanRpm[*] ? (@ > 0)')) END AS "fansTurning",
           m.detail -> 'faults' AS faults, p.alive AS "poolsAlive", p.usable AS "poolsUsable", p.is_fallback AS "isFallbackActive", p.primary_pool AS "primaryPool",
           jsonb_path_query_first(m.detail, '$.blocksFound ? (@ >= 0 && @ <= 9007199254740991)')::int8 AS "blocksFound",
           k.pool AS "markedPool", k.blocks_found AS "markedBlocks", k.miner_id IS NOT NULL AS "hasMark",
           m.id IN (
             SELECT miner_id FROM commands
             WHERE controller_id = ANY(${ids}) AND miner_id IS NOT NULL AND issued_at >= ${commandedSince} AND action <> 'locate'
               AND state IN ('sent', 'running', 'confirmed', 'unconfirmed')) AS "wasCommanded"
    FROM controllers c
    JOIN miners m ON m.controller_id = c.id AND m.controller_id = ANY(${ids}) AND m.id = ANY(${miners}) AND m.hidden_at IS NULL
    JOIN miner_state s ON s.controller_id = c.id AND s.controller_id = ANY(${ids}) AND s.miner_id = m.id AND s.sampled_at IS NOT NULL
    LEFT JOIN power_state w ON w.controller_id = c.id
    LEFT JOIN miner_marks k ON k.miner_id = m.id
    LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'alive')::int AS alive, count(*) FILTER (WHERE status <> 'disabled')::int AS usable,
             (array_agg(concat_ws(' ', url, "user") ORDER BY coalesce(priority, 99), place))[1] AS primary_pool,
             bool_or(active AND coalesce(priority, place - 1) > 0) AND NOT bool_or(active AND coalesce(priority, place - 1) = 0)
               AS is_fallback
      FROM ROWS FROM (jsonb_to_recordset(m.detail -> 'pools') AS (url text, "user" text, status text, active boolean, priority numeric))
        WITH ORDINALITY AS pool(url, "user", status, active, priority, place)
    ) AS p ON jsonb_array_length(m.detail -> 'pools') > 0
    WHERE c.owner_id IS NOT NULL AND c.revoked_at IS NULL AND c.id = ANY(${ids})
    ORDER BY c.id, m.id`.execute(
    // Named as they are used: renaming forty columns of each miner of a fleet took a quarter of the sweep.
    db.withoutPlugins(),
  )
  return rows
}

/** What changes of a miner from one poll to the next. */
type PresentValues = Pick<
  ConditionRow,
  'minerId' | 'state' | 'hashrateGhs' | 'temperatureDc' | 'uptimeSeconds' | 'flags' | 'accepted' | 'rejected'
> & { version: string; sampledAtMs: number }

/** A controller with what is present of its miners, and of which of them something explains what they do. */
export type PresentBox = Pick<
  ConditionRow,
  'controllerId' | 'ownerId' | 'lastSeenAt' | 'pollIntervalMs' | 'follower' | 'followerAt'
> & { miners: PresentValues[]; ranAgainstStop: number[]; givenUp: number[]; commanded: number[] }

/** Reads of each miner one line of text: a row with forty columns costs many times as much to send and to take apart. */
export async function listPresent(db: Queryable, query: ConditionQuery): Promise<PresentBox[]> {
  const { now, commandedSince, ranSince, controllerIds } = query
  const noticesOf = (kind: string, since: Date) => sql`ARRAY(
    SELECT m.id FROM power_events e JOIN miners m ON m.controller_id = e.controller_id AND m.device_key = e.device_key
    WHERE e.controller_id = c.id AND e.at >= ${since} AND e.kind = ${kind})`
  const { rows } = await sql<Omit<PresentBox, 'miners'> & { lines: string | null }>`
    SELECT c.id AS "controllerId", c.owner_id AS "ownerId", c.last_seen_at AS "lastSeenAt", c.poll_interval_ms AS "pollIntervalMs",
           w.sample ->> 'state' AS follower, w.sampled_at AS "followerAt",
           ${noticesOf('ran-against-stop', ranSince)} AS "ranAgainstStop",
           ${noticesOf('rule-gave-up', new Date(now.getTime() - 86_400_000))} AS "givenUp",
           ARRAY(
             SELECT miner_id FROM commands
             WHERE controller_id = c.id AND miner_id IS NOT NULL AND issued_at >= ${commandedSince} AND action <> 'locate'
               AND state IN ('sent', 'running', 'confirmed', 'unconfirmed')) AS commanded,
           p.lines
    FROM controllers c
    LEFT JOIN power_state w ON w.controller_id = c.id
    CROSS JOIN LATERAL (
      SELECT string_agg(concat(s.miner_id, ' ', ${version}, ' ', date_part('epoch', s.sampled_at), ' ', array_position(${states}, s.state),
               ' ', s.hashrate_ghs, ' ', s.temperature_dc, ' ', s.uptime_seconds, ' ', s.flags, ' ', s.accepted, ' ', s.rejected), ',' ORDER BY s.miner_id) AS lines
      FROM miner_state s JOIN miners m ON m.id = s.miner_id AND m.controller_id = c.id AND m.hidden_at IS NULL
      LEFT JOIN miner_marks k ON k.miner_id = s.miner_id
      WHERE s.controller_id = c.id AND s.sampled_at IS NOT NULL
    ) AS p
    WHERE c.owner_id IS NOT NULL AND c.revoked_at IS NULL AND c.id = ANY(${sql.val([...controllerIds])}::text[])
    ORDER BY c.id`.execute(db.withoutPlugins())
  return rows.map(({ lines, ...box }) => ({ ...box, miners: lines?.split(',').map(presentOfLine) ?? [] }))
}

function presentOfLine(line: string): PresentValues {
  const [id, version = '', sampledS, state, hashrate, temperature, uptime, flags, accepted, rejected] =
    line.split(' ')
  const toNumber = (text: string | undefined) => (text === '' || text === undefined ? null : Number(text))
  return {
    minerId: Number(id),
    version,
    sampledAtMs: Math.round(Number(sampledS) * 1000),
    state: DeviceStateSchema.options[Number(state) - 1] ?? null,
    hashrateGhs: toNumber(hashrate),
    temperatureDc: toNumber(temperature),
    uptimeSeconds: toNumber(uptime),
    flags: toNumber(flags),
    accepted: toNumber(accepted),
    rejected: toNumber(rejected),
  }
}

/** Controllers with an owner. */
export async function listClaimedIds(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('controllers')
    .select('id')
    .where('ownerId', 'is not', null)
    .where('revokedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest state of each follower, with how many overloads there were within the last hour. */
export type FollowerRow = {
  controllerId: string
  ownerId: string
  sample: unknown
  isFresh: boolean
  overloads: number
  /** What the box says of another meter that answers it. */
  otherMeter: unknown
}

export async function listFollowers(db: Queryable, now: Date, freshMs: number): Promise<FollowerRow[]> {
  const { rows } = await sql<FollowerRow>`
    SELECT c.id AS controller_id, c.owner_id, p.sample, p.other_meter, p.sampled_at >= ${new Date(now.getTime() - freshMs)} AS is_fresh,
           (SELECT count(*) FROM power_events e WHERE e.controller_id = c.id AND e.kind = 'overload'
            AND e.at >= ${new Date(now.getTime() - 3_600_000)})::int AS overloads
    FROM controllers c JOIN power_state p ON p.controller_id = c.id
    WHERE c.owner_id IS NOT NULL AND c.revoked_at IS NULL AND p.sample IS NOT NULL`.execute(db)
  return rows
}

/** Controllers with something unknown that their owner watches, and whether any of it is gone. */
export type WatchRow = { controllerId: string; ownerId: string; isSilent: boolean }

export async function listWatched(db: Queryable): Promise<WatchRow[]> {
  const { rows } = await sql<WatchRow>`
    SELECT c.id AS controller_id, c.owner_id, bool_or(s.is_silent) AS is_silent
    FROM strangers s JOIN controllers c ON c.id = s.controller_id
    WHERE s.is_watched AND c.owner_id IS NOT NULL AND c.revoked_at IS NULL GROUP BY c.id`.execute(db)
  return rows
}

export type WaitingRow = { controllerId: string; minerId: number | null; kind: AlertKind; since: Date }

export async function listWaiting(db: Queryable): Promise<WaitingRow[]> {
  return (await db.selectFrom('alertWaiting').selectAll().execute()) as WaitingRow[]
}

export async function addWaiting(trx: Trx, rows: readonly WaitingRow[]): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('alertWaiting')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeWaiting(
  trx: Trx,
  controllerId: string,
  causes: readonly { minerId: number | null; kind: AlertKind }[],
): Promise<void> {
  for (const { minerId, kind } of causes)
    await trx
      .deleteFrom('alertWaiting')
      .where('controllerId', '=', controllerId)
      .where('minerId', 'is not distinct from', minerId)
      .where('kind', '=', kind)
      .execute()
}

/** Stores what was last seen of a miner. @returns false when another server was faster. */
export async function moveMark(
  trx: Trx,
  minerId: number,
  seen: { pool: string | null; blocksFound: number | null },
  before: { pool: string | null; blocksFound: number | null } | null,
): Promise<boolean> {
  if (before === null) {
    const added = await trx
      .insertInto('minerMarks')
      .values({ minerId, ...seen })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  const moved = await trx
    .updateTable('minerMarks')
    .set(seen)
    .where('minerId', '=', minerId)
    .where('pool', 'is not distinct from', before.pool)
    .where('blocksFound', 'is not distinct from', before.blocksFound)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** Raises an alert for a one-time event: open for its owner, without a cause that could clear. */
export async function insertEventAlert(
  trx: Trx,
  alert: { controllerId: string; minerId: number; kind: AlertKind; severity: AlertSeverity; at: Date },
): Promise<void> {
  const { controllerId, minerId, kind, severity, at } = alert
  await trx
    .insertInto('alerts')
    .values({ controllerId, minerId, kind, severity, raisedAt: at, clearedAt: at })
    .execute()
}

export type RuleRow = {
  userId: string
  kind: string
  enabled: boolean
  limit: number | null
  forSeconds: number | null
}

export function listRules(db: Queryable, userId?: string): Promise<RuleRow[]> {
  return db
    .selectFrom('alertRules')
    .selectAll()
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .execute()
}

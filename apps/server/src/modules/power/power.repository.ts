import {
  type EnvironmentSample,
  EnvironmentSampleSchema,
  type PowerEvent,
} from '@shipminer/contract/power/environment'
import { sql } from 'kysely'
import { safeSum } from '../../platform/db/safe-sum.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { type Right, shareOf, shipsWithinReach, withinReach } from '../ships/ships.port.ts'
import type { PowerBucket, PowerSums } from './power-sums.ts'
import { recordRuleCommands } from './rules.repository.ts'
import type { ReportedSettings } from './unreadable.ts'

const known = [
  'generator_ws',
  'ship_ws',
  'mining_ws',
  'allowed_ws',
  'used_ws',
  'curtailed_ws',
  'fuel_mg',
  'fuel_mc',
  'over_limit_ms',
  'over_capacity_ms',
]
const counted = [
  'seconds',
  'generator_seconds',
  'ship_seconds',
  'mining_seconds',
  'allowed_seconds',
  'curtailed_seconds',
  'held_seconds',
]
const merge = [
  ...known.map(
    (column) => `${column} = coalesce(b.${column} + excluded.${column}, b.${column}, excluded.${column})`,
  ),
  ...counted.map((column) => `${column} = b.${column} + excluded.${column}`),
].join(', ')
const columns = [...counted, ...known].join(', ')

/** Adds sums to their buckets. The batch they come from is stored once, so nothing is added twice. */
export async function addBuckets(
  trx: Trx,
  table: 'power_5m' | 'power_1h',
  controllerId: string,
  buckets: readonly PowerBucket[],
): Promise<void> {
  for (const bucket of buckets) {
    await sql`
      INSERT INTO ${sql.table(table)} AS b (controller_id, bucket, ${sql.raw(columns)})
      VALUES (${controllerId}, ${new Date(bucket.bucketAt)}, ${bucket.seconds}, ${bucket.generatorSeconds}, ${bucket.shipSeconds},
              ${bucket.miningSeconds}, ${bucket.allowedSeconds}, ${bucket.curtailedSeconds}, ${bucket.heldSeconds}, ${bucket.generatorWs}, ${bucket.shipWs},
              ${bucket.miningWs}, ${bucket.allowedWs}, ${bucket.usedWs}, ${bucket.curtailedWs}, ${bucket.fuelMg}, ${bucket.fuelMc},
              ${bucket.overLimitMs}, ${bucket.overCapacityMs})
      ON CONFLICT (controller_id, bucket) DO UPDATE SET ${sql.raw(merge)}`.execute(trx)
  }
}

/** Keeps the newest sample of a controller. */
export async function keepNewest(
  trx: Trx,
  controllerId: string,
  newest: { sample: object; at: Date; receivedAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO power_state AS s (controller_id, sample, sampled_at, received_at)
    VALUES (${controllerId}, ${JSON.stringify(newest.sample)}::jsonb, ${newest.at}, ${newest.receivedAt})
    ON CONFLICT (controller_id) DO UPDATE SET sample = excluded.sample, sampled_at = excluded.sampled_at, received_at = excluded.received_at
    WHERE s.sampled_at IS NULL OR s.sampled_at <= excluded.sampled_at`.execute(trx)
}

export async function insertPowerEvents(
  trx: Trx,
  controllerId: string,
  events: readonly (Omit<PowerEvent, 'at'> & { at: Date })[],
): Promise<void> {
  if (events.length === 0) return
  await trx
    .insertInto('powerEvents')
    .values(
      events.map(({ rule, ...event }) => ({
        controllerId,
        ...event,
        rule: rule == null ? null : JSON.stringify(rule),
      })),
    )
    .execute()
  await recordFollowerCommands(trx, controllerId, events)
  await recordRuleCommands(trx, controllerId, events)
}

const commandOfEvent: Partial<Record<PowerEvent['kind'], 'rest' | 'run'>> = {
  curtailed: 'rest',
  restored: 'run',
}

/** The last command of the follower to each miner. */
async function recordFollowerCommands(
  trx: Trx,
  controllerId: string,
  events: readonly (Omit<PowerEvent, 'at'> & { at: Date })[],
): Promise<void> {
  const newest = new Map<string, { command: 'rest' | 'run'; at: Date }>()
  for (const { deviceKey, kind, at } of events) {
    const command = commandOfEvent[kind]
    if (deviceKey === null || command === undefined) continue
    const other = newest.get(deviceKey)
    if (!other || at >= other.at) newest.set(deviceKey, { command, at })
  }
  for (const [deviceKey, { command, at }] of newest)
    await trx
      .updateTable('miners')
      .set({ followerTold: command, followerToldAt: at })
      .where('controllerId', '=', controllerId)
      .where('deviceKey', '=', deviceKey)
      .where((eb) => eb.or([eb('followerToldAt', 'is', null), eb('followerToldAt', '<=', at)]))
      .execute()
}

export async function findSettings(
  db: Queryable,
  controllerId: string,
): Promise<{ version: number; settings: unknown } | null> {
  const row = await db
    .selectFrom('powerSettings as p')
    .innerJoin('controllers as c', 'c.shipId', 'p.shipId')
    .select(['p.version', 'p.settings'])
    .where('c.id', '=', controllerId)
    .executeTakeFirst()
  return row ?? null
}

export async function findShipSettings(db: Queryable, shipId: string): Promise<unknown> {
  const row = await db
    .selectFrom('powerSettings')
    .select('settings')
    .where('shipId', '=', shipId)
    .executeTakeFirst()
  return row?.settings ?? null
}

export async function saveSettings(
  trx: Trx,
  change: { shipId: string; settings: object; by: string; at: Date },
): Promise<void> {
  const settings = JSON.stringify(change.settings)
  await trx
    .insertInto('powerSettings')
    .values({ shipId: change.shipId, version: 1, settings, changedAt: change.at, changedBy: change.by })
    .onConflict((conflict) =>
      conflict.column('shipId').doUpdateSet({
        settings,
        version: sql`power_settings.version + 1`,
        changedAt: change.at,
        changedBy: change.by,
      }),
    )
    .execute()
}

export async function keepEffective(
  db: Queryable,
  controllerId: string,
  { version, effective, unreadable, otherMeter }: ReportedSettings,
): Promise<void> {
  const values = {
    effective: effective === null ? null : JSON.stringify(effective),
    effectiveVersion: version,
    settingsLost: unreadable?.includes('settings') ?? null,
    checkLost: unreadable?.includes('check') ?? null,
    otherMeter: otherMeter ? JSON.stringify(otherMeter) : null,
  }
  await db
    .insertInto('powerState')
    .values({ controllerId, ...values })
    .onConflict((conflict) => conflict.column('controllerId').doUpdateSet(values))
    .execute()
}

/** What owners entered about fuel, by ship. */
export async function findFuelSettings(db: Queryable, shipId: string): Promise<unknown> {
  const row = await db
    .selectFrom('fuelSettings')
    .select('settings')
    .where('shipId', '=', shipId)
    .executeTakeFirst()
  return row?.settings ?? null
}

export async function findFuelOnBoard(db: Queryable, controllerId: string): Promise<unknown> {
  const row = await db
    .selectFrom('fuelSettings as f')
    .innerJoin('controllers as c', 'c.shipId', 'f.shipId')
    .select('f.settings')
    .where('c.id', '=', controllerId)
    .executeTakeFirst()
  return row?.settings ?? null
}

export async function saveFuelSettings(
  trx: Trx,
  change: { shipId: string; settings: object; by: string; at: Date },
): Promise<void> {
  const settings = JSON.stringify(change.settings)
  await trx
    .insertInto('fuelSettings')
    .values({ shipId: change.shipId, settings, changedAt: change.at, changedBy: change.by })
    .onConflict((conflict) =>
      conflict.column('shipId').doUpdateSet({ settings, changedAt: change.at, changedBy: change.by }),
    )
    .execute()
}

export type ShipRow = {
  id: string
  name: string
  generatorCapacityKw: number | null
  timeZone: string
  /** Null: it is the asker's own. */
  shared: { role: 'viewer' | 'engineer'; owner: string } | null
}

/** Ships that somebody has a right to, by name. */
export function listShips(db: Queryable, userId: string, right: Right, shipId?: string): Promise<ShipRow[]> {
  return db
    .selectFrom('ships')
    .select(['id', 'name', 'generatorCapacityKw', 'timeZone', shareOf('ships.id', userId).as('shared')])
    .where(shipsWithinReach('ships', userId, right))
    .$if(shipId !== undefined, (query) => query.where('id', '=', shipId ?? ''))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export type ShipControllerRow = {
  id: string
  name: string
  shipId: string
  lastSeenAt: Date | null
  pollIntervalMs: number | null
  sample: EnvironmentSample | null
  sampledAt: Date | null
  receivedAt: Date | null
  effective: unknown
  settingsLost: boolean | null
  checkLost: boolean | null
  otherMeter: unknown
}

/** Controllers on the ships that somebody has a right to, with their latest power budget. */
export async function listShipControllers(
  db: Queryable,
  userId: string,
  right: Right,
  shipId?: string,
): Promise<ShipControllerRow[]> {
  const rows = await db
    .selectFrom('controllers as c')
    .leftJoin('powerState as p', 'p.controllerId', 'c.id')
    .select([
      'c.id',
      'c.name',
      'c.shipId',
      'c.lastSeenAt',
      'c.pollIntervalMs',
      'p.sample',
      'p.sampledAt',
      'p.receivedAt',
      'p.effective',
      'p.settingsLost',
      'p.checkLost',
      'p.otherMeter',
    ])
    .where(withinReach('c', userId, right))
    .where('c.revokedAt', 'is', null)
    .where('c.shipId', 'is not', null)
    .$if(shipId !== undefined, (query) => query.where('c.shipId', '=', shipId ?? ''))
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
  return rows.flatMap(({ shipId: ship, ...row }) =>
    ship === null ? [] : [{ ...row, shipId: ship, sample: readSample(row.sample) }],
  )
}

/** The newest report of each of some controllers. */
export async function listLatest(
  db: Queryable,
  controllerIds: readonly string[],
): Promise<{ controllerId: string; sample: EnvironmentSample; receivedAt: Date }[]> {
  if (controllerIds.length === 0) return []
  const rows = await db
    .selectFrom('powerState')
    .select(['controllerId', 'sample', 'receivedAt'])
    .where('controllerId', 'in', [...controllerIds])
    .execute()
  return rows.flatMap(({ controllerId, sample, receivedAt }) => {
    const read = readSample(sample)
    return read === null || receivedAt === null ? [] : [{ controllerId, sample: read, receivedAt }]
  })
}

/** One that this version cannot read is none: a report of one controller must not hide those of the others. */
function readSample(stored: unknown): EnvironmentSample | null {
  return EnvironmentSampleSchema.safeParse(stored).data ?? null
}

/** Sums of some controllers in steps of whole `stepSeconds`, oldest first. Reads hours when the step allows it. */
export async function readPower(
  db: Queryable,
  query: { controllerIds: readonly string[]; from: Date; to: Date; stepSeconds: number },
): Promise<PowerBucket[]> {
  if (query.controllerIds.length === 0) return []
  const table = query.stepSeconds % 3600 === 0 ? 'power_1h' : 'power_5m'
  const { rows } = await sql<PowerSums & { bucketAt: number }>`
    SELECT (floor(extract(epoch FROM bucket) / ${query.stepSeconds}::int8) * ${query.stepSeconds}::int8 * 1000)::int8 AS bucket_at,
           ${sql.join([...counted, ...known].map((column) => safeSum(column).as(column)))}
    FROM ${sql.table(table)}
    WHERE controller_id = ANY(${sql.val([...query.controllerIds])}::text[]) AND bucket >= ${query.from} AND bucket < ${query.to}
    GROUP BY 1 ORDER BY 1`.execute(db)
  return rows
}

export type PowerEventRow = {
  at: Date
  kind: string
  deviceKey: string | null
  watts: number | null
  tookMs: number | null
  minerId: number | null
  minerName: string | null
  minerCalled: string | null
  minerModel: string | null
  minerMake: string | null
}

/** Newest first. */
export function listPowerEvents(
  db: Queryable,
  controllerIds: readonly string[],
  from: Date,
  limit: number,
): Promise<PowerEventRow[]> {
  if (controllerIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('powerEvents as p')
    .leftJoin('miners as m', (join) =>
      join.onRef('m.controllerId', '=', 'p.controllerId').onRef('m.deviceKey', '=', 'p.deviceKey'),
    )
    .select([
      'p.at',
      'p.kind',
      'p.deviceKey',
      'p.watts',
      'p.tookMs',
      'm.id as minerId',
      'm.name as minerName',
      'm.called as minerCalled',
      'm.model as minerModel',
      'm.make as minerMake',
    ])
    .where('p.controllerId', 'in', [...controllerIds])
    .where('p.at', '>=', from)
    .orderBy('p.at', 'desc')
    .limit(limit)
    .execute()
}

/** How often each kind of event was in a span, and how long each giving way took. */
export async function countPowerEvents(
  db: Queryable,
  controllerIds: readonly string[],
  span: { from: Date; before: Date },
): Promise<{ counts: ReadonlyMap<string, number>; tookMs: number[] }> {
  if (controllerIds.length === 0) return { counts: new Map(), tookMs: [] }
  const rows = await db
    .selectFrom('powerEvents')
    .select(['kind', 'tookMs'])
    .where('controllerId', 'in', [...controllerIds])
    .where('at', '>=', span.from)
    .where('at', '<', span.before)
    .where((eb) => eb.or([eb('deviceKey', 'is', null), eb('kind', '=', 'disobedient')]))
    .execute()
  const counts = new Map<string, number>()
  for (const { kind } of rows) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return { counts, tookMs: rows.flatMap(({ kind, tookMs }) => (kind === 'gave-way' ? (tookMs ?? []) : [])) }
}

/** Deletes fine buckets older than `before`; the hours stay. */
export async function dropFine(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('power_5m').where('bucket', '<', before).execute()
}

/** A miner with the power it used and the work it did while running in a week. */
export type WeekMiner = {
  minerId: number
  deviceKey: string
  watts: number
  /** GH per watt second: ranks miners as their revenue does. */
  hashPerWs: number | null
  canSleep: boolean
}

export async function listWeekMiners(
  db: Queryable,
  controllerIds: readonly string[],
  fromDay: string,
): Promise<WeekMiner[]> {
  if (controllerIds.length === 0) return []
  const { rows } = await sql<WeekMiner>`
    SELECT m.id AS miner_id, m.device_key, round(w.energy / w.seconds)::int AS watts,
           CASE WHEN w.energy > 0 THEN w.hashes / w.energy END AS hash_per_ws,
           coalesce((m.capabilities -> 'sleep' ->> 'can')::boolean, true) AS can_sleep
    FROM miners m
    CROSS JOIN LATERAL (
      SELECT sum(energy_j)::float8 AS energy, sum(mining_seconds)::float8 AS seconds, sum(hash_gh)::float8 AS hashes
      FROM miner_1d d WHERE d.controller_id = m.controller_id AND d.miner_id = m.id AND d.day >= ${fromDay}::date
    ) w
    WHERE m.controller_id = ANY(${sql.val([...controllerIds])}::text[]) AND m.hidden_at IS NULL AND w.seconds > 0 AND w.energy > 0
    ORDER BY m.id`.execute(db)
  return rows
}

/** Device keys of some controllers' miners by id, so that settings can refer to miners on ship and shore. */
export async function listDeviceKeys(
  db: Queryable,
  controllerIds: readonly string[],
): Promise<{ id: number; deviceKey: string }[]> {
  if (controllerIds.length === 0) return []
  return db
    .selectFrom('miners')
    .select(['id', 'deviceKey'])
    .where('controllerId', 'in', [...controllerIds])
    .execute()
}

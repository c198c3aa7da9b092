import type { DeviceReport } from '@shipminer/contract/uplink'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'

/** Maximum number of devices of one controller; more means a broken or hostile controller, and the rest is refused. */
const maxMinersPerController = 10_000

/** What this process has seen committed of a miner. */
export type KnownMiner = {
  /** It never changes. */
  id: number
  /** Its newest bucket that got a sample. Most likely it is open; another process may have opened a newer one. */
  openBucketAt: number | null
}
export type MinerCache = {
  /** By device key. */
  of(controllerId: string): ReadonlyMap<string, KnownMiner>
  /** To be called after the commit of the transaction that stored them. */
  remember(controllerId: string, miners: ReadonlyMap<string, KnownMiner>): void
  /** Buckets of this time are not taken for open any more: they were not as they had been left. */
  distrust(controllerId: string, bucketAt: number): void
  isDistrusted(controllerId: string, bucketAt: number): boolean
  forget(controllerId: string): void
}

const cachedKeys = 200_000

export function createMinerCache(): MinerCache {
  const cache = new Map<string, Map<string, KnownMiner>>()
  const distrusted = new Map<string, number>()
  let size = 0
  return {
    of: (controllerId) => cache.get(controllerId) ?? new Map(),
    remember(controllerId, miners) {
      if (size > cachedKeys) {
        cache.clear()
        distrusted.clear()
        size = 0
      }
      const known = cache.get(controllerId) ?? new Map<string, KnownMiner>()
      cache.set(controllerId, known)
      const before = known.size
      for (const [key, miner] of miners) known.set(key, miner)
      size += known.size - before
    },
    distrust(controllerId, bucketAt) {
      distrusted.set(controllerId, bucketAt)
    },
    isDistrusted: (controllerId, bucketAt) => distrusted.get(controllerId) === bucketAt,
    forget(controllerId) {
      size -= cache.get(controllerId)?.size ?? 0
      cache.delete(controllerId)
    },
  }
}

/** A report with `observedAt` on the server's clock. */
export type ObservedDevice = Pick<DeviceReport, 'identity' | 'detail' | 'unreachable' | 'capabilities'> & {
  observedAtMs: number
}

/**
 * Ids of the controller's miners by device key; unknown keys become miners with an empty hot row. The caller holds the
 * controller's row locked. Keys beyond the limit are missing from the result.
 */
export async function resolveMiners(
  trx: Queryable,
  controllerId: string,
  deviceKeys: Iterable<string>,
  cached: ReadonlyMap<string, { id: number }>,
): Promise<Map<string, number>> {
  const wanted = new Set(deviceKeys)
  const ids = new Map<string, number>()
  for (const key of wanted) {
    const known = cached.get(key)
    if (known) ids.set(key, known.id)
  }
  const keys = [...wanted].filter((key) => !ids.has(key))
  if (keys.length === 0) return ids
  const known = await sql<{ id: number; deviceKey: string }>`
    SELECT id, device_key FROM miners WHERE controller_id = ${controllerId} AND device_key = ANY(${keys}::text[])`.execute(
    trx,
  )
  for (const { id, deviceKey } of known.rows) ids.set(deviceKey, id)
  // A miner whose row of present values is gone would keep everything of its box from being stored, for ever.
  if (known.rows.length > 0)
    await sql`
      INSERT INTO miner_state (controller_id, miner_id)
      SELECT ${controllerId}, id FROM unnest(${known.rows.map(({ id }) => id)}::int[]) AS k(id)
      ON CONFLICT DO NOTHING`.execute(trx)
  const missing = keys.filter((key) => !ids.has(key))
  if (missing.length === 0) return ids
  const created = await sql<{ id: number; deviceKey: string }>`
    WITH added AS (
      INSERT INTO miners (controller_id, device_key)
      SELECT ${controllerId}, key FROM unnest(${missing}::text[]) WITH ORDINALITY AS k(key, place) ORDER BY place
      LIMIT greatest(0, ${maxMinersPerController} - (SELECT count(*) FROM miners WHERE controller_id = ${controllerId}))
      RETURNING id, device_key
    ), hot AS (INSERT INTO miner_state (controller_id, miner_id) SELECT ${controllerId}, id FROM added)
    SELECT id, device_key FROM added`.execute(trx)
  for (const { id, deviceKey } of created.rows) ids.set(deviceKey, id)
  return ids
}

/** Stores what was observed about the devices; an observation older than the stored one changes nothing. */
export async function updateMiners(
  trx: Queryable,
  ids: ReadonlyMap<string, number>,
  devices: readonly ObservedDevice[],
): Promise<void> {
  const newest = new Map<number, ObservedDevice>()
  for (const device of devices) {
    const id = ids.get(device.identity.key)
    if (id === undefined) continue
    const other = newest.get(id)
    if (!other || device.observedAtMs >= other.observedAtMs) newest.set(id, device)
  }
  if (newest.size === 0) return
  const rows = Array.from(newest, ([id, { identity, detail, unreachable, capabilities, observedAtMs }]) => ({
    id,
    driver: identity.driver,
    make: identity.make,
    model: identity.model,
    firmware: identity.firmware,
    serial: identity.serial,
    mac_address: identity.macAddress,
    hostname: identity.hostname,
    ip_address: identity.ipAddress,
    port: identity.port,
    unreachable,
    detail,
    capabilities: capabilities ?? null,
    observed_at: new Date(observedAtMs).toISOString(),
  }))
  const lastPart = '\\.([^.[:space:]]{1,40})$'
  // Details missing from a report (a device that does not respond has none) keep their last known value.
  await sql`
    UPDATE miners AS m SET
      driver = i.driver, make = coalesce(i.make, m.make), model = coalesce(i.model, m.model), firmware = coalesce(i.firmware, m.firmware),
      serial = coalesce(i.serial, m.serial), mac_address = coalesce(i.mac_address, m.mac_address),
      hostname = coalesce(i.hostname, m.hostname), ip_address = i.ip_address, port = i.port,
      called = coalesce(m.called, substring(jsonb_path_query_first(i.detail, '$.pools[*] ? (@.active == true).user') #>> '{}' FROM ${lastPart})),
      unreachable = i.unreachable, detail = coalesce(i.detail, m.detail), observed_at = i.observed_at,
      capabilities = coalesce(i.capabilities, m.capabilities),
      hidden_at = CASE WHEN i.unreachable IS NULL AND i.observed_at > m.hidden_at THEN NULL ELSE m.hidden_at END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS i(id int, driver text, make text, model text, firmware text, serial text,
      mac_address text, hostname text, ip_address text, port int, unreachable text, detail jsonb, capabilities jsonb, observed_at timestamptz)
    WHERE m.id = i.id AND (m.observed_at IS NULL OR m.observed_at <= i.observed_at)`.execute(trx)
}

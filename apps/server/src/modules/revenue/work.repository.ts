import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'
import type { WorkSums } from './revenue-terms.ts'

/** Work of a ship (null: of none) on a day of the ship. `special` is the index of the pools it was done for; null: all miners together. */
export type ShipDayWork = WorkSums & { shipId: string | null; day: string; special: number | null }

const columns = [
  'difficulty_milli',
  'difficulty_n',
  'blind_hash_gh',
  'hashrate_seconds',
  'energy_j',
  'power_seconds',
]
const names = sql.raw(columns.join(', '))
/** As text: a sum over a large fleet exceeds the safe integers. */
const summed = sql.raw(columns.map((column) => `sum(${column})::text AS ${column}`).join(', '))

type Texts<Row> = { [Key in keyof Row]: Row[Key] extends bigint ? string : Row[Key] }

function exact(row: Texts<WorkSums>): WorkSums {
  return {
    difficultyMilli: BigInt(row.difficultyMilli),
    difficultyN: BigInt(row.difficultyN),
    blindHashGh: BigInt(row.blindHashGh),
    hashrateSeconds: BigInt(row.hashrateSeconds),
    energyJ: BigInt(row.energyJ),
    powerSeconds: BigInt(row.powerSeconds),
  }
}

type WorkQuery = {
  controllerIds: readonly string[]
  fromDay: string
  toDay: string
  /** Without: all ships together. */
  byShip: boolean
  /** Pools whose work is also listed separately, under the given index; the empty address is that of miners which reported none. */
  specialPools: readonly { poolUrl: string; index: number }[]
}

/** Days of one miner `m` whose controller has the zone `z`, including the open 5-minute bucket. */
const minerDays = (fromDay: string, toDay: string): RawBuilder<unknown> => sql`
  SELECT day, ${names} FROM miner_1d d
  WHERE d.controller_id = m.controller_id AND d.miner_id = m.id AND day BETWEEN ${fromDay}::date AND ${toDay}::date
  UNION ALL
  SELECT (bucket AT TIME ZONE z.time_zone)::date, ${names} FROM miner_state s
  WHERE s.controller_id = m.controller_id AND s.miner_id = m.id AND n > 0
    AND (bucket AT TIME ZONE z.time_zone)::date BETWEEN ${fromDay}::date AND ${toDay}::date`

/**
 * Work by day from the ships' own daily sums, whatever the number of miners; of miners at special pools their own days too, in the same
 * statement, so that both are from the same point in time.
 */
export async function readShipDays(db: Queryable, query: WorkQuery): Promise<ShipDayWork[]> {
  const { controllerIds, fromDay, toDay, byShip, specialPools } = query
  if (controllerIds.length === 0) return []
  const ids = sql`${sql.val([...controllerIds])}::text[]`
  const ship = byShip ? sql`c.ship_id` : sql`NULL::uuid`
  const special =
    specialPools.length === 0
      ? sql``
      : sql`
    UNION ALL
    SELECT ${ship}, w.day, p.index, ${summed}
    FROM unnest(${sql.val(specialPools.map(({ poolUrl }) => poolUrl))}::text[], ${sql.val(specialPools.map(({ index }) => index))}::int[]) AS p(url, index)
    JOIN miners m ON coalesce(m.pool_url, '') = p.url
    JOIN controllers c ON c.id = m.controller_id
    JOIN controller_zones z ON z.controller_id = c.id
    CROSS JOIN LATERAL (${minerDays(fromDay, toDay)}) w
    WHERE m.controller_id = ANY(${ids})
    GROUP BY 1, 2, 3`
  const { rows } = await sql<Texts<ShipDayWork>>`
    SELECT ${ship} AS ship_id, d.day, NULL::int AS special, ${summed}
    FROM controller_1d d JOIN controllers c ON c.id = d.controller_id
    WHERE d.controller_id = ANY(${ids}) AND d.day BETWEEN ${fromDay}::date AND ${toDay}::date
    GROUP BY 1, 2
    ${special}`.execute(db)
  return rows.map((row) => ({ shipId: row.shipId, day: row.day, special: row.special, ...exact(row) }))
}

/** Work of one miner in a step, times the reward of its days, by the index of the figures it was done under. */
type MinerWork = {
  minerId: number
  step: number
  /** Index of the network figures; null: days whose figures are unknown. */
  figures: number | null
  milliReward: bigint
  ghReward: bigint
  difficultyN: bigint
  hashrateSeconds: bigint
  energyJ: bigint
  powerSeconds: bigint
}

type MinerWorkQuery = {
  controllerIds: readonly string[]
  fromDay: string
  toDay: string
  /** Only miners at these pools; the empty address is that of miners which reported none. */
  poolUrls: readonly string[]
  days: readonly { day: string; step: number; figures: number | null; rewardSat: number }[]
  /** How many miners the controllers have: it decides how they are read. */
  miners: number
}

/** Up to so many miners, each is looked up by its key; for more, all days of the controllers are read sequentially. */
const lookedUp = 1_000

/**
 * A whole number times the reward, as two sums that cannot be larger than int8 products: PostgreSQL adds these much faster than decimals.
 * `low` is for the last 20 bits of the number.
 */
const sumRewards = (column: string, name: string) =>
  sql.raw(
    `sum((w.${column} >> 20) * f.reward)::text AS ${name}_high, sum((w.${column} & 1048575) * f.reward)::text AS ${name}_low`,
  )
const whole = (high: string, low: string) => (BigInt(high) << 20n) + BigInt(low)

type MinerWorkText = Texts<Omit<MinerWork, 'milliReward' | 'ghReward'>> & {
  milliHigh: string
  milliLow: string
  ghHigh: string
  ghLow: string
}

/** Work of each miner in steps, summed by the database: at most miners × steps × different difficulties rows. */
export async function readMinerWork(db: Queryable, query: MinerWorkQuery): Promise<MinerWork[]> {
  const { controllerIds, fromDay, toDay, poolUrls, days, miners } = query
  if (controllerIds.length === 0 || poolUrls.length === 0) return []
  const ids = sql`${sql.val([...controllerIds])}::text[]`
  const all = sql`
    (SELECT controller_id, miner_id, day, ${names} FROM miner_1d
      WHERE controller_id = ANY(${ids}) AND day BETWEEN ${fromDay}::date AND ${toDay}::date
      UNION ALL
      SELECT controller_id, miner_id, (bucket AT TIME ZONE time_zone)::date, ${names} FROM miner_state JOIN controller_zones USING (controller_id)
      WHERE controller_id = ANY(${ids}) AND n > 0 AND (bucket AT TIME ZONE time_zone)::date BETWEEN ${fromDay}::date AND ${toDay}::date) w
    JOIN miners m ON m.id = w.miner_id AND m.controller_id = w.controller_id`
  const work =
    miners > lookedUp
      ? all
      : sql`miners m JOIN controller_zones z ON z.controller_id = m.controller_id CROSS JOIN LATERAL (${minerDays(fromDay, toDay)}) w`
  const { rows } = await sql<MinerWorkText>`
    WITH figure AS (
      SELECT * FROM unnest(${sql.val(days.map(({ day }) => day))}::date[], ${sql.val(days.map(({ step }) => step))}::int[],
        ${sql.val(days.map(({ figures }) => figures))}::int[], ${sql.val(days.map(({ rewardSat }) => rewardSat))}::int8[]) AS f(day, step, figures, reward))
    SELECT m.id AS miner_id, f.step, f.figures, ${sumRewards('difficulty_milli', 'milli')}, ${sumRewards('blind_hash_gh', 'gh')},
      sum(w.difficulty_n)::text AS difficulty_n, sum(w.hashrate_seconds)::text AS hashrate_seconds, sum(w.energy_j)::text AS energy_j,
      sum(w.power_seconds)::text AS power_seconds
    FROM ${work}
    JOIN figure f ON f.day = w.day
    WHERE m.controller_id = ANY(${ids}) AND coalesce(m.pool_url, '') = ANY(${sql.val([...poolUrls])}::text[])
    GROUP BY m.id, f.step, f.figures
    ORDER BY f.step, m.id`.execute(db)
  return rows.map((row) => ({
    minerId: row.minerId,
    step: row.step,
    figures: row.figures,
    milliReward: whole(row.milliHigh, row.milliLow),
    ghReward: whole(row.ghHigh, row.ghLow),
    difficultyN: BigInt(row.difficultyN),
    hashrateSeconds: BigInt(row.hashrateSeconds),
    energyJ: BigInt(row.energyJ),
    powerSeconds: BigInt(row.powerSeconds),
  }))
}

import { type RawBuilder, sql } from 'kysely'

/** Hours of miners, from both tables: an hour to which samples came late is in both, and both count. */
export function hourRows(columns: RawBuilder<unknown>, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT ${columns} FROM miner_1h WHERE ${where} UNION ALL SELECT ${columns} FROM past_hours WHERE ${where}`
}

import { sql } from 'kysely'
import type { Trx } from './store.ts'

const keyOf = (name: string) => sql`hashtextextended(${name}, 7120)`

/** Waits until no other transaction holds the lock. It ends with the transaction, however that ends, and needs no session. */
export async function lockInTransaction(trx: Trx, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${keyOf(name)})`.execute(trx)
}

/** As `lockInTransaction`, without waiting. @returns false: another transaction holds it */
export async function tryLockInTransaction(trx: Trx, name: string): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    SELECT pg_try_advisory_xact_lock(${keyOf(name)}) AS is_free`.execute(trx)
  return rows[0]?.isFree === true
}

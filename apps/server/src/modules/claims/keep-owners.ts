import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/db/store.ts'

/**
 * Keeps the accounts of the owners of controllers until the transaction ends. To be called before a controller is locked whose past then goes
 * to its owner: the end of an account takes first the account and then its controllers, and of two that take them crosswise the database
 * ends one.
 */
export async function keepOwners(trx: Trx, ofControllers: RawBuilder<unknown>): Promise<void> {
  await sql`
    SELECT FROM users WHERE id IN (SELECT owner_id FROM controllers WHERE ${ofControllers}) FOR KEY SHARE`.execute(
    trx,
  )
}

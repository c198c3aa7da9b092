import { buildController, buildMiner, buildOwner, buildShip } from '@shipminer/testkit/fleet'
import type { Insertable } from 'kysely'
import type { Database } from '../src/platform/db/schema.ts'
import type { Queryable } from '../src/platform/db/store.ts'

type Changes<Table extends keyof Database> = Partial<Insertable<Database[Table]>>

/** @returns the id of the new owner. */
export async function insertOwner(db: Queryable, over: Changes<'users'> = {}): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values(buildOwner(over))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns the id of the new ship. */
export async function insertShip(
  db: Queryable,
  over: Changes<'ships'> & { userId: string },
): Promise<string> {
  const { id } = await db
    .insertInto('ships')
    .values(buildShip(over))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertController(db: Queryable, over: Changes<'controllers'> = {}): Promise<void> {
  await db.insertInto('controllers').values(buildController(over)).execute()
}

/** @returns the id of the new miner. */
export async function insertMiner(db: Queryable, over: Changes<'miners'> = {}): Promise<number> {
  const { id } = await db
    .insertInto('miners')
    .values(buildMiner(over))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

import { reasonOf } from '@shipminer/domain/reason-of'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from './migrations.ts'
import type { Queryable, Store, Trx } from './store.ts'
import { lockInTransaction } from './transaction-lock.ts'

const migratorOf = (db: Queryable, changes: Record<string, Migration> = migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => changes } })

/** Held by the process that changes the tables. */
export const migrationsLock = 'migrations'

/** The tables are of a newer version of this program. The message is for the operator. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

/**
 * Brings the tables up to date, all changes in one transaction; servers that start together take turns.
 * @returns the names of the migrations applied now.
 * @throws NewerSchemaError when a newer version was here, or the error of the change that failed; nothing is applied then.
 */
export async function migrateToLatest(store: Store): Promise<string[]> {
  return store.maintenance.transaction().execute(async (trx) => {
    await lockInTransaction(trx, migrationsLock)
    const applied = await appliedMigrations(trx)
    const newer = applied.findLast((name) => !Object.hasOwn(migrations, name))
    if (newer)
      throw new NewerSchemaError(
        `The tables are of a newer version of this program (${newer}): run that version, or restore the backup made before the upgrade.`,
      )
    // The migrator looks at every table and column first.
    if (applied.length === Object.keys(migrations).length) return []
    return (await runChanges(trx)).map(({ migrationName }) => migrationName)
  })
}

/**
 * Brings the tables to the state after a change, or after the last one. What a change failed with is kept here: its transaction answers nothing
 * from then on, also not to the migrator, whose own failure would be reported instead.
 * @throws with the name of the change and what the database said of it.
 */
async function runChanges(trx: Trx, to?: string) {
  let failed: { name: string; error: unknown } | undefined
  const watched = Object.entries(migrations).map(([name, migration]): [string, Migration] => [
    name,
    {
      async up(db) {
        try {
          await migration.up(db)
        } catch (error) {
          failed ??= { name, error }
          throw error
        }
      },
    },
  ])
  const migrator = migratorOf(trx, Object.fromEntries(watched))
  const { error, results = [] } =
    to === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(to)
  const cause = failed?.error ?? error
  if (cause)
    throw new Error(
      `The database could not be brought up to date: ${failed ? `${failed.name}: ` : ''}${reasonOf(cause)}`,
      { cause },
    )
  return results
}

/** Migrations that this version of the server knows and the database lacks, and how many it has. */
export async function migrationState(store: Store): Promise<{ applied: number; pending: string[] }> {
  const known = await migratorOf(store.maintenance).getMigrations()
  const pending = known.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
  return { applied: known.length - pending.length, pending }
}

/** Migrations that the database has and this version of the server does not know: a newer one was here. None before the first. */
export async function unknownMigrations(db: Queryable): Promise<string[]> {
  return (await appliedMigrations(db)).filter((name) => !Object.hasOwn(migrations, name))
}

/** What the database says was applied, no matter by whom, in order. */
async function appliedMigrations(db: Queryable): Promise<string[]> {
  const { rows: tables } = await sql<{ isThere: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS is_there`.execute(db)
  if (!tables[0]?.isThere) return []
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Names of the migrations applied to a database, in order; none for an empty one. */
export async function migrationNames(db: Queryable): Promise<string[]> {
  const known = await migratorOf(db).getMigrations()
  return known.filter(({ executedAt }) => executedAt).map(({ name }) => name)
}

/**
 * Brings an empty database, or one that is older, to the schema after a given migration; without a name to the newest. Within the
 * transaction of the caller. @throws the error of the change that failed.
 */
export async function migrateWithin(trx: Trx, to?: string): Promise<void> {
  await runChanges(trx, to)
}

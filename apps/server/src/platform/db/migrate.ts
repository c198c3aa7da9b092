import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations.ts'
import type { Queryable, Store, Trx } from './store.ts'
import { lockInTransaction } from './transaction-lock.ts'

const migratorOf = (db: Queryable) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

/** Whoever changes the tables holds it. */
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
    const { error, results = [] } = await migratorOf(trx).migrateToLatest()
    if (error) {
      const failed = results.find(({ status }) => status === 'Error')?.migrationName
      throw new Error(`The database could not be brought up to date${failed ? ` (${failed})` : ''}.`, {
        cause: error,
      })
    }
    return results.map(({ migrationName }) => migrationName)
  })
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

/** What the database says was applied, whoever did it, in order. */
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
  const migrator = migratorOf(trx)
  const { error } = to === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(to)
  if (error) throw error
}

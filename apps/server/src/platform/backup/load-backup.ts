import { sql } from 'kysely'
import { migrateWithin, migrationsLock } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import type { Store, Trx } from '../db/store.ts'
import { lockInTransaction } from '../db/transaction-lock.ts'
import {
  listReferences,
  listSequences,
  listTables,
  listTopTables,
  quoteName,
  type TableShape,
} from './backup-catalog.ts'
import { BackupError, type BackupHeader, type BackupTrailer, createDigest } from './backup-format.ts'
import { type BackupVisitor, readBackup } from './read-backup.ts'
import { readTableLines, writeTableLines } from './table-rows.ts'

/** @throws BackupError when this version of the server does not know a migration of the backup. */
export function assertKnownMigrations({ migrations: had, version }: BackupHeader): void {
  const known = Object.keys(migrations).sort()
  const unknown = had.find((name, index) => name !== known[index])
  if (unknown)
    throw new BackupError(
      `This backup was made by version ${version}, which has changes of the tables that this one does not know (${unknown}). Upgrade first.`,
    )
}

/** Drops every table and function that a restore replaces. */
async function dropEverything(trx: Trx): Promise<void> {
  for (const name of await listTopTables(trx))
    await sql`DROP TABLE ${sql.raw(quoteName(name))} CASCADE`.execute(trx)
  const { rows } = await sql<{ name: string }>`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`.execute(trx)
  for (const { name } of rows) await sql`DROP FUNCTION ${sql.raw(name)}`.execute(trx)
}

async function makePartitions(trx: Trx, header: BackupHeader): Promise<void> {
  for (const { table, parent, from, to, fillfactor } of header.partitions) {
    const room = fillfactor === null ? sql`` : sql.raw(`WITH (fillfactor = ${fillfactor})`)
    await sql`
      CREATE TABLE ${sql.raw(quoteName(table))} PARTITION OF ${sql.raw(quoteName(parent))}
      FOR VALUES FROM (${sql.lit(from)}) TO (${sql.lit(to)}) ${room}`.execute(trx)
  }
}

function shapeOf(shapes: ReadonlyMap<string, TableShape>, table: string, columns: readonly string[]) {
  const shape = shapes.get(table)
  const expected = shape?.columns.map(({ name }) => name) ?? []
  if (!shape || expected.join() !== [...columns].sort().join())
    throw new BackupError(`This backup does not fit: its table ${table} has another shape than it should.`)
  return shape
}

async function setSequences(trx: Trx, sequences: BackupTrailer['sequences']): Promise<void> {
  const there = Object.keys(await listSequences(trx))
  for (const name of there) {
    const last = sequences[name]
    if (last === undefined) throw new BackupError(`This backup does not say where ${name} stands.`)
    await sql`SELECT setval(${quoteName(name)}::regclass, ${last ?? 1}, ${last !== null})`.execute(trx)
  }
}

/** Reads every table back and compares it with the backup. */
async function assertSameRows(trx: Trx, trailer: BackupTrailer): Promise<void> {
  for (const shape of await listTables(trx)) {
    const digest = createDigest()
    for await (const lines of readTableLines(trx, shape)) for (const line of lines) digest.add(line)
    const expected = trailer.tables[shape.name]
    if (digest.rows() !== expected?.rows || digest.hex() !== expected.sha256)
      throw new BackupError(
        `The restored table ${shape.name} is not what was saved (${digest.rows()} rows instead of ${expected?.rows ?? 0}). Nothing was changed.`,
      )
  }
}

/**
 * Puts a backup into the database, all in one transaction: its tables as they were, every row, checked references, sequences; then
 * everything is read back and compared, and later migrations are applied. What was in the database before is gone at the commit, and
 * untouched when anything fails. The guards of append-only tables are created with the tables and stay.
 * @throws BackupError when the backup is damaged or does not fit.
 */
export async function loadBackup(
  store: Store,
  file: string,
  identities: readonly string[] = [],
): Promise<BackupTrailer> {
  const trailer = await store.maintenance.transaction().execute(async (trx) => {
    await lockInTransaction(trx, migrationsLock)
    let shapes = new Map<string, TableShape>()
    let references: { drop: string; add: string }[] = []
    const visitor: BackupVisitor = {
      async header(header) {
        assertKnownMigrations(header)
        await dropEverything(trx)
        await migrateWithin(trx, header.migrations.at(-1))
        await makePartitions(trx, header)
        shapes = new Map((await listTables(trx)).map((shape) => [shape.name, shape]))
        references = await listReferences(trx)
        for (const { drop } of references) await sql.raw(drop).execute(trx)
      },
      async rows(table, columns, lines) {
        const shape = shapeOf(shapes, table, columns)
        if (lines.length > 0) await writeTableLines(trx, shape, columns, lines)
      },
    }
    const end = await readBackup(file, visitor, identities)
    await setSequences(trx, end.sequences)
    for (const { add } of references) await sql.raw(add).execute(trx)
    await assertSameRows(trx, end)
    await migrateWithin(trx)
    return end
  })
  await sql`ANALYZE`.execute(store.maintenance)
  return trailer
}

import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { migrationNames } from '../db/migrate.ts'
import type { Store, Trx } from '../db/store.ts'
import { tryLockInTransaction } from '../db/transaction-lock.ts'
import { encryptFor } from './age-file.ts'
import { listPartitions, listSequences, listTables, quoteName } from './backup-catalog.ts'
import { BackupError, type BackupHeader, type BackupTrailer, createDigest } from './backup-format.ts'
import { readTableLines } from './table-rows.ts'

/** Held while the tables are read: none is dropped meanwhile. */
export const backupLock = 'backup'

/** What the caller knows about a backup and the database does not. */
export type BackupOrigin = Pick<
  BackupHeader,
  | 'createdAt'
  | 'version'
  | 'secretKey'
  | 'secretKeyPrint'
  | 'otherSecretKeys'
  | 'otherSecretKeyPrints'
  | 'settings'
>

export type BackupSummary = { file: string; bytes: number; tables: number; rows: number }

/** The lines of a backup of everything that `trx` sees. */
async function* backupLines(
  trx: Trx,
  engine: Store['engine'],
  origin: BackupOrigin,
  end: (trailer: BackupTrailer) => void,
): AsyncGenerator<string> {
  const everything = createDigest()
  const encode = (lines: readonly string[]) => {
    for (const line of lines) everything.add(line)
    return `${lines.join('\n')}\n`
  }
  const header: BackupHeader = {
    shipminerBackup: 1,
    ...origin,
    engine,
    migrations: await migrationNames(trx),
    partitions: await listPartitions(trx),
  }
  if (header.migrations.length === 0) throw new BackupError('The database has no tables: nothing to back up.')
  yield encode([JSON.stringify(header)])
  const tables: BackupTrailer['tables'] = {}
  for (const table of await listTables(trx)) {
    const digest = createDigest()
    yield encode([JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) })])
    for await (const lines of readTableLines(trx, table)) {
      for (const line of lines) digest.add(line)
      yield encode(lines)
    }
    tables[table.name] = { rows: digest.rows(), sha256: digest.hex() }
  }
  const trailer: BackupTrailer = {
    end: true,
    tables,
    // Read after the rows: a number issued in the meantime is skipped, never issued twice.
    sequences: await listSequences(trx),
    sha256: everything.hex(),
  }
  end(trailer)
  yield `${JSON.stringify(trailer)}\n`
}

/**
 * Keeps the tables from being dropped while they are read. Partitions only, not their parents: dropping one blocks everyone on its parent.
 */
async function holdTables(trx: Trx): Promise<void> {
  const names = (await listTables(trx)).map(({ name }) => quoteName(name)).join(', ')
  if (names) await sql`LOCK TABLE ${sql.raw(names)} IN ACCESS SHARE MODE`.execute(trx)
}

/** Flushes a folder's own list of names, where the system can. */
export async function flushFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r').catch(() => null)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

/**
 * Writes everything in the database at one point in time into `file`, readable by this user only. It is written under another name and
 * flushed before it gets its own: a file of that name is complete. On PostgreSQL nothing else waits; the embedded database is blocked in
 * the meantime, so pass a snapshot of it.
 * @param recipients public keys of age that the file is encrypted for; none: it is not
 * @throws BackupError when the file exists already, or another backup of this database is running.
 */
export async function writeBackup(
  store: Store,
  file: string,
  origin: BackupOrigin,
  recipients: readonly string[] = [],
): Promise<BackupSummary> {
  if (existsSync(file)) throw new BackupError(`${file} is there already. Name another file.`)
  const aside = `${file}.${randomBytes(4).toString('hex')}.partial`
  const encrypt = encryptFor(recipients)
  let trailer: BackupTrailer | null = null
  try {
    await store.maintenance
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        if (!(await tryLockInTransaction(trx, backupLock)))
          throw new BackupError('Another backup of this database is running.')
        await holdTables(trx)
        const lines = backupLines(trx, store.engine, origin, (end) => {
          trailer = end
        })
        await pipeline(
          Readable.from(lines, { objectMode: true, highWaterMark: 4 }),
          createGzip({ level: 6 }),
          encrypt,
          createWriteStream(aside, { flags: 'wx', mode: 0o600 }),
        )
      })
    const written = await open(aside, 'r+')
    await written.sync().finally(() => written.close())
    await rename(aside, file)
    await flushFolder(dirname(file))
  } finally {
    await rm(aside, { force: true })
  }
  const { tables } = trailer as unknown as BackupTrailer
  return {
    file,
    bytes: (await stat(file)).size,
    tables: Object.keys(tables).length,
    rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
  }
}

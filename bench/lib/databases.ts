import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as z from 'zod'
import { openEmbeddedStore } from '../../apps/server/src/platform/db/embedded/embedded-store.ts'
import { migrateToLatest } from '../../apps/server/src/platform/db/migrate.ts'
import { openPostgresqlStore } from '../../apps/server/src/platform/db/postgresql-store.ts'
import type { Store, StoreLogger } from '../../apps/server/src/platform/db/store.ts'
import {
  findPostgresqlBinaries,
  startThrowawayPostgresql,
} from '../../apps/server/src/platform/db/throwaway-postgresql.ts'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'
import { say } from './report.ts'

/** Only what goes wrong. */
export const quietLogger: StoreLogger = {
  info: () => undefined,
  warn: () => undefined,
  error: (details, message) => console.error(message, details),
}

const statementLimitMs = 120_000

/** A migrated database with flushing on, as in production, and COPY into it: the reference for storing. */
export type BenchDatabase = {
  name: string
  store: Store
  /** COPY in its text format, committed. `columns` as SQL. */
  copy(table: string, columns: string, text: string): Promise<void>
  close(): Promise<void>
}

/** The embedded store in a folder. COPY reads a file beside its tables, since nothing streams into it. */
export async function openEmbeddedBench(dir: string): Promise<BenchDatabase> {
  const store = await openEmbeddedStore({ dir, logger: quietLogger, statementLimitMs })
  await migrateToLatest(store)
  const { rows } = await sql<{ dataDirectory: string }>`SHOW data_directory`.execute(store.db)
  const inside = `${rows[0]?.dataDirectory}/bench-copy.txt`
  return {
    name: 'embedded',
    store,
    async copy(table, columns, text) {
      writeFileSync(join(dir, 'bench-copy.txt'), text)
      await sql`COPY ${sql.raw(table)} (${sql.raw(columns)}) FROM ${sql.lit(inside)}`.execute(store.db)
    },
    close: () => store.close(),
  }
}

/** Binaries of a PostgreSQL on this machine; logs that it is skipped when there is none. */
export function findPostgresql(): string | null {
  const binaries = findPostgresqlBinaries(process.env.PATH ?? '')
  if (!binaries) say('SKIPPED: PostgreSQL, no initdb and postgres on this machine')
  return binaries
}

/** A database of its own in a new cluster that is gone afterwards. Without `durable` nothing is flushed: for data that is only read. */
export async function openPostgresqlBench(
  binaries: string,
  { durable = true, settings = [] }: { durable?: boolean; settings?: readonly string[] } = {},
): Promise<BenchDatabase & { dataDir: string; socketDir: string }> {
  const cluster = await startThrowawayPostgresql(binaries, { durable, settings })
  const databaseUrl = cluster.urlOf('postgres')
  const store = await openPostgresqlStore({
    databaseUrl,
    logger: quietLogger,
    statementLimitMs,
    poolSize: 10,
  })
  await migrateToLatest(store)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('SHOW server_version')
  return {
    name: `PostgreSQL ${rows[0].server_version.split(' ')[0]}`,
    store,
    copy: (table, columns, text) =>
      pipeline([text], client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`))),
    dataDir: cluster.dataDir,
    socketDir: cluster.socketDir,
    async close() {
      await client.end()
      await store.close()
      await cluster.stop()
    },
  }
}

const PackageSchema = z.object({ dependencies: z.object({ '@electric-sql/pglite': z.string() }) })

/** The pinned version of the embedded engine. */
export const embeddedVersion = (): string =>
  PackageSchema.parse(JSON.parse(readFileSync(join(REPO_ROOT, 'apps/server/package.json'), 'utf8')))
    .dependencies['@electric-sql/pglite']

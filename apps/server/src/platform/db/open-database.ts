import { join } from 'node:path'
import { keepPrivate } from '../private-files.ts'
import { openEmbeddedStore } from './embedded/embedded-store.ts'
import { openPostgresqlStore } from './postgresql-store.ts'
import type { Store, StoreLogger } from './store.ts'

/**
 * Opens the database of this server: the PostgreSQL at `databaseUrl`, or without one the embedded store in `dataDir/db`.
 * Tables are not touched; see `migrateToLatest`.
 */
export async function openDatabase(options: {
  databaseUrl: string | null
  dataDir: string
  logger: StoreLogger
  /** Maximum duration of a statement. */
  statementLimitMs?: number
  /** Connections to PostgreSQL, besides one for signals and one for maintenance. */
  poolSize?: number
}): Promise<Store> {
  const { databaseUrl, dataDir, logger, statementLimitMs = 30_000, poolSize = 10 } = options
  if (databaseUrl !== null) return openPostgresqlStore({ databaseUrl, logger, statementLimitMs, poolSize })
  const store = await openEmbeddedStore({ dir: join(dataDir, 'db'), logger, statementLimitMs })
  // A new database is unpacked with files that everyone may open.
  keepPrivate(dataDir)
  return store
}

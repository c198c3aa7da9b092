import { join } from 'node:path'
import { openEmbeddedStore } from './embedded/embedded-store.ts'
import { openPostgresqlStore } from './postgresql-store.ts'
import type { Store, StoreLogger } from './store.ts'

/**
 * Opens the database of this server: the PostgreSQL at `databaseUrl`, or without one the embedded store in `dataDir/db`.
 * Tables are not touched; see `migrateToLatest`.
 */
export function openDatabase(options: {
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
  return openEmbeddedStore({ dir: join(dataDir, 'db'), logger, statementLimitMs })
}

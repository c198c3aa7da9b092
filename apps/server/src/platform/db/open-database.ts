import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepPrivate } from '../private-files.ts'
import { openEmbeddedStore } from './embedded/embedded-store.ts'
import { openPostgresqlStore } from './postgresql-store.ts'
import type { Store, StoreLogger } from './store.ts'

export type DatabaseConfig = {
  DATABASE_URL: string | null
  /** The same server without a pooler; null: `DATABASE_URL` names none. */
  DATABASE_DIRECT_URL: string | null
  DATA_DIR: string
}

const behindPooler =
  'DATABASE_URL seems to name a pooler in transaction mode: name PostgreSQL itself in DATABASE_DIRECT_URL too, for signals and migrations.'

/** How long a signal may take that this process sends to itself. */
const signalLimitMs = 10_000

/**
 * Opens the database of this server: the PostgreSQL at `DATABASE_URL`, or without one the embedded store in `DATA_DIR/db`.
 * Tables are not touched; see `migrateToLatest`. @throws when PostgreSQL cannot be reached, or signals do not arrive
 */
export async function openDatabase(options: {
  config: DatabaseConfig
  logger: StoreLogger
  /** Maximum duration of a statement. */
  statementLimitMs?: number
  /** Connections to PostgreSQL, besides one for signals and one for maintenance. */
  poolSize?: number
}): Promise<Store> {
  const { config, logger, statementLimitMs = 30_000, poolSize = 10 } = options
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = config
  if (databaseUrl !== null) {
    const store = await openPostgresqlStore({
      databaseUrl,
      directUrl,
      logger,
      statementLimitMs,
      poolSize,
    }).catch((error) => {
      throw isRefusedByPooler(error) ? new Error(behindPooler, { cause: error }) : error
    })
    if (await hearsItself(store)) return store
    await store.close()
    throw new Error(behindPooler)
  }
  const store = await openEmbeddedStore({ dir: join(dataDir, 'db'), logger, statementLimitMs })
  // A new database is unpacked with files that everyone may open.
  keepPrivate(dataDir)
  return store
}

/** A pooler knows no settings of a connection, and says so in these words. */
function isRefusedByPooler(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message)
}

/** Whether a signal arrives here: a pooler takes the order to listen, and gives what comes to somebody else. */
async function hearsItself(store: Store): Promise<boolean> {
  const signalled = Promise.withResolvers<boolean>()
  const given = new AbortController()
  const channel = `opened_${randomBytes(8).toString('hex')}`
  const stop = await store.listen(channel, () => signalled.resolve(true))
  await store.notify(channel, '')
  const tooLate = sleep(signalLimitMs, false, { signal: given.signal }).catch(() => false)
  const isSignalled = await Promise.race([signalled.promise, tooLate])
  given.abort()
  await stop()
  return isSignalled
}

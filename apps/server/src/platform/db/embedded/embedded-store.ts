import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { notifyStatement, probe } from '../shared-statements.ts'
import { createStatementLog } from '../statement-log.ts'
import type { Store, StoreLogger } from '../store.ts'
import { type EmbeddedConnection, openEmbeddedConnection } from './embedded-connection.ts'
import { startMaintenance } from './embedded-maintenance.ts'
import { createEmbeddedPool, createSessionQueue } from './embedded-pool.ts'
import { lockStore } from './store-lock.ts'

type Listener = { handler(payload: string): void; onGap: (() => void) | undefined }

/**
 * Opens PostgreSQL inside this process (PGlite, in a worker thread) on `dir`, and makes it durable and exclusive.
 * @throws StoreInUseError when another process has opened it.
 */
export async function openEmbeddedStore(options: {
  dir: string
  logger: StoreLogger
  statementLimitMs: number
  /** Maximum time that a statement or a transaction waits for its turn. */
  queueWaitMs?: number
  /** Only for throwaway stores: no flush to disk. */
  unsafeNoFsync?: boolean
}): Promise<Store> {
  const { logger, statementLimitMs, queueWaitMs = 2 * statementLimitMs + 30_000 } = options
  const dir = resolve(options.dir)
  mkdirSync(dirname(dir), { recursive: true })
  const unlock = await lockStore(dir)
  const listeners = new Map<string, Set<Listener>>()
  const dispatch = (channel: string, payload: string) => {
    for (const { handler } of listeners.get(channel) ?? []) handler(payload)
  }
  const onReopened = () => {
    for (const set of listeners.values()) for (const { onGap } of set) onGap?.()
  }

  let connection: EmbeddedConnection
  try {
    // A restore was interrupted between its last two steps: the database is complete and only lacks its name.
    if (!existsSync(dir) && existsSync(`${dir}.restored`)) renameSync(`${dir}.restored`, dir)
    const fsync = !options.unsafeNoFsync
    connection = await openEmbeddedConnection({ dir, fsync, logger, onNotification: dispatch, onReopened })
  } catch (error) {
    unlock()
    throw error
  }

  const queue = createSessionQueue()
  const { log, onStatement } = createStatementLog()
  const kysely = (limitMs: number) =>
    new Kysely<Database>({
      dialect: new PostgresDialect({
        pool: createEmbeddedPool(connection, queue, { limitMs, waitMs: queueWaitMs }),
      }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
      log,
    })
  const db = kysely(statementLimitMs)
  const maintenance = kysely(30 * 60_000)
  const stopMaintenance = startMaintenance(maintenance, logger)
  const inTurn = async (task: () => Promise<void>) => {
    const release = await queue.acquire(60_000)
    await task().finally(release)
  }
  let closed: Promise<void> | null = null

  return {
    engine: 'embedded',
    db,
    maintenance,
    async listen(channel, handler, onGap) {
      const listener: Listener = { handler, onGap }
      const set = listeners.get(channel) ?? new Set()
      listeners.set(channel, set)
      set.add(listener)
      if (set.size === 1) await inTurn(() => connection.listen(channel))
      return async () => {
        if (!set.delete(listener) || set.size > 0 || closed) return
        listeners.delete(channel)
        await inTurn(() => connection.unlisten(channel))
      }
    },
    async notify(channel, payload, trx = db) {
      await notifyStatement(channel, payload).execute(trx)
    },
    async health() {
      return { engine: 'embedded', restarts: connection.generation() - 1, ...(await probe(db)) }
    },
    pool: () => queue.state(),
    onStatement,
    close() {
      closed ??= (async () => {
        await stopMaintenance()
        const release = await queue.acquire(statementLimitMs).catch(() => () => undefined)
        await connection.close()
        release()
        unlock()
      })()
      return closed
    },
  }
}

/**
 * Bytes of the store's tables and indexes.
 *
 * @internal For tests and benchmarks.
 */
export async function databaseBytes(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '@shipminer/domain/reason-of'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'
import { notifyStatement, probe } from './shared-statements.ts'
import { createStatementLog } from './statement-log.ts'
import { createPlanNames, isPlanGone } from './statements/kept-plan.ts'
import type { Store, StoreLogger } from './store.ts'
import { typeParserOf } from './type-parsers.ts'

/**
 * Nothing is compiled to machine code: a query that looks dear to a planner without statistics took 19 ms, and 4.6 s with what
 * compiling it took.
 */
const sessionSettings =
  "SELECT set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false), set_config('jit', 'off', false)"

/** All that a pooler keeps apart for each of its clients. The rest are settings of the role, see `checkRoleSettings`. */
const pooledSessionSettings =
  "SELECT set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, YMD', false)"
const types = { getTypeParser: (oid: number) => typeParserOf(oid) } as unknown as pg.CustomTypesConfig

/** The parts of a `pg` error worth logging; the error itself contains the whole connection. */

type Listener = { handler(payload: string): void; onGap: (() => void) | undefined }

/** The connection that only listens: opened with the first listener, rebuilt for as long as there is one, closed with the last. */
function createSignalReceiver(connectionString: string, logger: StoreLogger) {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  let closed = false
  let restarts = 0

  const open = async () => {
    const opened = new pg.Client({ connectionString, keepAlive: true, application_name: 'shipminer-signals' })
    opened.on('notification', ({ channel, payload }) => {
      for (const { handler } of listeners.get(channel) ?? []) handler(payload ?? '')
    })
    // A lost connection is reported twice ('error' and 'end'); only the first one rebuilds.
    const onLost = (error?: Error) => {
      if (client !== opened) return
      client = null
      if (closed) return
      logger.warn({ reason: reasonOf(error) }, 'the listening connection to PostgreSQL was lost')
      void rebuild()
    }
    opened.on('error', onLost)
    opened.on('end', () => onLost())
    try {
      await opened.connect()
      for (const channel of listeners.keys()) await opened.query(`LISTEN ${opened.escapeIdentifier(channel)}`)
    } catch (error) {
      await opened.end().catch(() => undefined)
      throw error
    }
    client = opened
  }

  const rebuild = async () => {
    connecting ??= (async () => {
      for (let delayMs = 100; !closed && listeners.size > 0; delayMs = Math.min(delayMs * 2, 10_000)) {
        try {
          await open()
          restarts += 1
          for (const set of listeners.values()) for (const { onGap } of set) onGap?.()
          return
        } catch (error) {
          logger.warn(
            { reason: reasonOf(error), delayMs },
            'the listening connection to PostgreSQL cannot be rebuilt yet',
          )
          await sleep(delayMs, undefined, { ref: false })
        }
      }
    })().finally(() => {
      connecting = null
    })
    await connecting
  }

  const ensureOpen = async () => {
    if (client) return
    connecting ??= open().finally(() => {
      connecting = null
    })
    await connecting
  }

  /** One statement after the other: the connection accepts no second one while the first runs. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (statement: (open: pg.Client) => string) => {
    turn = turn.catch(() => undefined).then(() => client?.query(statement(client)))
    return turn
  }

  const letGo = async () => {
    const open = client
    client = null
    await open?.end()
  }

  return {
    restarts: () => restarts,
    async listen(channel: string, handler: (payload: string) => void, onGap?: () => void) {
      const listener: Listener = { handler, onGap }
      await ensureOpen()
      const set = listeners.get(channel) ?? new Set()
      listeners.set(channel, set)
      set.add(listener)
      if (set.size === 1) await inTurn((open) => `LISTEN ${open.escapeIdentifier(channel)}`)
      return async () => {
        if (!set.delete(listener) || set.size > 0) return
        listeners.delete(channel)
        if (listeners.size === 0) return letGo()
        await inTurn((open) => `UNLISTEN ${open.escapeIdentifier(channel)}`)
      }
    },
    async close() {
      closed = true
      await letGo()
    },
  }
}

/**
 * A connection that is lost while checked out emits an error event of its own, and an unhandled one would end the process. A connection
 * whose server refuses writes (it became a standby) is not used again: the next one may reach a server that accepts them. Nor is one that
 * lost a plan that it was to keep.
 */
function guardConnections(pool: pg.Pool, logger: StoreLogger, keepsPlans: boolean): void {
  const plans = createPlanNames()
  pool.on('connect', (client) => {
    client.on('error', (error) =>
      logger.warn({ reason: reasonOf(error) }, 'a connection to PostgreSQL was lost'),
    )
    const query = client.query.bind(client) as (...input: unknown[]) => unknown
    client.query = ((...input: unknown[]) => {
      const [text, values] = input
      const name = keepsPlans ? plans.nameOf(text) : null
      const answer = name === null ? query(...input) : query({ name, text, values })
      if (answer instanceof Promise)
        answer.catch((error: { code?: string }) => {
          const isGone = name !== null && isPlanGone(error)
          if (isGone) {
            plans.pause()
            logger.warn({ reason: reasonOf(error) }, 'a connection to PostgreSQL did not keep a plan')
          }
          if (error.code !== '25006' && !isGone) return
          // Each checkout has a `release` of its own; this one throws the connection away.
          const { release } = client
          client.release = () => release(true)
        })
      return answer
    }) as typeof client.query
  })
}

type PostgresqlOptions = {
  databaseUrl: string
  /** Address without a pooler, for signals and maintenance; then `databaseUrl` may name one that lends a connection for one transaction. */
  directUrl?: string | null
  logger: StoreLogger
  statementLimitMs: number
  poolSize: number
}

/** @throws when the server is too old, or a pooler's connections lack what a session sets elsewhere */
async function checkServer(db: Kysely<Database>, isPooled: boolean, statementLimitMs: number): Promise<void> {
  const setting = (name: string) => sql<string>`current_setting(${name})`
  const found = await db
    .selectNoFrom([
      setting('server_version_num').as('version'),
      setting('statement_timeout').as('limit'),
      setting('jit').as('jit'),
      sql<string>`quote_ident(current_user)`.as('role'),
    ])
    .executeTakeFirstOrThrow()
  if (Number(found.version) < 150_000)
    throw new Error(`PostgreSQL 15 or later is needed, the server says ${found.version}`)
  const missing = [
    ...(found.limit === '0' ? [`statement_timeout = '${statementLimitMs / 1000}s'`] : []),
    ...(found.jit === 'on' ? ['jit = off'] : []),
  ].map((setting) => `ALTER ROLE ${found.role} SET ${setting};`)
  if (isPooled && missing.length > 0)
    throw new Error(
      `Connections of a pooler keep no settings of a session, so the role must have them: ${missing.join(' ')} Then let the pooler connect anew.`,
    )
}

/** Opens a pool on a PostgreSQL 15 or later. @throws when the server cannot be reached or is older. */
export async function openPostgresqlStore(options: PostgresqlOptions): Promise<Store> {
  const { databaseUrl, logger, statementLimitMs, poolSize } = options
  const directUrl = options.directUrl ?? databaseUrl
  const { log, onStatement } = createStatementLog()
  const kysely = (connectionString: string, max: number, limitMs: number) => {
    const isPooled = connectionString !== directUrl
    const pool = new pg.Pool({
      connectionString,
      max,
      types,
      ...(isPooled ? {} : { statement_timeout: limitMs }),
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'shipminer',
      // The pool drops a connection that ends meanwhile; Kysely's own `onCreateConnection` would keep its place for ever.
      onConnect: (client) => client.query(isPooled ? pooledSessionSettings : sessionSettings),
    })
    pool.on('error', (error) =>
      logger.warn({ reason: reasonOf(error) }, 'an idle connection to PostgreSQL was lost'),
    )
    guardConnections(pool, logger, !isPooled)
    const db = new Kysely<Database>({
      dialect: new PostgresDialect({ pool }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
      log,
    })
    return { db, pool }
  }
  const { db, pool } = kysely(databaseUrl, poolSize, statementLimitMs)
  const { db: maintenance } = kysely(directUrl, 1, 30 * 60_000)
  const signals = createSignalReceiver(directUrl, logger)
  await checkServer(db, directUrl !== databaseUrl, statementLimitMs).catch(async (error) => {
    await Promise.all([db.destroy(), maintenance.destroy()])
    throw error
  })

  let closed: Promise<void> | null = null
  return {
    engine: 'postgresql',
    db,
    maintenance,
    listen: (channel, handler, onGap) => signals.listen(channel, handler, onGap),
    async notify(channel, payload, trx = db) {
      await notifyStatement(channel, payload).execute(trx)
    },
    async health() {
      return { engine: 'postgresql', restarts: signals.restarts(), ...(await probe(db)) }
    },
    onStatement,
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close() {
      closed ??= (async () => {
        await signals.close()
        await Promise.all([db.destroy(), maintenance.destroy()])
      })()
      return closed
    },
  }
}

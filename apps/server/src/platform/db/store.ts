import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'
import type { StatementObserver } from './statement-log.ts'

export type Engine = 'embedded' | 'postgresql'

/** A transaction on the store; every repository method takes one (or the store's `db`) as its first argument. */
export type Trx = Transaction<Database>
export type Queryable = Kysely<Database>

/** The part of a logger that the database needs; Fastify's and pino's satisfy it. */
export type StoreLogger = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export type StoreHealth = {
  engine: Engine
  reachable: boolean
  /** Round trip of one trivial statement; null when it did not come back. */
  latencyMs: number | null
  error: string | null
  /** How often the embedded engine had to be reopened, or the listening connection rebuilt, since the start. */
  restarts: number
}

export type PoolState = { busy: number; idle: number; waiting: number }

/** One database, whichever engine runs it. Both engines speak the same SQL and return the same JavaScript values. */
export type Store = {
  engine: Engine
  /** Statements are cancelled after the statement limit (30 s by default) with code `57014`. */
  db: Queryable
  /** The same database with a limit of 30 minutes, for migrations and retention; one statement at a time. */
  maintenance: Queryable
  /**
   * Calls `handler` with every payload sent on `channel` after this resolves, by any process on the same database.
   * `onGap` is called when signals may have been missed (the connection was lost and is back).
   */
  listen(
    channel: string,
    handler: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>
  /** Sends at commit when `trx` is given, at once otherwise. Equal payloads in one transaction arrive once. At most 7,999 bytes. */
  notify(channel: string, payload: string, trx?: Queryable): Promise<void>
  health(): Promise<StoreHealth>
  /** Connections for the statements of people and jobs, and how many of these wait for one. */
  pool(): PoolState
  /** Reports how long each statement took from now on, to the last one who called this. */
  onStatement(observer: StatementObserver): void
  /** Ends running work and releases the data folder or the connections. Safe to call twice. */
  close(): Promise<void>
}

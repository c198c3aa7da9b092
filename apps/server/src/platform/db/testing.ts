import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { openEmbeddedStore } from './embedded/embedded-store.ts'
import { openPostgresqlStore } from './postgresql-store.ts'
import type { Engine, Store, StoreLogger } from './store.ts'

/** What the global set-up of the server's tests prepared, once per run. */
export type TestStores = {
  /** Folder of a migrated embedded store, to be copied. */
  embeddedTemplate: string
  /** Address of a PostgreSQL database, and the migrated template database beside it; null when none is reachable. */
  postgresql: { url: string; template: string } | null
}

declare module 'vitest' {
  interface ProvidedContext {
    testStores: TestStores
  }
}

/** Silent, except for errors. */
export const testLogger: StoreLogger = {
  info: () => undefined,
  warn: () => undefined,
  error: (details, message) => console.error(message, details),
}

export const testEngines = (): Engine[] =>
  inject('testStores').postgresql ? ['embedded', 'postgresql'] : ['embedded']

type TestStoreOptions = { statementLimitMs?: number; queueWaitMs?: number }

async function openEmbedded({ statementLimitMs = 30_000, queueWaitMs }: TestStoreOptions): Promise<Store> {
  const root = mkdtempSync(join(tmpdir(), 'sm-store-'))
  const dir = join(root, 'db')
  cpSync(inject('testStores').embeddedTemplate, dir, { recursive: true })
  const store = await openEmbeddedStore({
    dir,
    logger: testLogger,
    statementLimitMs,
    unsafeNoFsync: true,
    ...(queueWaitMs === undefined ? {} : { queueWaitMs }),
  })
  const close = async () => {
    await store.close()
    rmSync(root, { recursive: true, force: true })
  }
  return { ...store, close }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function openPostgresql({ statementLimitMs = 30_000 }: TestStoreOptions): Promise<Store> {
  const server = inject('testStores').postgresql
  if (!server) throw new Error('no PostgreSQL is reachable')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server.url, `CREATE DATABASE ${name} TEMPLATE ${server.template}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const store = await openPostgresqlStore({
    databaseUrl: url.href,
    logger: testLogger,
    statementLimitMs,
    poolSize: 8,
  })
  const close = async () => {
    await store.close()
    await onServer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return { ...store, close }
}

/** A fresh migrated database of its own; `close` removes it. */
export function openTestStore(engine: Engine = 'embedded', options: TestStoreOptions = {}): Promise<Store> {
  return engine === 'embedded' ? openEmbedded(options) : openPostgresql(options)
}

/** Empties every table, which is much faster than opening another store. */
export async function resetTestStore(store: Store): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT oid::regclass::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT LIKE 'kysely%'`.execute(
    store.db,
  )
  await sql`TRUNCATE ${sql.raw(rows.map(({ name }) => name).join(', '))} RESTART IDENTITY CASCADE`.execute(
    store.db,
  )
}

export type EngineContext = {
  engine: Engine
  /** The suite's store: open while its tests run. */
  store(): Store
}

/** Runs a suite once on every database that the global set-up found, each time on a fresh store. */
export function describeEachEngine(name: string, suite: (context: EngineContext) => void): void {
  for (const engine of testEngines())
    describe(`${name} (${engine})`, () => {
      let opened: Store | null = null
      beforeAll(async () => {
        opened = await openTestStore(engine)
      })
      afterAll(async () => {
        await opened?.close()
      })
      suite({
        engine,
        store() {
          if (!opened) throw new Error('the store is open only while tests run')
          return opened
        },
      })
    })
}

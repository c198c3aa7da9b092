import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type KyselyPlugin, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { openEmbeddedStore } from './embedded/embedded-store.ts'
import { openPostgresqlStore } from './postgresql-store.ts'
import type { Engine, Store, StoreLogger } from './store.ts'

/** What the global setup of the server's tests prepared, once per run. */
export type TestStores = {
  /** Folder for stores of this run; the setup removes it at the end, with what is still open. */
  folder: string
  /** Folder of a migrated embedded store, to be copied. */
  embeddedTemplate: string
  /**
   * Address of a PostgreSQL database, and the migrated template database beside it, whose name those of the tests begin with; null when
   * none is reachable. `poolerUrl`: a pooler in front of it that the suites go through.
   */
  postgresql: { url: string; template: string; poolerUrl: string | null } | null
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
  const root = mkdtempSync(join(inject('testStores').folder, 'store-'))
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
  const name = `${server.template}_${randomBytes(6).toString('hex')}`
  await onServer(server.url, `CREATE DATABASE ${name} TEMPLATE ${server.template}`)
  const addressOf = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
  const store = await openPostgresqlStore({
    databaseUrl: addressOf(server.poolerUrl ?? server.url),
    directUrl: addressOf(server.url),
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

const openNew = (engine: Engine, options: TestStoreOptions) =>
  engine === 'embedded' ? openEmbedded(options) : openPostgresql(options)

/** What tests may change in a store besides rows: its tables, functions and triggers, and the settings of its session. */
async function describeShape(store: Store): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    SELECT concat_ws(E'\\n',
      (SELECT string_agg(concat_ws(' ', relname, relkind, relnatts, relfilenode = 0), ',' ORDER BY relname) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace),
      (SELECT string_agg(concat_ws(' ', proname, md5(prosrc)), ',' ORDER BY oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
      (SELECT string_agg(concat_ws(' ', tgname, tgenabled), ',' ORDER BY oid) FROM pg_trigger),
      (SELECT string_agg(concat_ws(' ', conname, convalidated, pg_get_constraintdef(oid)), ',' ORDER BY oid) FROM pg_constraint),
      (SELECT string_agg(concat_ws(' ', name, setting), ',' ORDER BY name) FROM pg_settings WHERE source = 'session'),
      (SELECT string_agg(setconfig::text, ',') FROM pg_db_role_setting)) AS shape`.execute(store.db)
  return rows[0]?.shape ?? ''
}

async function dropPartitions(store: Store): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE relkind = 'r'`.execute(
    store.db,
  )
  if (rows.length > 0)
    await sql.raw(`DROP TABLE ${rows.map(({ name }) => name).join(', ')}`).execute(store.db)
}

type SharedStore = { store: Store; shape: string }

/**
 * Stores that were returned in the state in which they were opened: files of one worker use them in turn, because opening one takes
 * seconds.
 */
const idleStores = new Map<Engine, SharedStore>()

/** Returns a store to the pool when nothing but rows was changed in it, otherwise closes it. */
async function giveBack(shared: SharedStore): Promise<void> {
  const { store, shape } = shared
  if (idleStores.has(store.engine)) return store.close()
  try {
    await resetTestStore(store)
    await dropPartitions(store)
    const { restarts } = await store.health()
    if (restarts > 0 || (await describeShape(store)) !== shape) return store.close()
  } catch {
    return store.close()
  }
  idleStores.set(store.engine, shared)
}

async function takeShared(engine: Engine): Promise<SharedStore> {
  const idle = idleStores.get(engine)
  idleStores.delete(engine)
  if (idle) return idle
  const store = await openNew(engine, {})
  return { store, shape: await describeShape(store) }
}

/**
 * A migrated database without rows for exclusive use until it is closed. Statements are refused from then on: what a failed test left running
 * writes nothing into the store of the next file.
 */
export async function openTestStore(
  engine: Engine = 'embedded',
  options: TestStoreOptions = {},
): Promise<Store> {
  if (Object.keys(options).length > 0) return openNew(engine, options)
  const shared = await takeShared(engine)
  const { store } = shared
  const unlisten: (() => Promise<void>)[] = []
  let closed: Promise<void> | null = null
  const refusedAfterwards: KyselyPlugin = {
    transformQuery({ node }) {
      if (closed) throw new Error('this test store was given back: close first what uses it')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    ...store,
    db: store.db.withPlugin(refusedAfterwards),
    maintenance: store.maintenance.withPlugin(refusedAfterwards),
    async listen(...listener) {
      const stop = await store.listen(...listener)
      unlisten.push(stop)
      return stop
    },
    close() {
      closed ??= (async () => {
        for (const stop of unlisten) await stop()
        await giveBack(shared)
      })()
      return closed
    },
  }
}

/** From this size on a table is truncated: deleting leaves its dead rows behind, and every later scan reads them. */
const bloatedBytes = 512 * 1024

/**
 * Empties every table and restarts every sequence, in one statement that touches only what was written to: truncating all of the
 * tables costs ten times as much, even when they are empty. The locks make it wait for transactions that still run, as truncating does.
 */
const resetStatement = `
DO $reset$
DECLARE
  own_tables text;
  written regclass[];
  bloated text;
  written_table regclass;
  used_sequence record;
BEGIN
  SELECT string_agg(oid::regclass::text, ', ') INTO own_tables FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE 'kysely%';
  EXECUTE 'LOCK TABLE ' || own_tables || ' IN ACCESS EXCLUSIVE MODE';
  SELECT array_agg(oid::regclass), string_agg(oid::regclass::text, ', ') FILTER (WHERE pg_relation_size(oid) > ${bloatedBytes})
    INTO written, bloated FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE 'kysely%' AND pg_relation_size(oid) > 0;
  IF written IS NOT NULL AND current_setting('is_superuser') = 'on' THEN
    -- Neither foreign keys nor the triggers of tables that only grow are asked.
    SET LOCAL session_replication_role = replica;
    FOREACH written_table IN ARRAY written LOOP
      EXECUTE 'DELETE FROM ' || written_table;
    END LOOP;
    SET LOCAL session_replication_role = origin;
  ELSE
    SELECT string_agg(name::text, ', ') INTO bloated FROM unnest(written) name;
  END IF;
  IF bloated IS NOT NULL THEN
    EXECUTE 'TRUNCATE ' || bloated || ' CASCADE';
  END IF;
  FOR used_sequence IN
    SELECT format('%I.%I', schemaname, sequencename)::regclass AS name, start_value FROM pg_sequences
      WHERE schemaname = 'public' AND last_value IS NOT NULL
  LOOP
    PERFORM setval(used_sequence.name, used_sequence.start_value, false);
  END LOOP;
END
$reset$`

/** Resets the store to a migrated one without rows. */
export async function resetTestStore(store: Store): Promise<void> {
  await sql.raw(resetStatement).execute(store.db)
}

export type EngineContext = {
  engine: Engine
  /** The suite's store: open while its tests run. */
  store(): Store
}

/** Runs a suite once on every database that the global setup found, each time on a fresh store. */
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

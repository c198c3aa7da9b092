import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StoreLogger } from '../store.ts'
import { openTestStore, testLogger } from '../testing.ts'
import { exitOf, killRepeatedly, spawnWriter } from './crash-testing.ts'
import { checkpointIfDue, maintenanceDefaults, tidyTables } from './embedded-maintenance.ts'
import { openEmbeddedStore } from './embedded-store.ts'
import { lockStore, StoreInUseError } from './store-lock.ts'

const silent: StoreLogger = { info: () => undefined, warn: () => undefined, error: () => undefined }

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sm-fault-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a killed server', () => {
  test('has lost nothing it acknowledged, and no half batch is there', async () => {
    await killRepeatedly(join(root, 'db'), [3, 40, 27])
  }, 180_000)

  test('during its very first start leaves nothing in the way of the next one', async () => {
    const dir = join(root, 'db')
    const child = spawnWriter(dir)
    const exited = exitOf(child)
    const { promise: created, resolve } = Promise.withResolvers<void>()
    const poll = setInterval(() => {
      if (existsSync(join(`${dir}.new`, 'PG_VERSION'))) resolve()
    }, 5)
    await created
    clearInterval(poll)
    child.kill('SIGKILL')
    await exited
    const store = await openEmbeddedStore({ dir, logger: testLogger, statementLimitMs: 30_000 })
    expect(await store.health()).toMatchObject({ reachable: true })
    await store.close()
    expect(existsSync(`${dir}.lock`)).toBe(false)
  })
})

describe('the lock', () => {
  test('refuses a second opener and says who has it', async () => {
    const dir = join(root, 'db')
    const unlock = await lockStore(dir)
    const refused = openEmbeddedStore({ dir, logger: silent, statementLimitMs: 1_000 })
    await expect(refused).rejects.toThrow(StoreInUseError)
    await expect(refused).rejects.toThrow(`in use by process ${process.pid} on ${hostname()}`)
    expect(existsSync(`${dir}.lock`)).toBe(true)
    unlock()
    ;(await lockStore(dir))()
  })

  test('of a dead process is taken over', async () => {
    const dir = join(root, 'db')
    const dead = spawn(process.execPath, ['-e', ''])
    await exitOf(dead)
    writeFileSync(`${dir}.lock`, JSON.stringify({ pid: dead.pid, startedAt: '1', host: hostname() }))
    const unlock = await lockStore(dir)
    expect(JSON.parse(readFileSync(`${dir}.lock`, 'utf8'))).toMatchObject({ pid: process.pid })
    unlock()
    expect(existsSync(`${dir}.lock`)).toBe(false)
  })

  test.skipIf(!existsSync('/proc/self/stat'))(
    'of a process whose number was given to another is taken over',
    async () => {
      const dir = join(root, 'db')
      writeFileSync(`${dir}.lock`, JSON.stringify({ pid: process.pid, startedAt: '1', host: hostname() }))
      ;(await lockStore(dir))()
    },
  )

  test('of another host counts for as long as its heartbeat goes on', async () => {
    const dir = join(root, 'db')
    const unlock = await lockStore(dir, { host: 'elsewhere', heartbeatMs: 10 })
    await expect(lockStore(dir, { foreignWatchMs: 2_000 })).rejects.toThrow('on elsewhere')
    unlock()
    writeFileSync(`${dir}.lock`, JSON.stringify({ pid: 1, startedAt: '1', host: 'gone' }))
    ;(await lockStore(dir, { foreignWatchMs: 100 }))()
  })

  test('is not touched when it cannot be read', async () => {
    const dir = join(root, 'db')
    writeFileSync(`${dir}.lock`, 'not json')
    await expect(lockStore(dir)).rejects.toThrow('cannot be read')
    expect(existsSync(`${dir}.lock`)).toBe(true)
  })
})

test('a folder that is no database is left alone', async () => {
  const dir = join(root, 'db')
  mkdirSync(dir)
  writeFileSync(join(dir, 'precious'), '1')
  await expect(openEmbeddedStore({ dir, logger: silent, statementLimitMs: 1_000 })).rejects.toThrow(
    'holds no database',
  )
  expect(existsSync(join(dir, 'precious'))).toBe(true)
  expect(existsSync(`${dir}.lock`)).toBe(false)
})

describe('a statement over its limit', () => {
  test('is ended, its transaction is lost, and the store goes on', async () => {
    const store = await openTestStore('embedded', { statementLimitMs: 2_000 })
    const gaps: string[] = []
    const { promise: heard, resolve } = Promise.withResolvers<string>()
    await store.listen('after', resolve, () => gaps.push('gap'))
    await store.db.insertInto('jobRuns').values({ name: 'committed' }).execute()
    const stuck = store.db.transaction().execute(async (trx) => {
      await trx.insertInto('jobRuns').values({ name: 'lost' }).execute()
      await sql`SELECT count(*) FROM generate_series(1, 10000000000)`.execute(trx)
    })
    const waiting = store.db.selectFrom('jobRuns').select('name').execute()
    await expect(stuck).rejects.toMatchObject({ code: '57014' })
    expect(await waiting).toEqual([{ name: 'committed' }])
    await store.notify('after', 'still listening')
    expect(await heard).toBe('still listening')
    expect(gaps).toEqual(['gap'])
    expect(await store.health()).toMatchObject({ reachable: true, restarts: 1 })
    await store.close()
  })

  test('does not let a caller carry on in a transaction that is gone', async () => {
    const store = await openTestStore('embedded', { statementLimitMs: 2_000 })
    const attempt = store.db.transaction().execute(async (trx) => {
      await sql`SELECT count(*) FROM generate_series(1, 10000000000)`.execute(trx).catch(() => undefined)
      await trx.insertInto('jobRuns').values({ name: 'outside of any transaction' }).execute()
    })
    await expect(attempt).rejects.toMatchObject({ code: '57P01' })
    expect(await store.db.selectFrom('jobRuns').selectAll().execute()).toEqual([])
    await store.close()
  })
})

test('a statement outside of the transaction that waits for it is refused, not hung', async () => {
  const store = await openTestStore('embedded', { queueWaitMs: 300 })
  const attempt = store.db.transaction().execute(() => store.db.selectFrom('jobRuns').selectAll().execute())
  await expect(attempt).rejects.toMatchObject({ code: '53300' })
  expect(await store.db.selectFrom('jobRuns').selectAll().execute()).toEqual([])
  await store.close()
})

test('housekeeping writes the log back when it has grown, and tidies tables', async () => {
  const store = await openTestStore('embedded')
  await sql`INSERT INTO job_runs (name) SELECT 'job ' || g FROM generate_series(1, 5000) g`.execute(store.db)
  expect(await checkpointIfDue(store.maintenance, 1_000_000_000)).toBe(false)
  expect(await checkpointIfDue(store.maintenance, 100_000)).toBe(true)
  expect(await checkpointIfDue(store.maintenance, 100_000)).toBe(false)
  expect(await tidyTables(store.maintenance, maintenanceDefaults)).toBeGreaterThan(0)
  const { rows } = await sql<{
    rows: number
  }>`SELECT reltuples::int8 AS rows FROM pg_class WHERE relname = 'job_runs'`.execute(store.db)
  expect(rows).toEqual([{ rows: 5000 }])
  await store.close()
})

test('of a table that has grown large what is new is vacuumed, unless it is too much at once', async () => {
  const store = await openTestStore('embedded')
  const settings = { ...maintenanceDefaults, vacuumBelowBytes: 200_000 }
  const fill = (rows: number) =>
    sql`INSERT INTO tidied SELECT repeat('x', 1000) FROM generate_series(1, ${rows}::int)`.execute(store.db)
  const tidy = async () => {
    await tidyTables(store.maintenance, settings)
    const { rows } = await sql<{ all: number; visible: number }>`
      SELECT pg_relation_size(oid) / 8192 AS all, relallvisible::int8 AS visible FROM pg_class WHERE relname = 'tidied'`.execute(
      store.db,
    )
    return rows[0]
  }
  await sql`CREATE TABLE tidied (text text STORAGE PLAIN)`.execute(store.db)
  await fill(140)
  expect(await tidy()).toEqual({ all: 20, visible: 20 })
  await fill(140)
  expect(await tidy()).toEqual({ all: 40, visible: 40 })
  await fill(700)
  expect(await tidy()).toEqual({ all: 140, visible: 40 })
  await store.close()
})

test('of a table that is large by its long values these are not gone through', async () => {
  const store = await openTestStore('embedded')
  await sql`CREATE TABLE tidied (text text STORAGE EXTERNAL)`.execute(store.db)
  await sql`INSERT INTO tidied SELECT repeat('x', 20000) FROM generate_series(1, 40)`.execute(store.db)
  await tidyTables(store.maintenance, { ...maintenanceDefaults, vacuumBelowBytes: 200_000 })
  const { rows } = await sql<{ own: number; beside: number }>`
    SELECT c.relallvisible::int8 AS own, t.relallvisible::int8 AS beside FROM pg_class c JOIN pg_class t ON t.oid = c.reltoastrelid
    WHERE c.relname = 'tidied'`.execute(store.db)
  expect(rows).toEqual([{ own: 1, beside: 0 }])
  await store.close()
})

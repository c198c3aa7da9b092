import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { isDatabaseAway } from '../failures/is-database-away.ts'
import { openPostgresqlStore } from '../postgresql-store.ts'
import type { Queryable } from '../store.ts'
import { describeEachEngine, testEngines, testLogger } from '../testing.ts'
import { createPlanNames, isPlanGone, keptPlan } from './kept-plan.ts'

const add = (db: Queryable, a: number, b: number) =>
  sql<{ sum: number }>`${keptPlan}SELECT ${a}::int + ${b}::int AS sum`
    .execute(db)
    .then(({ rows }) => rows[0]?.sum)
const kept = (db: Queryable) =>
  sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_prepared_statements WHERE name LIKE 'kept_%'`
    .execute(db)
    .then(({ rows }) => rows[0]?.n)

describe.runIf(testEngines().includes('postgresql'))('a kept plan', () => {
  const direct = inject('testStores').postgresql?.url ?? ''
  const open = async (databaseUrl: string) => {
    const warned: string[] = []
    const store = await openPostgresqlStore({
      databaseUrl,
      directUrl: direct,
      logger: { ...testLogger, warn: (_details, message) => warned.push(message) },
      statementLimitMs: 30_000,
      poolSize: 1,
    })
    return { store, db: store.db, warned }
  }

  test('is made once a connection', async () => {
    const { store, db } = await open(direct)
    try {
      for (let round = 0; round < 8; round += 1) expect(await add(db, round, 1)).toBe(round + 1)
      expect(await kept(db)).toBe(1)
    } finally {
      await store.close()
    }
  })

  test('that is gone passes for a database that is away: the same again succeeds, on a new connection', async () => {
    const { store, db, warned } = await open(direct)
    try {
      await add(db, 1, 1)
      const { rows: before } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)
      await sql`DEALLOCATE ALL`.execute(db)
      const failed = await add(db, 1, 2).catch((error: unknown) => error)
      expect(isPlanGone(failed)).toBe(true)
      expect(isDatabaseAway(failed)).toBe(true)
      expect(await add(db, 1, 2)).toBe(3)
      const { rows: after } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)
      expect(after).not.toEqual(before)
      expect(warned).toEqual(['a connection to PostgreSQL did not keep a plan'])
    } finally {
      await store.close()
    }
  })

  test('is none for an address that is not the direct one: it may be that of a pooler', async () => {
    const { store, db } = await open(
      `${direct}${direct.includes('?') ? '&' : '?'}options=-cstatement_timeout%3D30s%20-cjit%3Doff`,
    )
    try {
      expect(await add(db, 1, 2)).toBe(3)
      expect(await kept(db)).toBe(0)
    } finally {
      await store.close()
    }
  })
})

describeEachEngine('a statement with a kept plan', ({ store }) => {
  test('answers as any other', async () => {
    expect(await add(store().db, 2, 3)).toBe(5)
  })
})

describe('names of kept plans', () => {
  const marked = (text: string) => `/* kept plan */ ${text}`

  test('are those of the text, and of statements that ask for one', () => {
    const { nameOf } = createPlanNames()
    expect(nameOf(marked('SELECT 1'))).toMatch(/^kept_[0-9a-f]{24}$/)
    expect(nameOf(marked('SELECT 1'))).toBe(createPlanNames().nameOf(marked('SELECT 1')))
    expect(nameOf(marked('SELECT 2'))).not.toBe(nameOf(marked('SELECT 1')))
    expect(nameOf('SELECT 1')).toBeNull()
    expect(nameOf({ text: marked('SELECT 1') })).toBeNull()
  })

  test('are a hundred at most', () => {
    const { nameOf } = createPlanNames()
    const names = Array.from({ length: 150 }, (_, index) => nameOf(marked(`SELECT ${index}`)))
    expect(names.filter((name) => name !== null)).toHaveLength(100)
    expect(nameOf(marked('SELECT 0'))).toBe(names[0])
  })

  test('are not given for a minute after one was gone', () => {
    let now = 0
    const { nameOf, pause } = createPlanNames(() => now)
    pause()
    now = 59_999
    expect(nameOf(marked('SELECT 1'))).toBeNull()
    now = 60_000
    expect(nameOf(marked('SELECT 1'))).not.toBeNull()
  })
})

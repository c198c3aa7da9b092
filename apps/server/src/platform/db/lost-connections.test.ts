import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isDatabaseAway } from './is-database-away.ts'
import { openTestStore, testEngines } from './testing.ts'

describe.runIf(testEngines().includes('postgresql'))('connections that PostgreSQL ends', () => {
  test('busy, idle and within a transaction: calls fail as away, the process and the pool live on', async () => {
    const store = await openTestStore('postgresql')
    const heard: unknown[] = []
    const onUncaught = (error: unknown) => heard.push(error)
    process.on('uncaughtException', onUncaught)
    try {
      const pid = sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
      for (let round = 0; round < 5; round++) {
        const busy = Array.from({ length: 6 }, () => sql`SELECT pg_sleep(0.5)`.execute(store.db))
        const inTransaction = store.db.transaction().execute(async (trx) => {
          const [mine] = (await pid.execute(trx)).rows
          await sql`SELECT pg_terminate_backend(${mine?.pid}::int)`.execute(store.maintenance)
          // Checked out and idle at the moment it dies.
          await new Promise((resolve) => setTimeout(resolve, 50))
          await pid.execute(trx)
        })
        const outcomes = Promise.allSettled([...busy, inTransaction])
        await new Promise((resolve) => setTimeout(resolve, 100))
        await sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'shipminer%'`.execute(
          store.maintenance,
        )
        // Which of the busy ones had a connection already is a matter of luck; the transaction certainly had.
        const rejected = (await outcomes).filter(({ status }) => status === 'rejected')
        expect(rejected.length).toBeGreaterThan(0)
        for (const outcome of rejected as PromiseRejectedResult[])
          expect(isDatabaseAway(outcome.reason), String(outcome.reason)).toBe(true)
      }
      // A connection may be dead without the pool knowing yet; the pool recovers.
      await expect
        .poll(() => pid.execute(store.db).then(({ rows }) => rows.length), { timeout: 5_000 })
        .toBe(1)
      expect(heard).toEqual([])
    } finally {
      process.off('uncaughtException', onUncaught)
      await store.close()
    }
  }, 60_000)

  test('a connection to a server that takes no writes is not used again', async () => {
    const store = await openTestStore('postgresql')
    try {
      const pid = () =>
        sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
          .execute(store.db)
          .then(({ rows }) => rows[0]?.pid)
      const before = await pid()
      await sql`SET default_transaction_read_only = on`.execute(store.db)
      expect(await pid()).toBe(before)
      const refused = await sql`CREATE TABLE nothing ()`.execute(store.db).catch((error: unknown) => error)
      expect(isDatabaseAway(refused)).toBe(true)
      await sql`CREATE TABLE nothing ()`.execute(store.db)
      expect(await pid()).not.toBe(before)
    } finally {
      await store.close()
    }
  })
})

import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { openPostgresqlStore } from '../postgresql-store.ts'
import { openTestStore, testEngines, testLogger } from '../testing.ts'
import { isDatabaseAway } from './is-database-away.ts'

/** A way to the tests' PostgreSQL that can be cut. @param isCutAt whether a connection ends when its client says this. */
async function openCuttableWay(isCutAt: (said: string) => boolean) {
  const url = new URL(inject('testStores').postgresql?.url ?? '')
  const { host, port } = new pg.Client({ connectionString: url.href })
  const sockets = new Set<Socket>()
  const way = createServer((from) => {
    const to = host.startsWith('/') ? openSocket(`${host}/.s.PGSQL.${port}`) : openSocket(port, host)
    const cut = () => {
      from.destroy()
      to.destroy()
    }
    for (const socket of [from, to]) {
      sockets.add(socket)
      socket.on('error', cut).on('close', cut)
    }
    from.on('data', (said) => (isCutAt(said.toString('latin1')) ? cut() : to.write(said)))
    to.pipe(from)
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  url.hostname = '127.0.0.1'
  url.port = String((way.address() as AddressInfo).port)
  url.searchParams.delete('host')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    way.close()
  }
  return { url: url.href, close }
}

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

  test('connections that end while they are prepared cost the pool nothing, and it can be closed', async () => {
    let isCutting = false
    const way = await openCuttableWay((said) => isCutting && said.includes('set_config'))
    const poolSize = 2
    const store = await openPostgresqlStore({
      databaseUrl: way.url,
      logger: testLogger,
      statementLimitMs: 30_000,
      poolSize,
    })
    try {
      const ask = () => sql<{ one: number }>`SELECT 1 AS one`.execute(store.db)
      // Lets go of the connection that opening the store made.
      await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(store.db).catch(() => undefined)
      isCutting = true
      for (let time = 0; time < poolSize + 1; time++) {
        const refused = await ask().catch((error: unknown) => error)
        expect(isDatabaseAway(refused), String(refused)).toBe(true)
      }
      isCutting = false
      expect(store.pool().busy).toBe(0)
      expect((await ask()).rows).toEqual([{ one: 1 }])
    } finally {
      await store.close()
      way.close()
    }
  })
})

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findPgbouncer, startPgbouncer } from '../../../test/services/pgbouncer.ts'
import { type DatabaseConfig, openDatabase } from './open-database.ts'
import type { Store } from './store.ts'
import { testEngines, testLogger } from './testing.ts'
import { lockInTransaction } from './transaction-lock.ts'

const program = findPgbouncer(process.env)
if (!program) console.warn('SKIPPED: NO PGBOUNCER. Nothing is tried behind a pooler: install pgbouncer.')

describe.runIf(program !== null && testEngines().includes('postgresql'))(
  'behind PgBouncer, in transaction mode',
  () => {
    const direct = inject('testStores').postgresql?.url ?? ''
    let pooler: Awaited<ReturnType<typeof startPgbouncer>>
    const open = (change: Partial<DatabaseConfig> = {}, poolSize = 12): Promise<Store> => {
      const config = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct, DATA_DIR: '', ...change }
      return openDatabase({ config, logger: testLogger, poolSize })
    }
    const asRole = async (statement: string) => {
      const client = new pg.Client({ connectionString: direct })
      await client.connect()
      await client.query(statement).finally(() => client.end())
    }

    beforeAll(async () => {
      pooler = await startPgbouncer(direct, process.env)
    })
    afterAll(() => pooler?.stop())

    test('signals arrive, sessions are in UTC, statements have their limit, and locks hold one at a time', async () => {
      const store = await open()
      try {
        const heard = Promise.withResolvers<string>()
        const stop = await store.listen('pooled', heard.resolve)
        await store.db.transaction().execute((trx) => store.notify('pooled', 'through', trx))
        expect(await heard.promise).toBe('through')
        await stop()
        let [inside, most] = [0, 0]
        const work = () =>
          store.db.transaction().execute(async (trx) => {
            await lockInTransaction(trx, 'pooled')
            inside += 1
            most = Math.max(most, inside)
            const { rows } = await sql<{ zone: string; limit: string; jit: string }>`
              SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS limit,
                     current_setting('jit') AS jit`.execute(trx)
            inside -= 1
            return rows[0]
          })
        const seen = await Promise.all(Array.from({ length: 24 }, work))
        expect(most).toBe(1)
        expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(
          new Set([JSON.stringify({ zone: 'UTC', limit: '30s', jit: 'off' })]),
        )
      } finally {
        await store.close()
      }
    })

    test('without its own address PostgreSQL is not opened, and the sentence says why', async () => {
      await expect(open({ DATABASE_DIRECT_URL: null })).rejects.toThrow('name PostgreSQL itself')
    })

    test('a role without a limit for statements is refused, with what gives it one', async () => {
      await asRole('CREATE ROLE unlimited LOGIN')
      try {
        const url = pooler.url.replace('postgres@', 'unlimited@')
        await expect(open({ DATABASE_URL: url })).rejects.toThrow(
          "ALTER ROLE unlimited SET statement_timeout = '30s';",
        )
      } finally {
        await asRole('DROP ROLE unlimited')
      }
    })
  },
)

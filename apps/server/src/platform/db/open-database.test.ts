import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrationState } from './migrate.ts'
import { describeEachEngine, resetTestStore } from './testing.ts'
import { lockInTransaction, tryLockInTransaction } from './transaction-lock.ts'

describeEachEngine('store', ({ engine, store }) => {
  test('gives the same JavaScript values on every engine', async () => {
    const { rows } = await sql`
      SELECT 9007199254740991::int8 AS big, 12.50::numeric AS exact, '2026-11-20 16:00:00.123+00'::timestamptz AS at,
        '2026-03-01'::date AS day, '\\x00ff'::bytea AS bytes, '{"a_b": [1]}'::jsonb AS json, array[1, NULL]::int8[] AS numbers,
        array['a', 'b "x" \\', 'NULL', ''] AS texts, array[[1, 2], [3, 4]] AS nested, '{}'::text[] AS none, true AS yes,
        '{[1,5),[7,8)}'::int8multirange AS ranges, count(*) AS rows, sum(1::int8) AS total, 1.5::float8 AS float,
        array['2026-11-20 16:00:00+00'::timestamptz] AS times, '1 day'::interval AS span, NULL::int AS nothing`.execute(
      store().db,
    )
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        exact: '12.50',
        at: new Date('2026-11-20T16:00:00.123Z'),
        day: '2026-03-01',
        bytes: new Uint8Array([0, 255]),
        json: { a_b: [1] },
        numbers: [1, null],
        texts: ['a', 'b "x" \\', 'NULL', ''],
        nested: [
          [1, 2],
          [3, 4],
        ],
        none: [],
        yes: true,
        ranges: '{[1,5),[7,8)}',
        rows: 1,
        total: '1',
        float: 1.5,
        times: [new Date('2026-11-20T16:00:00Z')],
        span: '1 day',
        nothing: null,
      },
    ])
    expect((rows[0] as { bytes: unknown }).bytes).not.toBeInstanceOf(Buffer)
  })

  test('refuses an int8 that JavaScript cannot hold', async () => {
    await expect(sql`SELECT 9007199254740992::int8 AS big`.execute(store().db)).rejects.toThrow(
      /safe integer/,
    )
    expect((await sql`SELECT 1 AS one`.execute(store().db)).rows).toEqual([{ one: 1 }])
  })

  test('takes the same JavaScript values on every engine', async () => {
    const at = new Date('2026-11-20T16:00:00.123Z')
    const { rows } = await sql`
      SELECT ${at}::timestamptz AS at, ${true}::boolean AS yes, ${[1, null, 3]}::int[] AS numbers, ${['a"b', 'c\\d', 'NULL', '']}::text[] AS texts,
        ${new Uint8Array([1, 255])}::bytea AS bytes, ${Buffer.from([7])}::bytea AS buffer, ${12345678901234n}::int8 AS big,
        ${JSON.stringify({ list: [1] })}::jsonb AS json, ${null}::text AS nothing, ${0.5}::float8 AS float`.execute(
      store().db,
    )
    expect(rows).toEqual([
      {
        at,
        yes: true,
        numbers: [1, null, 3],
        texts: ['a"b', 'c\\d', 'NULL', ''],
        bytes: new Uint8Array([1, 255]),
        buffer: new Uint8Array([7]),
        big: 12345678901234,
        json: { list: [1] },
        nothing: null,
        float: 0.5,
      },
    ])
  })

  test('is migrated and healthy, in UTC', async () => {
    expect((await migrationState(store())).pending).toEqual([])
    expect(await store().health()).toMatchObject({ engine, reachable: true, error: null })
    expect((await sql`SELECT current_setting('TimeZone') AS zone`.execute(store().db)).rows).toEqual([
      { zone: 'UTC' },
    ])
  })

  test.skipIf(engine === 'embedded')('compiles no query to machine code', async () => {
    expect((await sql`SELECT current_setting('jit') AS jit`.execute(store().db)).rows).toEqual([
      { jit: 'off' },
    ])
  })

  test('counts changed rows and names the violated constraint', async () => {
    const { db } = store()
    await db
      .insertInto('jobRuns')
      .values([{ name: 'a' }, { name: 'b' }])
      .execute()
    expect((await db.updateTable('jobRuns').set({ runs: 2 }).executeTakeFirst()).numUpdatedRows).toBe(2n)
    await expect(db.insertInto('jobRuns').values({ name: 'a' }).execute()).rejects.toMatchObject({
      code: '23505',
      constraint: 'job_runs_pkey',
    })
    await resetTestStore(store())
    expect(await db.selectFrom('jobRuns').selectAll().execute()).toEqual([])
  })

  test('keeps concurrent transactions apart and rolls back', async () => {
    const { db } = store()
    await db.insertInto('jobRuns').values({ name: 'counter', runs: 0 }).execute()
    const increment = (fail: boolean) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('jobRuns')
          .select('runs')
          .where('name', '=', 'counter')
          .forUpdate()
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('jobRuns')
          .set({ runs: row.runs + 1 })
          .where('name', '=', 'counter')
          .execute()
        if (fail) throw new Error('rolled back on purpose')
      })
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => increment(index % 4 === 0)),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5)
    expect(await db.selectFrom('jobRuns').select('runs').executeTakeFirst()).toEqual({ runs: 15 })
  })

  test('does not call an aborted transaction committed', async () => {
    const { db } = store()
    const attempt = db.transaction().execute(async (trx) => {
      await sql`SELECT 1 / 0`.execute(trx).catch(() => undefined)
    })
    await expect(attempt).rejects.toThrow()
  })

  test('delivers signals at commit, once each, and none of a rolled back transaction', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const heard: string[] = []
    const stop = await store().listen('live', (payload) => {
      heard.push(payload)
      if (payload === 'last') resolve()
    })
    await store()
      .db.transaction()
      .execute(async (trx) => {
        await store().notify('live', 'one', trx)
        await store().notify('live', 'one', trx)
        expect(heard).toEqual([])
      })
    await store()
      .db.transaction()
      .execute(async (trx) => {
        await store().notify('live', 'never', trx)
        throw new Error('rolled back on purpose')
      })
      .catch(() => undefined)
    await store().notify('live', 'last')
    await promise
    expect(heard).toEqual(['one', 'last'])
    await stop()
  })

  test.skipIf(engine === 'embedded')(
    'listens again after its connection was cut, and says that it may have missed something',
    async () => {
      const heard = Promise.withResolvers<string>()
      const gap = Promise.withResolvers<void>()
      const stop = await store().listen('cut', heard.resolve, gap.resolve)
      await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'shipminer-signals' AND datname = current_database()`.execute(store().db)
      await gap.promise
      await store().notify('cut', 'back')
      expect(await heard.promise).toBe('back')
      expect(await store().health()).toMatchObject({ restarts: 1 })
      await stop()
    },
  )

  test('gives a lock to one transaction at a time, until it ends, however it ends', async () => {
    const db = store().db
    let inside = 0
    let most = 0
    const work = (end: () => void) =>
      db.transaction().execute(async (trx) => {
        await lockInTransaction(trx, 'work')
        inside += 1
        most = Math.max(most, inside)
        await sql`SELECT 1`.execute(trx)
        inside -= 1
        end()
      })
    const fail = () => {
      throw new Error('broken')
    }
    const outcomes = await Promise.allSettled([
      work(fail),
      work(fail),
      ...Array.from({ length: 4 }, () => work(() => undefined)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      ...Array(4).fill('fulfilled'),
    ])
    expect(most).toBe(1)
    const isFree = () => db.transaction().execute((trx) => tryLockInTransaction(trx, 'work'))
    expect(await isFree()).toBe(true)
    if (engine === 'embedded') return
    await db.transaction().execute(async (trx) => {
      await lockInTransaction(trx, 'work')
      expect(await isFree()).toBe(false)
    })
    expect(await isFree()).toBe(true)
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../test/build-test-app.ts'
import { inhabit } from '../test/inhabited.ts'
import { boxKey, readEverything, runJobs } from '../test/ship-line.ts'
import { describeEachEngine } from './platform/db/testing.ts'

/** Columns that a ship, a wallet or an owner fills, and that calls and jobs add up. */
const power = [
  ...[
    'seconds',
    'generator_seconds',
    'ship_seconds',
    'mining_seconds',
    'allowed_seconds',
    'curtailed_seconds',
  ],
  ...[
    'held_seconds',
    'generator_ws',
    'ship_ws',
    'mining_ws',
    'allowed_ws',
    'used_ws',
    'curtailed_ws',
    'fuel_mg',
  ],
  ...['fuel_mc', 'over_limit_ms', 'over_capacity_ms'],
]

describeEachEngine('the greatest values that can be stored, several times', ({ store }) => {
  test('are added up without a failure in any call or job', { timeout: 300_000 }, async () => {
    const app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const owner = await inhabit(app, { controllerId: 'SM-A', publicKey: boxKey })
    const { db } = store()
    for (const hours of [2, 3, 4]) {
      const at = new Date(app.clock.now() - hours * 3_600_000)
      for (const table of ['power_5m', 'power_1h'])
        await sql`INSERT INTO ${sql.table(table)} (controller_id, bucket, ${sql.join(power.map((column) => sql.ref(column)))})
          VALUES ('SM-A', date_trunc('hour', ${at}::timestamptz), ${sql.join(power.map(() => sql.lit(Number.MAX_SAFE_INTEGER)))})`.execute(
          db,
        )
      for (const paidTo of ['provider', 'owner'] as const)
        await db
          .insertInto('receipts')
          .values({
            ...{
              userId: owner.userId,
              coin: 'BTC',
              amountSat: Number.MAX_SAFE_INTEGER,
              at,
              source: 'provider',
            },
            ...{ paidTo, reference: `${paidTo} ${hours}`, importedAt: at },
          })
          .execute()
      await db
        .insertInto('payouts')
        .values({ userId: owner.userId, amountSat: Number.MAX_SAFE_INTEGER, paidAt: at, recordedAt: at })
        .execute()
    }

    expect(await runJobs(store())).toEqual([])
    const { broken, answered, refused } = await readEverything(app, [owner])
    expect(broken).toEqual([])
    expect(answered).toBeGreaterThan(refused)
    await app.server.close()
  })
})

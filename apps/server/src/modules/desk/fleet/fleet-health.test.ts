import type { MinerHealth } from '@shipminer/contract/desk/fleet'
import { DeviceStateSchema, SampleFlagSchema } from '@shipminer/contract/telemetry'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { insertController, insertOwner } from '../../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { healthOf } from '../../fleet/desk-health.ts'
import { listDeskMiners } from '../../fleet/fleet.port.ts'
import { listMiners } from '../../fleet/fleet.repository.ts'
import { listFleetMiners, readFleet } from './desk-fleet.service.ts'

type MinerRow = Awaited<ReturnType<typeof listMiners>>[number]

const now = Date.UTC(2026, 10, 23, 12)
const offlineAfterMs = 300_000
const minuteMs = 60_000
/** A moment before, at and after something is so old. */
const around = (ms: number) => [ms - 1, ms, ms + 1]
const healths: MinerHealth[] = ['mining', 'curtailed', 'idle', 'alert', 'stale', 'offline', 'unknown']
/** The clock of the server set back, and moved on past what ends by itself: freshness, what a follower said, what an order explains. */
const moments = [-10_000, 12_500, 119_999, 225_000, 1_080_000].map((ms) => now + ms)
const followers = [
  ...['off', 'free', 'curtailed', 'holding', 'restoring', 'load-unknown', 'master-stop', 'quiet-hours'],
  ...['shore-power', 'not-worth', 'no-cooling', 'what nobody knows', null],
]

/** The same fleet each time it is made of a number. */
function createChooser(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return <T>(...among: readonly T[]): T => among[Math.floor(next() * among.length)] as T
}

describeEachEngine('miners of one health at the desk', ({ store }) => {
  const desk = (at = now) => ({ store: store(), clock: () => at, offlineAfterMs })
  const ago = (ms: number | null) => (ms === null ? null : new Date(now - ms))

  async function insertBoxes(choose: ReturnType<typeof createChooser>, ownerId: string): Promise<void> {
    for (const [index, follower] of [...followers, ...followers].entries()) {
      const id = `SM-BOX${String(index).padStart(3, '0')}`
      await insertController(store().db, {
        id,
        ownerId,
        claimKeyHash: new Uint8Array(32).fill(index + 1),
        lastSeenAt: ago(choose(0, 44_000, 3_600_000)),
        pollIntervalMs: choose(null, 5_000, 30_000, 300_000),
      })
      if (index % 3 > 0)
        await sql`
          INSERT INTO power_state (controller_id, sample, sampled_at)
          VALUES (${id}, ${JSON.stringify({ state: follower })}::jsonb, ${ago(choose(0, ...around(120_000)))})`.execute(
          store().db,
        )
    }
  }

  /** Every boundary of age, of an order and of a rate, in whatever company; half of the miners are fresh. */
  async function insertMiners(choose: ReturnType<typeof createChooser>, count: number): Promise<void> {
    const ages = [12_500, 75_000, offlineAfterMs, 750_000].flatMap(around)
    const orderAge = () => ago(choose(null, null, 0, ...around(5 * minuteMs), ...around(20 * minuteMs)))
    for (let index = 0; index < count; index++) {
      const controllerId = `SM-BOX${String(index % (2 * followers.length)).padStart(3, '0')}`
      const detail = {
        ...choose({}, { expectedHashrateGhs: 100_000 }),
        ...choose({}, { pools: [{ status: choose('alive', 'dead', 'disabled') }] }),
      }
      const { id } = await store()
        .db.insertInto('miners')
        .values({
          controllerId,
          deviceKey: `miner-${index}`,
          stoppedAt: choose(null, null, orderAge()),
          commandedAt: orderAge(),
          followerTold: choose(null, 'rest', 'run'),
          followerToldAt: orderAge(),
          ruleTold: choose(null, null, 'rest', 'lower', 'run'),
          ruleToldAt: orderAge(),
          detail: JSON.stringify(detail),
          hiddenAt: index % 40 === 39 ? ago(0) : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (index % 50 === 49) continue
      await sql`
        INSERT INTO miner_state (controller_id, miner_id, state, sampled_at, hashrate_ghs, uptime_seconds, flags)
        VALUES (${controllerId}, ${id},
          ${choose('mining', ...DeviceStateSchema.options, 'what nobody knows', null)},
          ${ago(choose<number | null>(0, 0, 0, 0, 0, -5_000, null, ...ages))},
          ${choose(null, 0, 79_999, 80_000, 100_000)}, ${choose(null, 0, 599, 600, 899, 900)},
          ${choose(0, 0, 0, ...SampleFlagSchema.options.map((_, bit) => 2 ** bit))})`.execute(store().db)
      for (const severity of choose<('info' | 'warning' | 'critical')[]>(
        [],
        [],
        [],
        ['info'],
        ['info', 'critical'],
      ))
        await store()
          .db.insertInto('alerts')
          .values({
            ...{ controllerId, minerId: id, raisedAt: new Date(now), severity },
            kind: severity === 'info' ? 'block-found' : 'overheat',
            status: choose('active', 'acknowledged', 'resolved'),
          })
          .execute()
    }
  }

  async function readAll(health: MinerHealth, at = now): Promise<number[]> {
    const found: number[] = []
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<typeof listFleetMiners>> = await listFleetMiners(desk(at), {
        health,
        after,
      })
      found.push(...page.miners.map(({ id }) => Number(id)))
      after = page.next
    }
    return found
  }

  beforeAll(async () => {
    await resetTestStore(store())
    const choose = createChooser(20_261_123)
    await insertBoxes(choose, await insertOwner(store().db))
    await insertMiners(choose, 1_600)
  })

  /** Every miner by the one rule, as the page of its owner shows it. */
  async function judgeAll(at: number): Promise<Map<MinerHealth, MinerRow[]>> {
    const { db } = store()
    const loud = await db
      .selectFrom('alerts')
      .select('minerId')
      .where('status', '<>', 'resolved')
      .where('severity', '<>', 'info')
      .execute()
    const isLoud = new Set(loud.map(({ minerId }) => minerId))
    const boxes = await db.selectFrom('controllers').select('id').execute()
    const rows = await listMiners(db, {
      controllerIds: boxes.map(({ id }) => id),
      withDetail: false,
      now: at,
    })
    return Map.groupBy(rows, (row) => healthOf({ ...row, isLoud: isLoud.has(row.id) }, at, offlineAfterMs))
  }
  const idsOf = (rows: readonly MinerRow[] = []) => rows.map(({ id }) => id).sort((a, b) => a - b)

  test('are those that the page of their owner shows so, at every boundary of a time and a rate', async () => {
    const byHealth = await judgeAll(now)
    for (const health of healths) {
      const expected = idsOf(byHealth.get(health))
      // More than one page of each, so that none is found by chance.
      expect([health, expected.length > 51]).toEqual([health, true])
      expect([health, await readAll(health)]).toEqual([health, expected])
    }
  })

  test('stay so while nothing changes but the time', async () => {
    for (const at of moments) {
      const byHealth = await judgeAll(at)
      for (const health of healths)
        expect([at - now, health, await readAll(health, at)]).toEqual([
          at - now,
          health,
          idsOf(byHealth.get(health)),
        ])
    }
  })

  test('are as many in the totals, with the values of those that are fresh', async () => {
    for (const at of [now, ...moments]) {
      const byHealth = await judgeAll(at)
      const fresh = (['mining', 'curtailed', 'idle', 'alert'] as const).flatMap(
        (health) => byHealth.get(health) ?? [],
      )
      const rates = fresh.filter(({ hashrateGhs }) => hashrateGhs !== null)
      const compared = rates.filter(({ expectedGhs }) => expectedGhs !== null)
      const add = (rows: readonly MinerRow[], pick: (row: MinerRow) => number | null) =>
        rows.reduce((sum, row) => sum + (pick(row) ?? 0), 0) / 1000
      const totals = await readFleet(desk(at))
      expect([at - now, totals]).toMatchObject([
        at - now,
        {
          byHealth: Object.fromEntries(healths.map((health) => [health, byHealth.get(health)?.length ?? 0])),
          miners: healths.reduce((sum, health) => sum + (byHealth.get(health)?.length ?? 0), 0),
          hashrateKnown: rates.length,
          hashrateThs: rates.length === 0 ? null : add(rates, (row) => row.hashrateGhs),
          compared: {
            miners: compared.length,
            hashrateThs: add(compared, (row) => row.hashrateGhs),
            expectedThs: add(compared, (row) => row.expectedGhs),
          },
        },
      ])
    }
  })

  test('are looked for among few others', async () => {
    for (const health of healths) {
      const rows = await listDeskMiners(store().db, { canHave: { health, now, offlineAfterMs } }, 2_000)
      const so = rows.filter((row) => healthOf(row, now, offlineAfterMs) === health)
      expect([health, so.length / rows.length > 0.25]).toEqual([health, true])
      const canHave = { health, now, offlineAfterMs }
      const back = await listDeskMiners(store().db, { canHave, isBack: true }, 2_000)
      expect([health, back.map(({ id }) => id)]).toEqual([health, rows.map(({ id }) => id).reverse()])
    }
  })

  test('follow the rate that is expected of them', async () => {
    const { db } = store()
    const expect80 = async (expectedHashrateGhs: number | null) => {
      await db
        .updateTable('miners')
        .set({ detail: expectedHashrateGhs === null ? null : JSON.stringify({ expectedHashrateGhs }) })
        .execute()
      const byHealth = await judgeAll(now)
      for (const health of healths)
        expect([health, await readAll(health)]).toEqual([health, idsOf(byHealth.get(health))])
    }
    await expect80(99_998.75)
    await expect80(99_998.8)
    await expect80(null)
  })

  test('are found behind many that are nearly so', async () => {
    const { db } = store()
    const id = 'SM-RESTING'
    const ownerId = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await insertController(db, {
      id,
      ownerId: ownerId.id,
      claimKeyHash: new Uint8Array(32).fill(200),
      lastSeenAt: new Date(now),
    })
    // Those that idle come last; their neighbours rest as ordered.
    await sql`
      INSERT INTO miners (controller_id, device_key, stopped_at, model)
      SELECT ${id}, 'resting-' || g, CASE WHEN g <= 5000 THEN ${ago(3_600_000)}::timestamptz END, 'S' || g % 2500
      FROM generate_series(1, 5060) g`.execute(db)
    await sql`
      INSERT INTO miner_state (controller_id, miner_id, state, sampled_at, hashrate_ghs)
      SELECT controller_id, id, 'sleeping', ${ago(0)}::timestamptz, 0 FROM miners WHERE controller_id = ${id}`.execute(
      db,
    )
    const byHealth = await judgeAll(now)
    for (const health of healths)
      expect([health, await readAll(health)]).toEqual([health, idsOf(byHealth.get(health))])
    const idle = await listFleetMiners(desk(), { health: 'idle', model: 'S51' })
    expect(idle.miners).toHaveLength(1)
    await sql`DELETE FROM controllers WHERE id = ${id}`.execute(db)
    await sql`DELETE FROM miner_state WHERE controller_id = ${id}`.execute(db)
  })
})

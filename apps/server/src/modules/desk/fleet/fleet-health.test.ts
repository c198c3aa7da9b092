import type { MinerHealth } from '@shipminer/contract/desk/fleet'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { insertController, insertOwner } from '../../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { healthOf } from '../../fleet/desk-health.ts'
import { listDeskMiners } from '../../fleet/fleet.port.ts'
import { listMiners } from '../../fleet/fleet.repository.ts'
import { listFleetMiners } from './desk-fleet.service.ts'

const now = Date.UTC(2026, 10, 23, 12)
const offlineAfterMs = 300_000
const minuteMs = 60_000
/** A moment before, at and after something is so old. */
const around = (ms: number) => [ms - 1, ms, ms + 1]
const healths: MinerHealth[] = ['mining', 'curtailed', 'idle', 'alert', 'stale', 'offline', 'unknown']
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
  const desk = () => ({ store: store(), clock: () => now, offlineAfterMs })
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
          ${choose('mining', 'mining', 'idle', 'starting', 'sleeping', 'fault', 'what nobody knows', null)},
          ${ago(choose<number | null>(0, 0, 0, 0, 0, -5_000, null, ...ages))},
          ${choose(null, 0, 79_999, 80_000, 100_000)}, ${choose(null, 0, 599, 600, 899, 900)},
          ${choose(0, 0, 0, 1, 2, 4, 8, 16, 32)})`.execute(store().db)
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

  async function readAll(health: MinerHealth): Promise<number[]> {
    const found: number[] = []
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<typeof listFleetMiners>> = await listFleetMiners(desk(), {
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

  test('are those that the page of their owner shows so, at every boundary of a time and a rate', async () => {
    const { db } = store()
    const loud = await db
      .selectFrom('alerts')
      .select('minerId')
      .where('status', '<>', 'resolved')
      .where('severity', '<>', 'info')
      .execute()
    const isLoud = new Set(loud.map(({ minerId }) => minerId))
    const boxes = await db.selectFrom('controllers').select('id').execute()
    const rows = await listMiners(db, { controllerIds: boxes.map(({ id }) => id), withDetail: false, now })
    const byHealth = Map.groupBy(rows, (row) =>
      healthOf({ ...row, isLoud: isLoud.has(row.id) }, now, offlineAfterMs),
    )
    for (const health of healths) {
      const expected = (byHealth.get(health) ?? []).map(({ id }) => id).sort((a, b) => a - b)
      // More than one page of each, so that none is found by chance.
      expect([health, expected.length > 51]).toEqual([health, true])
      expect([health, await readAll(health)]).toEqual([health, expected])
    }
  })

  test('are looked for among few others', async () => {
    for (const health of healths) {
      const rows = await listDeskMiners(store().db, { canHave: { health, now, offlineAfterMs } }, 2_000)
      const so = rows.filter((row) => healthOf(row, now, offlineAfterMs) === health)
      expect([health, so.length / rows.length > 0.25]).toEqual([health, true])
    }
  })
})

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertController, insertMiner, insertOwner } from '../../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import type { ConditionRow } from './conditions.repository.ts'
import { createKnownDetails, type KnownDetails } from './known-details.ts'

const now = Date.UTC(2026, 5, 1, 12)
const boxes = ['SM-A', 'SM-B']

describeEachEngine('details that are known', ({ store }) => {
  let known: KnownDetails
  let minerIds: number[]

  const read = (from: KnownDetails, controllerIds = boxes) =>
    from.read(store().db, {
      now: new Date(now),
      commandedSince: new Date(now - 600_000),
      ranSince: new Date(now - 900_000),
      defaultPollIntervalMs: 30_000,
      controllerIds,
    })
  /** Copies: the rows themselves are kept, and change with the next reading. */
  const judged = async (from: KnownDetails): Promise<ConditionRow[]> =>
    (await read(from)).map((row) => ({ ...row }))
  const change = (id: number, more: object) =>
    store().db.updateTable('miners').set(more).where('id', '=', id).execute()
  const values = (id: number, more: object) =>
    store()
      .db.updateTable('minerState')
      .set(more as never)
      .where('minerId', '=', id)
      .execute()
  const says = (id: number, shown: object | null) =>
    change(id, {
      detail: shown && JSON.stringify({ boards: [], fanRpm: [], pools: [], faults: [], ...shown }),
    })

  beforeEach(async () => {
    known = createKnownDetails()
    const { db } = store()
    const ownerId = await insertOwner(db)
    minerIds = []
    for (const id of boxes) {
      await insertController(db, { id, ownerId, claimKeyHash: Buffer.from(id), pollIntervalMs: 30_000 })
      for (const key of ['mac:1', 'mac:2']) {
        const minerId = await insertMiner(db, { controllerId: id, deviceKey: key })
        minerIds.push(minerId)
        await db
          .insertInto('minerState')
          .values({ controllerId: id, minerId, sampledAt: new Date(now), state: 'mining' } as never)
          .execute()
      }
    }
  })
  afterEach(() => resetTestStore(store()))

  test('of a miner that did not change they are not read again, of one that did they are', async () => {
    const [first = 0, second = 0, third = 0, fourth = 0] = minerIds
    for (const id of minerIds) await says(id, { blocksFound: 1, fanRpm: [0, 3_000] })
    const before = await read(known)
    expect(before.map(({ blocksFound }) => blocksFound)).toEqual([1, 1, 1, 1])
    // What is kept is told from what is read.
    for (const row of before) row.fansTurning = 7
    await says(second, { blocksFound: 2, fanRpm: [0, 3_000] })
    await store().db.insertInto('minerMarks').values({ minerId: third, pool: 'a', blocksFound: 1 }).execute()
    await store()
      .db.updateTable('minerState')
      .set({ hashrateGhs: 77, sampledAt: new Date(now + 1_500) } as never)
      .where('minerId', '=', first)
      .execute()
    const after = await read(known)
    expect(after.map(({ minerId, fansTurning }) => [minerId, fansTurning])).toEqual([
      [first, 7],
      [second, 1],
      [third, 1],
      [fourth, 7],
    ])
    expect(after[0]).toMatchObject({ hashrateGhs: 77, sampledAt: new Date(now + 1_500), blocksFound: 1 })
    expect(after[1]).toMatchObject({ blocksFound: 2, fansStill: 1 })
    expect(after[2]).toMatchObject({ markedPool: 'a', hasMark: true })
  })

  test('whatever happens, what is judged is what would be read anew', async () => {
    const pool = (more: object) => ({ url: 'a:1', user: 'jan.1', status: 'alive', active: true, ...more })
    const event = (kind: string, ago: number, deviceKey = 'mac:1') =>
      store()
        .db.insertInto('powerEvents')
        .values({ controllerId: 'SM-A', at: new Date(now - ago), kind, deviceKey })
        .execute()
    const command = (minerId: number, action: string, state: 'confirmed' | 'sent', ago: number) =>
      store()
        .db.insertInto('commands')
        .values({
          id: randomUUID(),
          controllerId: 'SM-A',
          minerId,
          action,
          parameters: '{}',
          state,
          issuedAt: new Date(now - ago),
          expiresAt: new Date(now + 600_000),
        })
        .execute()
    const [a = 0, b = 0, c = 0, d = 0] = minerIds
    const steps: (() => Promise<unknown>)[] = [
      () => says(a, { boards: [{ dead: true }, { dead: false }], faults: [{ code: 'x' }] }),
      () => says(b, { pools: [pool({ priority: 0 }), pool({ url: 'b:1', active: false, priority: 1 })] }),
      () => says(b, { pools: [pool({ priority: 1, status: 'dead' }), pool({ url: 'b:1', active: false })] }),
      () => says(c, { blocksFound: 3 }),
      () => change(c, { model: 'Antminer S19 XP Hyd' }),
      () => event('ran-against-stop', 60_000),
      () => event('ran-against-stop', 1_000_000, 'mac:2'),
      () => event('rule-gave-up', 3_600_000, 'mac:2'),
      () => event('rule-gave-up', 90_000_000),
      () => command(a, 'locate', 'confirmed', 1_000),
      () => command(b, 'set-pools', 'confirmed', 1_000),
      () => command(b, 'restart', 'sent', 2_000),
      () => command(a, 'set-pools', 'confirmed', 700_000),
      () => says(d, null),
      () => values(d, { hashrateGhs: 190_000, temperatureDc: -5, uptimeSeconds: 90_000, flags: 3 }),
      () => values(d, { accepted: 200, rejected: 0, sampledAt: new Date(now - 75_001) }),
      () => values(c, { state: 'sleeping', sampledAt: new Date(now - 75_000), hashrateGhs: null }),
      () => values(c, { state: 'no such state' }),
      () => values(b, { sampledAt: null }),
      () => values(b, { sampledAt: new Date(now - 123) }),
      () =>
        store()
          .db.insertInto('powerState')
          .values({
            controllerId: 'SM-A',
            sampledAt: new Date(now),
            sample: JSON.stringify({ state: 'free' }),
          } as never)
          .execute(),
      () =>
        store()
          .db.updateTable('controllers')
          .set({ lastSeenAt: new Date(now - 1_000), pollIntervalMs: 10_000 })
          .where('id', '=', 'SM-B')
          .execute(),
      () =>
        store().db.insertInto('minerMarks').values({ minerId: a, pool: 'x', blocksFound: null }).execute(),
      () => store().db.updateTable('minerMarks').set({ blocksFound: 5 }).where('minerId', '=', a).execute(),
      () => store().db.deleteFrom('minerMarks').where('minerId', '=', a).execute(),
      () => change(a, { hiddenAt: new Date(now) }),
      () => says(a, { blocksFound: 9 }),
      () => change(a, { hiddenAt: null }),
      () => store().db.updateTable('controllers').set({ ownerId: null }).where('id', '=', 'SM-B').execute(),
    ]
    const seen: unknown[] = []
    for (const step of steps) {
      await step()
      const rows = await judged(known)
      expect(rows).toEqual(await judged(createKnownDetails()))
      seen.push(rows.map((row) => ({ ...row, version: null })))
    }
    // Each step but those that are to change nothing was seen.
    const silent = seen.flatMap((rows, at) =>
      JSON.stringify(rows) === JSON.stringify(seen[at - 1]) ? [at] : [],
    )
    expect(silent).toEqual([6, 8, 9, 11, 12, 13, 26])
    const row = seen[12] as ConditionRow[]
    expect(
      row.map(({ ranAgainstStop, isGivenUp, wasCommanded }) => [ranAgainstStop, isGivenUp, wasCommanded]),
    ).toEqual([
      [true, false, false],
      [false, true, true],
      [false, false, false],
      [false, false, false],
    ])
  })

  test('those of other controllers, and all when told to, are forgotten', async () => {
    const isKept = async () => {
      const rows = await read(known)
      const kept = rows.map(({ fansStill }) => fansStill === 7)
      for (const row of rows) row.fansStill = 7
      return kept
    }
    expect(await isKept()).toEqual([false, false, false, false])
    expect(await isKept()).toEqual([true, true, true, true])
    known.keep(['SM-B'])
    expect(await isKept()).toEqual([false, false, true, true])
    known.forget()
    expect(await isKept()).toEqual([false, false, false, false])
  })
})

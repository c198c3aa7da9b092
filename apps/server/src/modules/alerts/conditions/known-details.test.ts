import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertController, insertMiner, insertOwner } from '../../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { type ConditionRow, listConditionRows } from './conditions.repository.ts'
import { createKnownDetails, type KnownDetails } from './known-details.ts'

const now = Date.UTC(2026, 5, 1, 12)
const boxes = ['SM-A', 'SM-B']

describeEachEngine('details that are known', ({ store }) => {
  let known: KnownDetails
  let minerIds: number[]

  const read = (from: KnownDetails, controllerIds = boxes) =>
    listConditionRows(store().db, {
      now: new Date(now),
      commandedSince: new Date(now - 600_000),
      ranSince: new Date(now - 900_000),
      defaultPollIntervalMs: 30_000,
      controllerIds,
      known: from.of(controllerIds),
    })
  const judged = async (from: KnownDetails, controllerIds = boxes): Promise<ConditionRow[]> =>
    from.complete(controllerIds, await read(from, controllerIds)).map(({ ...row }) => {
      // How it was read is nobody's business.
      Reflect.deleteProperty(row, 'isRead')
      return row
    })
  const change = (id: number, more: object) =>
    store().db.updateTable('miners').set(more).where('id', '=', id).execute()
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
    const [first = 0, second = 0] = minerIds
    for (const id of minerIds) await says(id, { blocksFound: 1, fanRpm: [0, 3_000] })
    expect((await judged(known)).map(({ blocksFound }) => blocksFound)).toEqual([1, 1, 1, 1])
    expect((await read(known)).map(({ isRead, blocksFound }) => [isRead, blocksFound])).toEqual(
      minerIds.map(() => [null, null]),
    )
    await says(second, { blocksFound: 2, fanRpm: [0, 3_000] })
    const rows = await read(known)
    expect(rows.filter(({ isRead }) => isRead).map(({ minerId }) => minerId)).toEqual([second])
    const [one, two] = known.complete(boxes, rows)
    expect(one).toMatchObject({ minerId: first, blocksFound: 1, fansStill: 1, fansTurning: 1 })
    expect(two).toMatchObject({ minerId: second, blocksFound: 2, fansStill: 1, fansTurning: 1 })
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
      seen.push(rows.map(({ version: _, ...row }: ConditionRow & { version?: string }) => row))
    }
    // Each step but those that are to change nothing was seen.
    const silent = seen.flatMap((rows, at) =>
      JSON.stringify(rows) === JSON.stringify(seen[at - 1]) ? [at] : [],
    )
    expect(silent).toEqual([6, 8, 9, 11, 12, 13, 15])
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
    await judged(known)
    expect(known.of(boxes).minerIds).toEqual(minerIds)
    known.keep(['SM-B'])
    expect(known.of(boxes).minerIds).toEqual(minerIds.slice(2))
    await judged(known, ['SM-A'])
    known.forget()
    expect(known.of(boxes)).toEqual({ minerIds: [], versions: [] })
  })
})

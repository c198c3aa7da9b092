import { randomUUID } from 'node:crypto'
import { BatchSchema, UplinkToServerSchema } from '@shipminer/contract/uplink'
import { leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import { buildSample } from '@shipminer/testkit/telemetry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { type Inhabitant, inhabit } from '../test/inhabited.ts'
import {
  type BoxLine,
  connectBox,
  exampleMessages,
  exampleRows,
  boxKey as publicKey,
  readEverything,
  runJobs,
  snapshotOf,
} from '../test/ship-line.ts'
import { describeEachEngine } from './platform/db/testing.ts'

/*
 * One ship sends every poison in every leaf of every message and every row that the contract knows, over a real socket. Afterwards the line is
 * open, every reading call of its owner, of its neighbour and of the desk answers, every job ends well, and the neighbour's data arrive.
 */

describeEachEngine('a poisoned ship', ({ store, engine }) => {
  let app: TestApp
  let owner: Inhabitant
  let neighbour: Inhabitant
  let bad: BoxLine
  let good: BoxLine

  beforeAll(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    owner = await inhabit(app, { controllerId: 'SM-A', publicKey })
    neighbour = await inhabit(app, { controllerId: 'SM-B', publicKey })
    bad = await connectBox(app, 'SM-A')
    good = await connectBox(app, 'SM-B')
  })
  afterAll(async () => {
    bad.close()
    good.close()
    await app.server.close()
  })

  test('every message and row has an example that the contract reads', () => {
    const at = app.clock.now()
    for (const message of exampleMessages(at))
      expect([message.type, UplinkToServerSchema.safeParse(message).error?.issues]).toEqual([
        message.type,
        undefined,
      ])
    expect(BatchSchema.safeParse({ seq: 1, ...exampleRows(at) }).error?.issues).toBeUndefined()
  })

  test('a box is told which rows of its batch were set aside, and of the rest nothing', async () => {
    const at = app.clock.now()
    const sample = buildSample({ deviceKey: 'mac:well', sampledAt: at })
    expect(await good.batch({ samples: [sample, { ...sample, deviceKey: 7 }] })).toMatchObject({
      rejected: { rows: 1, reason: expect.stringContaining('deviceKey') },
    })
    expect(await good.batch({ samples: 'none' })).toMatchObject({
      rejected: { rows: expect.any(Number), reason: expect.stringContaining('samples') },
    })
    expect(await good.batch({ samples: [sample] })).not.toHaveProperty('rejected')
  })

  test.each(poisons)(
    'with %s in every leaf of everything harms nobody',
    async (name, poison) => {
      const at = app.clock.now()
      for (const message of exampleMessages(at))
        for (const path of leavesOf(message)) if (path[0] !== 'type') bad.send(withAt(message, path, poison))
      for (const [list, [row]] of Object.entries(exampleRows(at))) {
        const rows = leavesOf(row).map((path, index) => {
          const own = structuredClone(row) as { deviceKey?: unknown; identity?: { key: string } }
          if (own.identity) own.identity.key = `mac:${list}-${index}`
          else if ('deviceKey' in own) own.deviceKey = `mac:${list}-${index}`
          return withAt(own, path, poison)
        })
        // What a box sends is bounded: a frame takes 4 MB.
        const most = JSON.stringify(rows).length > 2_000_000 ? 5 : 100
        for (let from = 0; from < rows.length; from += most)
          expect(await bad.batch({ [list]: rows.slice(from, from + most) })).toMatchObject({ type: 'ack' })
      }

      const deviceKey = `mac:${randomUUID()}`
      expect(await good.batch({ samples: [buildSample({ deviceKey, sampledAt: at })] })).not.toHaveProperty(
        'rejected',
      )
      const stored = await store()
        .db.selectFrom('minerState')
        .innerJoin('miners', 'miners.id', 'minerState.minerId')
        .select('hashrateGhs')
        .where('deviceKey', '=', deviceKey)
        .executeTakeFirst()
      expect(stored).toEqual({ hashrateGhs: 100_000 })

      if (engine === 'embedded') return
      const { broken, answered, refused } = await readEverything(app, [owner, neighbour])
      expect(broken, name).toEqual([])
      // Most of what is asked for is there: the answers are no refusals.
      expect(answered, name).toBeGreaterThan(refused)
      for (const someone of [owner, neighbour])
        expect(await snapshotOf(app, someone.token)).toMatchObject({ type: 'snapshot' })
      expect(await runJobs(store()), name).toEqual([])
    },
    120_000,
  )
})

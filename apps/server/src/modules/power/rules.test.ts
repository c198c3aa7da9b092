import type { RuleSettings } from '@shipminer/contract/power/rules'
import { buildShip } from '@shipminer/testkit/fleet'
import { beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertController, insertMiner } from '../../../test/fleet-rows.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { createTelemetry } from '../telemetry/telemetry.service.ts'
import type { PowerDeps } from './power.deps.ts'
import { createPower } from './power.service.ts'

const settings: RuleSettings = { restart: { afterMinutes: 20, mostPerDay: 3 }, coolDown: { aboveC: 85 } }
const none: RuleSettings = { restart: null, coolDown: null }

describeEachEngine('the rules of a ship', ({ store }) => {
  let app: TestApp
  let client: TestClient
  let shipId: string
  let power: ReturnType<typeof createPower>

  const rules = async () => (await client.get(`/mining/ships/${shipId}/rules`)).body.data
  const save = (body: object, by = client, id = shipId) => by.call('PUT', `/mining/ships/${id}/rules`, body)
  const stateOfBox = async () => (await rules()).controllers[0]?.state

  /** Stored as the uplink does. */
  const report = (seq: number, events: object[]) =>
    createTelemetry(app.store).ingestBatch(
      {
        controllerId: 'SM-A',
        batch: { seq, samples: [], devices: [], events: [], environment: [], powerEvents: events as never },
        clockOffsetMs: 0,
        receivedAt: app.clock.now(),
      },
      [power.storeBatch],
    )

  beforeEach(async () => {
    app = await buildTestApp(store())
    client = testClient(app)
    const { user } = await signUp(client)
    shipId = (await client.post('/user/ships', buildShip())).body.data.ship.id
    await insertController(app.store.db, { name: 'Engine room', ownerId: user.id })
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    power = createPower({ store: app.store, clock: app.clock.now } as PowerDeps)
    return async () => {
      await app.server.close()
      await resetTestStore(store())
    }
  })

  test('who is nobody, another owner or names no ship finds none; what no rule can be is refused', async () => {
    const nobody = testClient(app)
    expect((await nobody.get(`/mining/ships/${shipId}/rules`)).status).toBe(401)
    expect((await save(settings, nobody)).status).toBe(401)
    const other = testClient(app)
    await signUp(other)
    expect((await other.get(`/mining/ships/${shipId}/rules`)).status).toBe(404)
    expect((await save(settings, other)).status).toBe(404)
    expect((await save(settings, client, 'no-ship')).status).toBe(404)
    for (const bad of [
      {},
      { ...settings, restart: { afterMinutes: 9, mostPerDay: 3 } },
      { ...settings, restart: { afterMinutes: 20, mostPerDay: 7 } },
      { ...settings, restart: { afterMinutes: 20.5, mostPerDay: 3 } },
      { ...settings, coolDown: { aboveC: 96 } },
      { ...settings, coolDown: { aboveC: '85' } },
      { ...settings, more: 1 },
    ])
      expect((await save(bad)).status).toBe(400)
    expect(await rules()).toMatchObject({ settings: null, events: [] })
  })

  test('they are off until somebody switches them on, and each box says what it has', async () => {
    const { db } = app.store
    expect(await power.rulesOf(db, 'SM-A')).toEqual({ version: 0, settings: none })
    expect(await stateOfBox()).toBe('waiting')
    await power.storeKnowsRules(db, 'SM-A', false)
    expect(await stateOfBox()).toBe('too-old')
    await power.storeKnowsRules(db, 'SM-A', true)
    await power.storeRules(db, 'SM-A', none)
    expect(await stateOfBox()).toBe('in-force')
    expect((await save(settings)).body.data).toEqual({ settings })
    expect(await rules()).toMatchObject({ settings, controllers: [{ id: 'SM-A', state: 'waiting' }] })
    expect(await power.rulesOf(db, 'SM-A')).toEqual({ version: 1, settings })
    await power.storeRules(db, 'SM-A', { ...settings, coolDown: { aboveC: 70 } })
    expect(await stateOfBox()).toBe('waiting')
    await power.storeRules(db, 'SM-A', settings)
    expect(await stateOfBox()).toBe('in-force')
    await save(none)
    expect(await power.rulesOf(db, 'SM-A')).toEqual({ version: 2, settings: none })
    await client.call('PUT', '/mining/controllers/SM-A', { shipId: null })
    expect(await power.rulesOf(db, 'SM-A')).toEqual({ version: 0, settings: none })
  })

  test('what a rule did is told with its reading, in the history too, and explains what the miner does', async () => {
    const minerId = await insertMiner(app.store.db)
    const now = app.clock.now()
    const rule = { reason: 'no-hashrate', hashrateGhs: 0, temperatureDeciC: null, minutes: 20, count: 1 }
    const event = (agoMs: number, kind: string, more: object = {}) => ({
      ...{ at: now - agoMs, kind, deviceKey: 'mac:1', watts: null, rule },
      ...more,
    })
    await report(1, [
      event(60_000, 'rule-restart'),
      event(30_000, 'rule-asleep', { rule: { ...rule, reason: 'too-hot', temperatureDeciC: 913 } }),
      event(20_000, 'rule-cannot', { deviceKey: 'mac:unknown', rule: null }),
    ])
    expect((await rules()).events).toMatchObject([
      { kind: 'rule-cannot', minerId: null, minerName: null, rule: null },
      { kind: 'rule-asleep', minerId: String(minerId), rule: { temperatureDeciC: 913 } },
      { kind: 'rule-restart', rule, at: now - 60_000 },
    ])
    const stored = () =>
      app.store.db
        .selectFrom('miners')
        .select(['ruleTold', 'ruleToldAt'])
        .where('id', '=', minerId)
        .executeTakeFirst()
    expect(await stored()).toEqual({ ruleTold: 'rest', ruleToldAt: new Date(now - 30_000) })
    // One that comes late changes the log, not the present.
    await report(2, [event(45_000, 'rule-lowered')])
    expect((await stored())?.ruleTold).toBe('rest')
    await report(3, [event(0, 'rule-over')])
    expect((await stored())?.ruleTold).toBe('run')
    const history = (await client.get('/mining/logs')).body.data
    expect(JSON.stringify(history)).toContain('rule-asleep')
    const environment = (await client.get(`/mining/ships/${shipId}/environment`)).body.data
    expect(environment.events.map(({ kind }: { kind: string }) => kind)).toContain('rule-restart')
  })
})

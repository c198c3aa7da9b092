import type { Stranger } from '@shipminer/contract/control/strangers'
import { beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { findAlerts } from '../../../../test/find-alerts.ts'
import { insertController, insertShip } from '../../../../test/fleet-rows.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { sweepConditions } from '../../alerts/conditions/condition-sweep.ts'
import { storeStrangers } from './strangers.service.ts'

const stranger = (address: string, said = 'HTTP 200 · Printer'): Stranger => ({
  ...{ key: address, address, guess: null },
  ports: [{ port: 80, protocol: 'http', said }],
})

describeEachEngine('what answers on a ship and is not known', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let other: TestClient
  let ownerId: string
  let shipId: string
  const found = (...strangers: Stranger[]) =>
    storeStrangers({ store: app.store, clock: app.clock.now }, 'SM-A', strangers)
  const list = async () => (await owner.get(`/mining/ships/${shipId}/strangers`)).body.data.strangers

  beforeEach(async () => {
    app = await buildTestApp(store())
    owner = testClient(app)
    other = testClient(app)
    ownerId = (await signUp(owner)).user.id
    await signUp(other)
    shipId = await insertShip(app.store.db, { userId: ownerId })
    await insertController(app.store.db, { ownerId, shipId })
    return async () => {
      await app.server.close()
      await resetTestStore(store())
    }
  })

  test('is shown to the owner of the ship alone, and who may name it is its owner', async () => {
    expect((await other.get(`/mining/ships/${shipId}/strangers`)).status).toBe(404)
    await found(stranger('10.0.0.9'), stranger('10.0.0.10'))
    const [first] = await list()
    expect(first).toMatchObject({ address: '10.0.0.9', name: null, isWatched: false, isSilent: false })
    const note = { name: 'Printer', isWatched: true }
    expect((await other.call('PUT', `/mining/strangers/${first.id}`, note)).status).toBe(404)
    expect((await testClient(app).call('PUT', `/mining/strangers/${first.id}`, note)).status).toBe(401)
    expect((await owner.call('PUT', `/mining/strangers/${first.id}`, { name: 'a\u0000' })).status).toBe(400)
    expect((await owner.call('PUT', `/mining/strangers/${first.id}`, note)).status).toBe(200)
    expect((await list()).map(({ name }: { name: string | null }) => name)).toEqual([null, 'Printer'])
  })

  test('what is gone is forgotten, but told where it is watched, and over when it is back', async () => {
    const deps = { store: app.store, clock: app.clock.now, offlineAfterMs: 300_000, startedAt: 0 }
    const open = async () => (await findAlerts(deps, ownerId, { status: 'open' })).map(({ kind }) => kind)
    await found(stranger('10.0.0.9'), stranger('10.0.0.10'))
    const [first] = await list()
    await owner.call('PUT', `/mining/strangers/${first.id}`, { name: null, isWatched: true })
    await sweepConditions(deps)
    expect(await open()).toEqual([])
    await found()
    expect(await list()).toMatchObject([{ address: '10.0.0.9', isSilent: true }])
    await sweepConditions(deps)
    expect(await open()).toEqual(['stranger-silent'])
    await found(stranger('10.0.0.9', 'HTTP 200 · Scanner'))
    expect(await list()).toMatchObject([{ isSilent: false, ports: [{ said: 'HTTP 200 · Scanner' }] }])
    await sweepConditions(deps)
    expect(await open()).toEqual([])
    await found()
    await sweepConditions(deps)
    await owner.call('PUT', `/mining/strangers/${first.id}`, { name: null, isWatched: false })
    await sweepConditions(deps)
    expect(await open()).toEqual([])
  })
})

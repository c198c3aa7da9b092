import { beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertController, insertMiner } from '../../../test/fleet-rows.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'

describeEachEngine('calls of control', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let stranger: TestClient
  let miner: string

  beforeEach(async () => {
    app = await buildTestApp(store())
    owner = testClient(app)
    stranger = testClient(app)
    const { user } = await signUp(owner)
    await signUp(stranger)
    await insertController(app.store.db, { ownerId: user.id })
    const id = await insertMiner(app.store.db)
    miner = String(id)
    return async () => {
      await app.server.close()
      await resetTestStore(store())
    }
  })

  const pools = [{ url: 'stratum+tcp://pool.example:3333', user: 'jan.1', password: null }]

  test('configuring renames at once and asks for the rest', async () => {
    const answer = await owner.call('PUT', `/mining/miners/${miner}/config`, {
      name: 'Port side',
      notes: '',
      powerLimitWatts: 3000,
    })
    expect(answer.body.data.commands).toMatchObject([
      { action: 'set-power-limit', state: 'queued', parameters: { powerLimitWatts: 3000 } },
    ])
    const { miners } = (await owner.get('/dashboard/miners')).body.data
    expect(miners[0]).toMatchObject({ name: 'Port side', notes: null })
  })

  test('other pools, and putting back, need somebody who proved to be there lately; stopping does not', async () => {
    const createdAt = new Date(app.clock.now() - 12 * 3_600_000 - 1)
    await app.store.db.updateTable('sessions').set({ createdAt }).execute()
    const refused = [
      await owner.call('PUT', `/mining/miners/${miner}/config`, { pools }),
      await owner.post(`/mining/miners/${miner}/control`, { action: 'set-pools', parameters: { pools } }),
      await owner.post(`/mining/miners/${miner}/restore`, { commandId: crypto.randomUUID() }),
    ]
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 403, body: { code: 'proof-required' } })
    expect((await owner.post(`/mining/miners/${miner}/control`, { action: 'stop' })).status).toBe(200)
    expect((await owner.call('PUT', `/mining/miners/${miner}/config`, { name: 'Bow' })).status).toBe(200)
  })

  test('what is no address of a pool never reaches a device', async () => {
    for (const url of ['http://192.168.1.1/reboot', 'file:///etc/passwd', 'pool.example:3333;reboot']) {
      const parameters = { pools: [{ ...pools[0], url }] }
      for (const answer of [
        await owner.call('PUT', `/mining/miners/${miner}/config`, parameters),
        await owner.post(`/mining/miners/${miner}/control`, { action: 'set-pools', parameters }),
      ])
        expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
    }
    expect(await app.store.db.selectFrom('commands').selectAll().execute()).toEqual([])
  })

  test('start and stop in bulk answer a command for each miner, of the scope that was named', async () => {
    expect((await owner.post('/mining/stop', {})).body.data.commands).toHaveLength(1)
    expect((await owner.post('/mining/start', { controllerId: 'SM-A' })).body.data.commands).toMatchObject([
      { action: 'start', minerId: miner },
    ])
    expect((await owner.post('/mining/start', { controllerId: 'SM-B' })).status).toBe(404)
    expect((await owner.post('/mining/stop', { shipId: crypto.randomUUID() })).status).toBe(404)
    expect((await stranger.post('/mining/stop', {})).body.data.commands).toEqual([])
  })

  test('what a command kept is put back once there is something', async () => {
    const { command } = (await owner.post(`/mining/miners/${miner}/control`, { action: 'sleep' })).body.data
    const restore = () => owner.post(`/mining/miners/${miner}/restore`, { commandId: command.id })
    expect((await restore()).body).toMatchObject({ success: false, code: 'nothing-to-restore' })
    await app.store.db.updateTable('commands').set({ restorable: true, state: 'confirmed' }).execute()
    expect((await restore()).body.data.command).toMatchObject({ action: 'sleep', state: 'queued' })
  })

  test('the history is paged, filtered and searched, and is nobody else’s', async () => {
    await owner.post('/mining/stop', {})
    await owner.call('PUT', `/mining/devices/${miner}`, { name: 'Bow' })
    const log = async (query = '') => (await owner.get(`/mining/logs${query}`)).body.data
    expect((await log()).entries.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'change',
      'command',
    ])
    expect((await log('?kind=change')).entries).toMatchObject([
      { event: 'details-changed', minerName: 'Bow' },
    ])
    expect((await log(`?device_id=${miner}`)).entries).toHaveLength(2)
    expect((await log('?search=bow')).next).toBeNull()
    expect((await log(`?before=${app.clock.now() - 1000}`)).entries).toEqual([])
    expect((await stranger.get('/mining/logs')).body.data.entries).toEqual([])
  })

  test('a device that is taken out is gone from the lists', async () => {
    expect((await stranger.call('DELETE', `/mining/devices/${miner}`)).status).toBe(404)
    expect((await owner.call('DELETE', `/mining/devices/${miner}`)).status).toBe(200)
    expect((await owner.get('/dashboard/miners')).body.data.miners).toEqual([])
  })
})

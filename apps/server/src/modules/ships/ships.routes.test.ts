import { buildShip } from '@shipminer/testkit/fleet'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertController } from '../../../test/fleet-rows.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'

const aurora = buildShip({
  homePort: 'Rotterdam',
  registrationNumber: '02312345',
  generatorCapacityKw: 250,
  currentUsagePercent: 35,
  notes: 'Generator in the stern.\nCall first.',
  timeZone: 'Europe/Bucharest',
})

describeEachEngine('ships', ({ store }) => {
  let app: TestApp
  let client: TestClient
  let stranger: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store())
    client = testClient(app)
    stranger = testClient(app)
    await signUp(client)
    await signUp(stranger)
    return () => app.server.close()
  })
  const ships = async (who = client) => (await who.get('/user/ships')).body.data.ships
  const put = (id: string, body: unknown, who = client) => who.call('PUT', `/user/ships/${id}`, body)
  const remove = (id: string, who = client) => who.call('DELETE', `/user/ships/${id}`)
  const add = async (body: object = aurora) => (await client.post('/user/ships', body)).body.data.ship

  describe('refuses', () => {
    test.each([
      [{}, ['name', 'type']],
      [{ name: '  ', type: 'tanker' }, ['name']],
      [{ name: 'Ms Aurora' }, ['type']],
      [{ name: 'Ms Aurora', type: '' }, ['type']],
      [{ ...aurora, name: null }, ['name']],
    ])('%j in the words of docs/product.md 8.3', async (body, missing) => {
      const answer = await client.post('/user/ships', body)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'ship-incomplete', error: 'Ship name and ship type are required fields!' },
      })
      const paths = answer.body.issues.map(({ path }: { path: string }) => path)
      expect(paths).toEqual(missing.map((field) => `body.${field}`))
      expect(await ships()).toEqual([])
    })

    test.each([
      [{ type: 'submarine' }],
      [{ generatorCapacityKw: -1 }],
      [{ generatorCapacityKw: 1.5 }],
      [{ generatorCapacityKw: '250' }],
      [{ currentUsagePercent: 101 }],
      [{ name: 'x'.repeat(81) }],
      [{ name: 'a\0b' }],
      [{ notes: 'x'.repeat(2001) }],
      [{ id: crypto.randomUUID() }],
      [{ userId: crypto.randomUUID() }],
      [{ createdAt: '2020-01-01T00:00:00Z' }],
      [{ timeZone: 'Europe/Atlantis' }],
      [{ timeZone: '+02:00' }],
    ])('%j', async (change) => {
      expect(await client.post('/user/ships', { ...aurora, ...change })).toMatchObject({
        status: 400,
        body: { code: 'invalid-request' },
      })
      const { id } = await add()
      expect((await put(id, { ...aurora, ...change })).status).toBe(400)
      expect(await ships()).toMatchObject([aurora])
    })

    test('ships of others, ships that are gone, and what is no id', async () => {
      const { id } = await add()
      const gone = { status: 404, body: { code: 'ship-not-found' } }
      expect(await put(id, { ...aurora, name: 'Mine now' }, stranger)).toMatchObject(gone)
      expect(await remove(id, stranger)).toMatchObject(gone)
      expect(await ships(stranger)).toEqual([])
      expect(await ships()).toMatchObject([aurora])
      for (const other of [crypto.randomUUID(), '1', "' OR 1=1 --", '%00', 'x'.repeat(64)]) {
        expect(await put(encodeURIComponent(other), aurora)).toMatchObject(gone)
        expect(await remove(encodeURIComponent(other))).toMatchObject(gone)
      }
    })

    test('the 101st, also when two come at once', async () => {
      const { id } = (await client.get('/wallet-auth/me')).body.data.user
      await app.store.db
        .insertInto('ships')
        .values(Array.from({ length: 99 }, (_, index) => ({ userId: id, name: `Ship ${index}` })))
        .execute()
      const answers = await Promise.all([
        client.post('/user/ships', aurora),
        client.post('/user/ships', aurora),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('ship-limit-reached')
      expect(await ships()).toHaveLength(100)
      expect((await stranger.post('/user/ships', aurora)).status).toBe(200)
    })
  })

  test('keeps every field, oldest first', async () => {
    const first = await add()
    expect(first).toEqual({
      ...aurora,
      id: expect.any(String),
      createdAt: new Date(app.clock.now()).toISOString(),
    })
    app.clock.advance(1_000)
    const second = await add({ name: ' Ms Boreas ', type: 'push-boat', homePort: '', notes: null })
    expect(second).toMatchObject({
      name: 'Ms Boreas',
      homePort: null,
      notes: null,
      generatorCapacityKw: null,
      timeZone: 'Europe/Amsterdam',
    })
    expect(await ships()).toEqual([first, second])
  })

  test('replaces everything; what is left out is unknown again, and 0 is not unknown', async () => {
    const { id, createdAt } = await add()
    const changed = { name: 'Ms Aurora II', type: 'container', currentUsagePercent: 0 }
    const { ship } = (await put(id, changed)).body.data
    expect(ship).toEqual({
      ...changed,
      id,
      createdAt,
      homePort: null,
      registrationNumber: null,
      generatorCapacityKw: null,
      notes: null,
      timeZone: 'Europe/Amsterdam',
    })
    expect((await put(id, { ...changed, name: '' })).body.code).toBe('ship-incomplete')
    expect(await ships()).toEqual([ship])
  })

  test('removes once; its controllers stay with their owner', async () => {
    const { id } = await add()
    const { user } = (await client.get('/wallet-auth/me')).body.data
    await insertController(app.store.db, { shipId: id, ownerId: user.id })
    expect(await remove(id)).toMatchObject({ status: 200, body: { success: true, data: {} } })
    expect((await remove(id)).status).toBe(404)
    const controllers = await app.store.db
      .selectFrom('controllers')
      .select(['ownerId', 'shipId'])
      .where('ownerId', '=', user.id)
      .execute()
    expect(controllers).toEqual([{ ownerId: user.id, shipId: null }])
  })

  test('says so in the words of docs/product.md 8.3 when a ship cannot be kept', async () => {
    let isFull = false
    const broken = await buildTestApp({
      ...store(),
      db: new Proxy(store().db, {
        get(target, key) {
          if (isFull && key === 'transaction')
            return () => ({ execute: () => Promise.reject(new Error('disk full')) })
          const value = Reflect.get(target, key, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      }),
    })
    isFull = true
    const who = testClient(broken)
    who.token = client.token
    expect(await who.post('/user/ships', aurora)).toMatchObject({
      status: 500,
      body: { code: 'ship-add-failed', error: 'Failed to add ship. Please try again.' },
    })
    expect(await who.call('PUT', '/user/profile', { name: 'Anna' })).toMatchObject({
      status: 500,
      body: { code: 'profile-update-failed', error: 'Failed to update profile. Please try again.' },
    })
    await broken.server.close()
  })
})

import { mostGroups } from '@shipminer/contract/fleet'
import { fleetPageLength, wholeFleetUpTo } from '@shipminer/domain/fleet/miner-list'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertController, insertShip } from '../../../test/fleet-rows.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'

const count = wholeFleetUpTo + 70

describeEachEngine('a large fleet', ({ store }) => {
  let app: TestApp
  let owner: TestClient & { id: string }
  let other: TestClient & { id: string }
  let ship = ''

  beforeEach(async () => {
    await resetTestStore(store())
    app = await buildTestApp(store())
    const join = async () => {
      const client = testClient(app)
      const { user } = await signUp(client)
      return Object.assign(client, { id: user.id })
    }
    owner = await join()
    other = await join()
    ship = await insertShip(store().db, { userId: owner.id, name: 'Aurora' })
    await fill(owner.id, count)
  })
  afterEach(() => app.server.close())

  /** The even ones are on box A, which is on the ship; each tenth draws nothing. */
  async function fill(ownerId: string, miners: number): Promise<void> {
    const { db } = store()
    const now = new Date(app.clock.now())
    const seen = { lastSeenAt: now, pollIntervalMs: 30_000, ownerId }
    await insertController(db, { ...seen, id: 'SM-A', name: 'Bow', shipId: ship })
    await insertController(db, {
      ...seen,
      id: 'SM-B',
      name: 'Stern',
      claimKeyHash: Buffer.from('another'),
    })
    const rows = await db
      .insertInto('miners')
      .values(
        Array.from({ length: miners }, (_, index) => ({
          controllerId: index % 2 === 0 ? 'SM-A' : 'SM-B',
          deviceKey: `mac:${index}`,
          name: `Box ${index + 1}`,
          model: 'S21',
        })),
      )
      .returning(['id', 'controllerId', 'name'])
      .execute()
    await db
      .insertInto('minerState')
      .values(
        rows.map(({ id, controllerId }, index) => ({
          controllerId,
          minerId: id,
          sampledAt: now,
          receivedAt: now,
          bucket: now,
          state: index % 10 === 0 ? 'idle' : 'mining',
          hashrateGhs: index % 10 === 0 ? 0 : 100_000 + index,
          powerWatts: 3_000,
          n: 1,
        })) as never,
      )
      .execute()
  }

  const read = async (client: TestClient, query = '') => {
    const answer = await client.get(`/mining/fleet${query}`)
    expect(answer.status).toBe(200)
    return answer.body.data
  }
  const names = (data: { miners: { name: string }[] }) => data.miners.map(({ name }) => name)

  test('comes in pages, problems first, with totals of all', async () => {
    const { miners, part, controllers } = await read(owner)
    expect(controllers).toHaveLength(2)
    expect(miners).toHaveLength(fleetPageLength)
    expect(names({ miners }).slice(0, 3)).toEqual(['Box 1', 'Box 11', 'Box 21'])
    expect(part).toMatchObject({ page: 1, pages: 3, matched: count, counts: { all: count, attention: 13 } })
    expect(part.fresh).toMatchObject({ count, powerWatts: count * 3_000 })
    expect(part.worst.map(({ name }: { name: string }) => name).slice(0, 2)).toEqual(['Box 1', 'Box 11'])
    expect(part.boxes).toMatchObject([
      { id: 'SM-A', miners: 65, attention: 13 },
      { id: 'SM-B', miners: 65, attention: 0 },
    ])
    const last = await read(owner, '?page=9')
    expect([last.part.page, last.miners.length]).toEqual([3, count - 2 * fleetPageLength])
    const { summary } = (await owner.get('/mining/dashboard')).body.data
    expect(summary).toMatchObject({ totalDevices: count, totalPowerConsumption: count * 3_000 })
  })

  test('is narrowed, searched and ordered by the server', async () => {
    expect((await read(owner, '?filter=attention')).part).toMatchObject({ matched: 13, pages: 1 })
    const found = await read(owner, '?search=box%20130')
    expect(names(found)).toEqual(['Box 130'])
    expect(found.part.sums).toMatchObject({ hashrateThs: 100.129, powerWatts: 3_000 })
    expect(names(await read(owner, '?sort=name')).slice(8, 11)).toEqual(['Box 9', 'Box 10', 'Box 11'])
    expect(names(await read(owner, '?sort=hashrate&direction=descending'))[0]).toBe('Box 130')
    expect((await read(owner, `?shipId=${ship}`)).part).toMatchObject({ matched: 65, counts: { all: 65 } })
    expect((await owner.get('/mining/fleet?sort=luck')).status).toBe(400)
  })

  test('a small one comes whole, whatever is asked', async () => {
    await store().db.deleteFrom('miners').where('name', '!=', 'Box 7').where('name', '!=', 'Box 8').execute()
    const data = await read(owner, '?search=nobody')
    expect(data.part).toBeNull()
    expect(names(data).sort()).toEqual(['Box 7', 'Box 8'])
  })

  describe('others', () => {
    test('see nothing of it', async () => {
      expect((await owner.get('/mining/fleet', { token: null })).status).toBe(401)
      expect(await read(other)).toMatchObject({ miners: [], controllers: [], part: null })
      expect((await read(other, `?shipId=${ship}`)).miners).toEqual([])
    })

    test('who is on the crew of a ship sees what is on it, without what it earns', async () => {
      await store()
        .db.insertInto('shipCrew')
        .values({ shipId: ship, userId: other.id, role: 'viewer', joinedAt: new Date(app.clock.now()) })
        .execute()
      const { part, miners } = await read(other)
      expect(part).toMatchObject({ matched: 65, sums: { sat: null, cents: null } })
      expect(new Set(miners.map(({ controllerId }: { controllerId: string }) => controllerId))).toEqual(
        new Set(['SM-A']),
      )
      await store().db.deleteFrom('shipCrew').execute()
      expect((await read(other)).controllers).toEqual([])
    })
  })

  describe('an order to all that match', () => {
    const order = (client: TestClient, more: object) =>
      client.post('/mining/fleet/orders', { action: 'reboot', ...more })

    test('reaches each once, in turns, and tells how far it is', async () => {
      const orderId = crypto.randomUUID()
      const first = (await order(owner, { orderId, filter: 'attention' })).body.data
      expect(first).toMatchObject({ matched: 13, left: 0, given: 13, skipped: [], next: null })
      expect((await order(owner, { orderId, filter: 'attention' })).body.data).toMatchObject({ given: 13 })
      const told = (await owner.get(`/mining/fleet/orders/${orderId}`)).body.data
      expect(told).toEqual({ states: { queued: 13 }, failed: [] })
      const worst = (await read(owner)).part.worst[0].id
      await store()
        .db.updateTable('commands')
        .set({ state: 'refused', reason: 'login' })
        .where('minerId', '=', Number(worst))
        .execute()
      const later = (await owner.get(`/mining/fleet/orders/${orderId}`)).body.data
      expect(later.states).toEqual({ queued: 12, refused: 1 })
      expect(later.failed).toMatchObject([{ name: 'Box 1', state: 'refused', reason: 'login' }])
      expect((await other.get(`/mining/fleet/orders/${orderId}`)).status).toBe(404)
      expect((await owner.get(`/mining/fleet/orders/${orderId}`, { token: null })).status).toBe(401)
    })

    test('says of each that cannot, and of each that one may not act on, why', async () => {
      const cannot = { can: false, reason: 'locked' }
      await store()
        .db.updateTable('miners')
        .set({
          capabilities: JSON.stringify({
            ...{ sleep: cannot, restart: cannot, reboot: cannot, locate: cannot, pools: cannot },
            powerLimit: { ...cannot, minWatts: null, maxWatts: null },
            powerModes: { ...cannot, modes: [] },
            credentials: 'none-needed',
          }) as never,
        })
        .where('name', '=', 'Box 11')
        .execute()
      const orderId = crypto.randomUUID()
      const mine = (await order(owner, { orderId, filter: 'attention' })).body.data
      expect(mine).toMatchObject({ given: 12, skipped: [{ name: 'Box 11', why: 'locked' }] })
      await store()
        .db.insertInto('shipCrew')
        .values({ shipId: ship, userId: other.id, role: 'viewer', joinedAt: new Date(app.clock.now()) })
        .execute()
      const viewer = (await order(other, { orderId: crypto.randomUUID(), search: 'Box 11' })).body.data
      expect(viewer).toMatchObject({ given: 0 })
      expect(new Set(viewer.skipped.map(({ why }: { why: string }) => why))).toEqual(new Set(['not-allowed']))
    })

    test('of pools asks who one is, and of anything what it takes', async () => {
      const orderId = crypto.randomUUID()
      const pools = [{ url: 'stratum+tcp://pool.example:3333', user: 'a', password: null }]
      expect((await order(owner, { orderId, action: 'set-power-limit' })).status).toBe(400)
      expect((await order(owner, { orderId: 'mine' })).status).toBe(400)
      expect((await owner.post('/mining/fleet/orders', { orderId }, { token: null })).status).toBe(401)
      const createdAt = new Date(app.clock.now() - 12 * 3_600_000 - 1)
      await store().db.updateTable('sessions').set({ createdAt }).execute()
      const late = await order(owner, { orderId, action: 'set-pools', parameters: { pools } })
      expect(late).toMatchObject({ status: 403, body: { code: 'proof-required' } })
    })
  })

  describe('places and names of many', () => {
    const describeMany = (client: TestClient, body: object) =>
      client.call('PUT', '/mining/fleet/details', body)
    const kept = () =>
      store().db.selectFrom('miners').select(['id', 'name', 'location']).orderBy('id').execute()

    test('are given to all that match, in turns, and written down', async () => {
      const done = (await describeMany(owner, { filter: 'attention', location: ' Deck 2 ' })).body.data
      expect(done).toEqual({ matched: 13, left: 0, given: 13, skipped: [], next: null })
      const miners = await kept()
      expect(miners.filter(({ location }) => location === 'Deck 2')).toHaveLength(13)
      expect(miners[0]).toMatchObject({ name: 'Box 1', location: 'Deck 2' })
      const log = await store().db.selectFrom('changeLog').selectAll().execute()
      expect(log).toHaveLength(13)
      expect(log[0]).toMatchObject({ event: 'details-changed', actorId: owner.id, detail: 'location' })
      const first = Number(miners[0]?.id)
      const rest = await describeMany(owner, {
        filter: 'attention',
        location: 'Deck 3',
        after: String(first),
      })
      expect(rest.body.data).toMatchObject({ matched: 13, given: 12 })
    })

    test('to those named, numbered in their order from where one says', async () => {
      const [one, two, three] = await kept()
      const ids = [three, one, two].map((miner) => String(miner?.id))
      expect((await describeMany(owner, { ids, name: 'Bow', numberFrom: 4 })).body.data).toMatchObject({
        matched: 3,
        given: 3,
        skipped: [],
      })
      expect((await kept()).slice(0, 4).map(({ name }) => name)).toEqual(['Bow 5', 'Bow 6', 'Bow 4', 'Box 4'])
    })

    test('of those that one may only look at stay, and are said; of others they do not exist', async () => {
      const ids = (await kept()).slice(0, 2).map(({ id }) => String(id))
      const strange = (await describeMany(other, { ids, name: 'Mine' })).body.data
      expect(strange).toMatchObject({ matched: 0, given: 0, skipped: [] })
      await store()
        .db.insertInto('shipCrew')
        .values({ shipId: ship, userId: other.id, role: 'viewer', joinedAt: new Date(app.clock.now()) })
        .execute()
      const viewer = (await describeMany(other, { ids, name: 'Mine' })).body.data
      expect(viewer).toMatchObject({ given: 0, skipped: [{ name: 'Box 1', why: 'not-allowed' }] })
      await store().db.updateTable('shipCrew').set({ role: 'engineer' }).execute()
      expect((await describeMany(other, { ids, name: 'Mine' })).body.data).toMatchObject({ given: 1 })
      expect((await kept()).slice(0, 2).map(({ name }) => name)).toEqual(['Mine 1', 'Box 2'])
    })

    test('groups are made by putting miners into them, narrow the list, and end when the last one leaves', async () => {
      const page = async (client: TestClient, query = '') =>
        (await client.get(`/mining/fleet${query}`)).body.data
      const moved = await describeMany(owner, { filter: 'attention', moveTo: ' Cold ' })
      expect(moved.body.data).toMatchObject({ matched: 13, given: 13, skipped: [] })
      const { body } = await describeMany(owner, { ids: [String((await kept())[0]?.id)], moveTo: 'cold' })
      expect(body.data.given).toBe(1)
      const { part, miners } = await page(owner, '?group=Cold')
      expect(part).toMatchObject({ matched: 13, groups: [{ name: 'Cold', miners: 13 }] })
      expect(new Set(miners.map(({ group }: { group: string }) => group))).toEqual(new Set(['Cold']))
      expect((await page(owner, '?search=cold')).part.matched).toBe(13)
      expect((await page(owner, '?group=Stern')).part.matched).toBe(0)

      expect((await describeMany(owner, { group: 'Cold', moveTo: 'Stern' })).body.data.given).toBe(13)
      expect((await page(owner)).part.groups).toEqual([{ name: 'Stern', miners: 13 }])
      expect((await describeMany(owner, { group: 'Stern', moveTo: null })).body.data.given).toBe(13)
      expect((await page(owner)).part.groups).toEqual([])
      for (const moveTo of ['', ' ', 'x'.repeat(41), 'a\nb'])
        expect((await describeMany(owner, { moveTo })).status, moveTo).toBe(400)
    })

    test('groups are seen by the crew and changed by its engineers, and there are so many of an owner', async () => {
      await describeMany(owner, { filter: 'attention', moveTo: 'Bow' })
      await store()
        .db.insertInto('shipCrew')
        .values({ shipId: ship, userId: other.id, role: 'viewer', joinedAt: new Date(app.clock.now()) })
        .execute()
      const { part } = (await other.get('/mining/fleet?group=Bow')).body.data
      expect(part).toMatchObject({ matched: 13, groups: [{ name: 'Bow', miners: 13 }] })
      const asViewer = (await describeMany(other, { group: 'Bow', moveTo: 'Mine' })).body.data
      expect(asViewer).toMatchObject({ given: 0 })
      expect(asViewer.skipped).toHaveLength(13)

      const all = await kept()
      for (let index = 1; index < mostGroups; index++)
        await store()
          .db.updateTable('miners')
          .set({ groupName: `Group ${index}` })
          .where('id', '=', all[20 + index]?.id ?? 0)
          .execute()
      const ids = [String(all[15]?.id)]
      expect((await describeMany(owner, { ids, moveTo: 'One more' })).body.code).toBe('too-many-groups')
      expect((await describeMany(owner, { ids, moveTo: 'bow' })).body.data.given).toBe(1)
    })

    test('are refused where they are nothing, too long, or nobody asks', async () => {
      for (const body of [
        { name: ' ' },
        { location: 'x'.repeat(121) },
        { name: 'a\nb' },
        { ids: [] },
        { numberFrom: 0 },
      ])
        expect((await describeMany(owner, body)).status).toBe(400)
      expect((await owner.call('PUT', '/mining/fleet/details', {}, { token: null })).status).toBe(401)
      expect((await kept()).every(({ location }) => location === null)).toBe(true)
    })
  })
})

import type { AddressInfo } from 'node:net'
import { type LiveToClient, LiveToClientSchema } from '@shipminer/contract/live'
import type { Batch } from '@shipminer/contract/uplink'
import { buildSample } from '@shipminer/testkit/telemetry'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedProof } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { ethereumSigner, type Signer } from '../../../test/chains/wallet-signers.ts'
import { insertShip } from '../../../test/fleet-rows.ts'
import { signUp, walletLogin } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { createController } from '../claims/claims.port.ts'
import { createTelemetry } from '../telemetry/telemetry.service.ts'

type Page = {
  messages: LiveToClient[]
  send(message: unknown): void
  next<Type extends LiveToClient['type']>(type: Type): Promise<Extract<LiveToClient, { type: Type }>>
  closed: Promise<number>
  close(): void
}

describeEachEngine('/ws', ({ store, engine }) => {
  let app: TestApp
  let owner: TestClient
  let url = ''
  let wallet: Signer
  const pages: Page[] = []
  const copies: TestApp[] = []

  beforeEach(async () => {
    await resetTestStore(store())
    app = await buildTestApp(store())
    owner = testClient(app)
    wallet = ethereumSigner()
    await signUp(owner, wallet)
    url = await listen(app)
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const page of pages.splice(0)) page.close()
    for (const copy of [app, ...copies.splice(0)]) await copy.server.close()
  })

  /** @returns where pages of this copy connect. */
  async function listen({ server }: TestApp): Promise<string> {
    await server.listen({ host: '127.0.0.1', port: 0 })
    return `ws://127.0.0.1:${(server.server.address() as AddressInfo).port}/ws`
  }
  function open(at = url): Promise<Page> {
    const socket = new WebSocket(at)
    const messages: LiveToClient[] = []
    const waiting = new Set<() => void>()
    let taken = 0
    socket.addEventListener('message', ({ data }) => {
      messages.push(LiveToClientSchema.parse(JSON.parse(String(data))) as LiveToClient)
      for (const look of waiting) look()
    })
    const page: Page = {
      messages,
      send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
      closed: new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code))),
      close: () => socket.close(),
      next: (type) =>
        new Promise((resolve) => {
          const look = () => {
            for (; taken < messages.length; taken++) {
              const message = messages[taken]
              if (message?.type !== type) continue
              taken += 1
              waiting.delete(look)
              resolve(message as never)
              return
            }
          }
          waiting.add(look)
          look()
        }),
    }
    pages.push(page)
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(page))
      socket.addEventListener('error', () => reject(new Error('refused')))
    })
  }
  async function watch(
    token: string | null,
    { at = url, ...more }: { saver?: boolean; at?: string } = {},
  ): Promise<Page> {
    const page = await open(at)
    page.send({ type: 'authenticate', token })
    await page.next('authenticated')
    page.send({ type: 'subscribe', topic: 'fleet', ...more })
    return page
  }
  const ingest = (controllerId: string, seq: number, samples: Batch['samples'] = []) =>
    createTelemetry(store()).ingestBatch({
      controllerId,
      clockOffsetMs: 0,
      receivedAt: app.clock.now(),
      batch: { seq, samples, devices: [], events: [] },
    })
  const sample = (hashrateGhs: number | null) =>
    buildSample({
      deviceKey: 'mac:02:00:00:00:00:01',
      sampledAt: app.clock.now(),
      hashrateGhs,
      powerWatts: null,
      temperatureDeciC: null,
      uptimeSeconds: null,
      acceptedShares: null,
      rejectedShares: null,
      staleShares: null,
      acceptedDifficultyMilli: null,
    })
  /** Also waits until pages were told of it: they get a snapshot anew, in which what comes right afterwards may be already. */
  async function claimed(client: TestClient) {
    const isTold = Promise.withResolvers<void>()
    const stop = await store().listen('fleet', () => isTold.resolve())
    const created = await createController(
      { store: store(), secretKey: app.secretKey },
      { name: 'Aurora', location: null },
    )
    expect((await client.post('/miners/claim', { claimKey: created.claimKey })).status).toBe(200)
    await isTold.promise
    await stop()
    return created.controllerId
  }

  test.each([
    ['a wrong token', { type: 'authenticate', token: 'at_nonsense' }, 'unauthorized'],
    ['subscribing first', { type: 'subscribe', topic: 'fleet' }, 'invalid-request'],
    ['another form', { type: 'authenticate' }, 'invalid-request'],
  ])('refuses %s', async (_, message, code) => {
    const page = await open()
    page.send(message)
    expect((await page.next('refused')).code).toBe(code)
    expect(await page.closed).toBe(1008)
  })

  test('what is no JSON ends the connection and not the server', async () => {
    const page = await open()
    page.send('{')
    expect(await page.closed).toBe(1008)
    expect((await owner.get('/health')).status).toBe(200)
  })

  test('refuses a foreign origin before the connection stands', async () => {
    const answer = await app.server.inject({
      url: '/ws',
      headers: { origin: 'https://evil.example', connection: 'upgrade', upgrade: 'websocket' },
    })
    expect(answer.statusCode).toBe(403)
  })

  test('snapshot, then only what changed, to everybody who watches that fleet', async () => {
    const controllerId = await claimed(owner)
    await ingest(controllerId, 1, [sample(100_000)])
    const [first, second] = [await watch(owner.token), await watch(owner.token)]
    for (const page of [first, second]) {
      const snapshot = await page.next('snapshot')
      expect(snapshot.miners).toMatchObject([{ hashrateThs: 100, powerWatts: null }])
      expect(snapshot.summary).toMatchObject({ totalDevices: 1, onlineDevices: 1, totalHashRate: 100 })
      expect(snapshot.controllers).toMatchObject([{ id: controllerId }])
    }
    app.clock.advance(30_000)
    await ingest(controllerId, 2, [sample(150_000)])
    for (const page of [first, second]) {
      let changes = await page.next('changes')
      // Earnings and totals may move on before the sample does.
      while (!changes.miners) changes = await page.next('changes')
      expect(changes.miners).toMatchObject([{ hashrateThs: 150, sampledAt: app.clock.now() }])
      expect(changes.summary).toMatchObject({ totalHashRate: 150 })
    }
  })

  test('a page that saves data hears less of it beside one that does not', async () => {
    const controllerId = await claimed(owner)
    await ingest(controllerId, 1, [sample(100_000)])
    const [whole, saver] = [await watch(owner.token), await watch(owner.token, { saver: true })]
    for (const page of [whole, saver]) await page.next('snapshot')
    const rates = async (page: Page, until: number) => {
      const heard: number[] = []
      while (heard.at(-1) !== until)
        for (const { hashrateThs } of (await page.next('changes')).miners ?? []) heard.push(hashrateThs ?? 0)
      return heard
    }
    app.clock.advance(30_000)
    await ingest(controllerId, 2, [sample(104_000)])
    expect(await rates(whole, 104)).toEqual([104])
    app.clock.advance(30_000)
    await ingest(controllerId, 3, [sample(150_000)])
    expect(await rates(whole, 150)).toEqual([150])
    expect(await rates(saver, 150)).toEqual([150])
  })

  test('a fleet never shows on somebody else’s page', async () => {
    const stranger = testClient(app)
    await signUp(stranger)
    const page = await watch(stranger.token)
    expect(await page.next('snapshot')).toMatchObject({ miners: [], controllers: [] })
    const controllerId = await claimed(owner)
    const mine = await watch(owner.token)
    await mine.next('snapshot')
    await ingest(controllerId, 1, [sample(100_000)])
    await mine.next('changes')
    expect(page.messages.filter((message) => message.type === 'changes')).toEqual([])
  })

  test('a page whose session is revoked elsewhere is told so at once, and others of that owner go on', async () => {
    const here = await watch(owner.token)
    await here.next('snapshot')
    const elsewhere = testClient(app)
    elsewhere.token = (await walletLogin(elsewhere, wallet)).body.data.token
    const other = await watch(elsewhere.token)
    await other.next('snapshot')
    expect((await owner.post('/auth/logout', {})).status).toBe(200)
    expect(await here.next('refused')).toMatchObject({ code: 'session-expired' })
    expect(await here.closed).toBe(1008)
    other.send('still here')
    expect((await other.next('refused')).code).toBe('invalid-request')
  })

  /** Whatever the server does at intervals, such as looking again at a session, happens no more. */
  const stopIntervals = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

  test.each(['here', 'in another copy of the server'])(
    'within 5 s of logging out %s the pages of that session close in every copy',
    async (where) => {
      const copy = await buildTestApp(store())
      copies.push(copy)
      const at = await listen(copy)
      stopIntervals()
      const open = [await watch(owner.token), await watch(owner.token, { at })]
      for (const page of open) await page.next('snapshot')
      const loggingOut = testClient(where === 'here' ? app : copy)
      loggingOut.token = owner.token
      expect((await loggingOut.post('/auth/logout', {})).status).toBe(200)
      vi.advanceTimersByTime(5_000)
      for (const page of open) {
        expect(await page.next('refused')).toMatchObject({ code: 'session-expired' })
        expect(await page.closed).toBe(1008)
      }
    },
  )

  test.skipIf(engine === 'embedded')(
    'whoever logged out while the server heard nothing of the database loses the page once it does',
    async () => {
      const { id } = await store().db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
      const elsewhere = testClient(app)
      elsewhere.token = (await walletLogin(elsewhere, wallet)).body.data.token
      stopIntervals()
      const [page, other] = [await watch(owner.token), await watch(elsewhere.token)]
      for (const one of [page, other]) await one.next('snapshot')
      // Without a word of it.
      await store().db.updateTable('sessions').set({ revokedAt: new Date() }).where('id', '=', id).execute()
      await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'shipminer-signals' AND datname = current_database()`.execute(store().db)
      expect(await page.next('refused')).toMatchObject({ code: 'session-expired' })
      expect(await page.closed).toBe(1008)
      other.send('still here')
      expect((await other.next('refused')).code).toBe('invalid-request')
    },
  )

  test('a member who is taken off a crew loses the open page at once, and comes back to nothing', async () => {
    const { db } = store()
    const id = await claimed(owner)
    const { user } = (await owner.get('/wallet-auth/me')).body.data
    const shipId = await insertShip(db, { userId: user.id })
    await owner.call('PUT', `/mining/controllers/${id}`, { shipId })
    const member = testClient(app)
    const { user: guest } = await signUp(member)
    const joinedAt = new Date(app.clock.now())
    await db.insertInto('shipCrew').values({ shipId, userId: guest.id, role: 'viewer', joinedAt }).execute()
    const [theirs, own] = [await watch(member.token), await watch(owner.token)]
    expect((await theirs.next('snapshot')).controllers).toMatchObject([{ id, shared: { role: 'viewer' } }])
    await own.next('snapshot')
    await ingest(id, 1, [sample(100)])
    expect((await theirs.next('changes')).miners).toHaveLength(1)
    expect((await owner.call('DELETE', `/user/ships/${shipId}/crew/${guest.id}`)).status).toBe(200)
    expect(await theirs.closed).toBe(1012)
    const again = await watch(member.token)
    expect((await again.next('snapshot')).controllers).toEqual([])
    own.send('still here')
    expect((await own.next('refused')).code).toBe('invalid-request')
  })

  test('a box that leaves the ship is told of no more, though nobody said that it did', async () => {
    const { db } = store()
    const id = await claimed(owner)
    const { user } = (await owner.get('/wallet-auth/me')).body.data
    const shipId = await insertShip(db, { userId: user.id })
    await owner.call('PUT', `/mining/controllers/${id}`, { shipId })
    const member = testClient(app)
    const { user: guest } = await signUp(member)
    const joinedAt = new Date(app.clock.now())
    await db.insertInto('shipCrew').values({ shipId, userId: guest.id, role: 'viewer', joinedAt }).execute()
    const theirs = await watch(member.token)
    await theirs.next('snapshot')
    await db.updateTable('controllers').set({ shipId: null }).where('id', '=', id).execute()
    await ingest(id, 1, [sample(100)])
    expect(await theirs.next('snapshot')).toMatchObject({ controllers: [], miners: [] })
    expect(theirs.messages.flatMap((one) => (one.type === 'changes' ? (one.miners ?? []) : []))).toEqual([])
  })

  test('a page whose account is deleted closes at once', async () => {
    const page = await watch(owner.token)
    await page.next('snapshot')
    const proof = await signedProof(owner, wallet, 'delete-account')
    expect((await owner.post('/user/delete', { proof })).status).toBe(200)
    expect(await page.next('refused')).toMatchObject({ code: 'session-expired' })
    expect(await page.closed).toBe(1008)
  })

  test('a message that no page sends is not even read, packed or not', async () => {
    for (const text of [
      'x'.repeat(9 * 1024),
      JSON.stringify({ type: 'authenticate', token: 'a'.repeat(200_000) }),
    ]) {
      const page = await open()
      page.send(text)
      expect(await page.closed).toBe(1009)
    }
  })

  test('an account has fifty pages open at most, another one its own', async () => {
    const fifty = await Promise.all(Array.from({ length: 50 }, () => open()))
    for (const page of fifty) {
      page.send({ type: 'authenticate', token: owner.token })
      await page.next('authenticated')
    }
    const onceMore = await open()
    onceMore.send({ type: 'authenticate', token: owner.token })
    expect((await onceMore.next('refused')).code).toBe('rate-limited')
    const stranger = testClient(app)
    await signUp(stranger)
    const other = await open()
    other.send({ type: 'authenticate', token: stranger.token })
    await other.next('authenticated')
  })

  test('claiming shows the controller on the page that is already open', async () => {
    const page = await watch(owner.token)
    expect((await page.next('snapshot')).controllers).toEqual([])
    const controllerId = await claimed(owner)
    expect((await page.next('snapshot')).controllers).toMatchObject([{ id: controllerId }])
  })
})

import { ed25519 } from '@noble/curves/ed25519.js'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { signedProof } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { ethereumSigner } from '../../../test/chains/wallet-signers.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { type CreatedController, createController, enrolmentLifetimeMs } from './create-controller.ts'

describeEachEngine('claims', ({ store }) => {
  let app: TestApp
  let client: TestClient
  let controller: CreatedController
  const create = () => createController(deps(), { name: 'Ms Aurora', location: 'Engine room' })
  const deps = () => ({
    store: app.store,
    clock: app.clock.now,
    secretKey: app.secretKey,
    randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
  })
  const set = (change: object, id = controller.controllerId) =>
    app.store.db.updateTable('controllers').set(change).where('id', '=', id).execute()
  const owner = async (id = controller.controllerId) =>
    (
      await app.store.db
        .selectFrom('controllers')
        .select('ownerId')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).ownerId

  beforeEach(async () => {
    app = await buildTestApp(store())
    client = testClient(app)
    controller = await create()
    return () => app.server.close()
  })

  describe('creating a controller', () => {
    test('makes an id, a key and a token, and keeps hashes only', async () => {
      expect(controller).toEqual({
        controllerId: expect.stringMatching(/^SM-[2-9A-HJKMNP-Z]{6}$/),
        claimKey: expect.stringMatching(/^[A-Z0-9]{8}-[A-Z0-9]{8}$/),
        enrolmentToken: expect.stringMatching(/^enr_[\w-]{43}$/),
      })
      const { rows } = await sql<{ text: string }>`SELECT c::text AS text FROM controllers AS c`.execute(
        app.store.db,
      )
      const stored = JSON.stringify(rows)
      expect(stored).toContain(controller.controllerId)
      expect(stored).not.toContain(controller.claimKey)
      expect(stored).not.toContain(controller.enrolmentToken)
      const hex = Buffer.from(controller.claimKey).toString('hex')
      expect(stored).not.toContain(hex)
    })

    test('takes an id once', async () => {
      const id = `SM-${controller.controllerId.slice(-6)}-2`
      const named = await createController(deps(), { name: 'Ms Aurora', location: null, id })
      expect(named.controllerId).toBe(id)
      await expect(createController(deps(), { name: 'Ms Aurora', location: null, id })).rejects.toThrow(
        /already/,
      )
      await expect(createController(deps(), { name: 'x', location: null, id: 'a b' })).rejects.toThrow(
        /letters/,
      )
      await expect(createController(deps(), { name: ' ', location: null })).rejects.toThrow(/name/)
    })
  })

  describe('GET /miners/claim-status/{key}', () => {
    const status = (key: string, who = client) => who.get(`/miners/claim-status/${encodeURIComponent(key)}`)

    test.each([
      'x',
      'ABCD-1234',
      'ABCD1234_EFGH5678',
      'ABCD1234-EFGH567',
      "' OR 1=1 --",
      'ÄBCD1234-EFGH5678',
    ])('refuses the key %j', async (key) => {
      expect(await status(key)).toMatchObject({
        status: 400,
        body: { error: 'Invalid claim key format. Expected: XXXXXXXX-XXXXXXXX', code: 'claim-key-invalid' },
      })
    })

    test('refuses the key "\\u0000", which no database can hold', async () => {
      expect(await status('\0')).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
    })

    test('refuses an unknown key', async () => {
      expect(await status('AAAAAAAA-AAAAAAAA')).toMatchObject({
        status: 404,
        body: { error: 'Claim key not found.' },
      })
    })

    test('refuses a bad token instead of treating its bearer as a visitor', async () => {
      client.token = 'at_expired'
      expect((await status(controller.claimKey)).status).toBe(401)
    })

    test('tells a visitor status, id and number of miners, and no more', async () => {
      await set({ ipAddress: '203.0.113.7' })
      const answer = await status(controller.claimKey.toLowerCase().replace('-', ''))
      expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
      expect(answer.body.data).toEqual({
        status: 'available',
        controllerId: controller.controllerId,
        minerCount: 0,
        seen: false,
        location: null,
        ipAddress: null,
      })
    })

    test('tells somebody signed in where it is, as long as it is free or theirs', async () => {
      const [anna, piet] = [testClient(app), testClient(app)]
      await signUp(anna)
      await signUp(piet)
      await set({ ipAddress: '203.0.113.7', lastSeenAt: new Date(app.clock.now()) })
      await app.store.db
        .insertInto('miners')
        .values(['a', 'b'].map((deviceKey) => ({ controllerId: controller.controllerId, deviceKey })))
        .execute()
      const open = { minerCount: 2, seen: true, location: 'Engine room', ipAddress: '203.0.113.7' }
      expect((await status(controller.claimKey, anna)).body.data).toMatchObject({
        status: 'available',
        ...open,
      })
      await anna.post('/miners/claim', { claimKey: controller.claimKey })
      expect((await status(controller.claimKey, anna)).body.data).toMatchObject({
        status: 'claimed_by_you',
        ...open,
      })
      const closed = { status: 'claimed', location: null, ipAddress: null }
      expect((await status(controller.claimKey, piet)).body.data).toMatchObject(closed)
      expect((await status(controller.claimKey)).body.data).toMatchObject(closed)
    })

    test.each(['claimKeyRevokedAt', 'revokedAt'])('says that it is revoked (%s)', async (column) => {
      await set({ [column]: new Date() })
      expect((await status(controller.claimKey)).body.data.status).toBe('revoked')
    })
  })

  describe('POST /miners/claim', () => {
    const claim = (who: TestClient, claimKey: string) => who.post('/miners/claim', { claimKey })

    test('refuses a visitor', async () => {
      expect(await claim(client, controller.claimKey)).toMatchObject({
        status: 401,
        body: { error: 'Authentication required' },
      })
      expect(await owner()).toBeNull()
    })

    test('asks somebody signed in for more than 12 hours to confirm first', async () => {
      const signer = ethereumSigner()
      const { user } = await signUp(client, signer)
      const createdAt = new Date(app.clock.now() - 12 * 3_600_000 - 1)
      await app.store.db.updateTable('sessions').set({ createdAt }).where('userId', '=', user.id).execute()
      for (const key of [controller.claimKey, 'AAAAAAAA-AAAAAAAA']) {
        expect(await claim(client, key), 'no key tells anything before').toMatchObject({
          status: 403,
          body: { code: 'proof-required' },
        })
      }
      expect(await owner()).toBeNull()
      const proof = await signedProof(client, signer, 'confirm-session')
      expect((await client.post('/user/confirm', { proof })).status).toBe(200)
      expect((await claim(client, controller.claimKey)).status).toBe(200)
      expect(await owner()).toBe(user.id)
    })

    test('refuses malformed and unknown keys, extra fields and revoked controllers', async () => {
      const { user } = await signUp(client)
      expect((await claim(client, 'nonsense')).body).toMatchObject({ code: 'claim-key-invalid' })
      expect(await claim(client, 'AAAAAAAA-AAAAAAAA')).toMatchObject({
        status: 404,
        body: { error: 'Claim key not found.' },
      })
      const { claimKey } = controller
      expect((await client.post('/miners/claim', { claimKey, claimedBy: user.id })).status).toBe(400)
      expect((await client.post('/miners/claim', {})).status).toBe(400)
      for (const column of ['claimKeyRevokedAt', 'revokedAt']) {
        await set({ [column]: new Date() })
        expect(await claim(client, claimKey)).toMatchObject({
          status: 410,
          body: { code: 'claim-key-revoked' },
        })
        await set({ [column]: null })
      }
      expect(await owner()).toBeNull()
    })

    test('gives the controller to its claimer, once', async () => {
      const other = testClient(app)
      const { user } = await signUp(client)
      await signUp(other)
      const success = { controllerId: controller.controllerId, name: 'Ms Aurora', minerCount: 0 }
      const news: string[] = []
      const unlisten = await app.store.listen('fleet', (payload) => news.push(payload))
      expect((await claim(client, ` ${controller.claimKey.toLowerCase()} `)).body).toEqual({
        success: true,
        data: success,
      })
      expect(await owner()).toBe(user.id)
      expect(await claim(other, controller.claimKey)).toMatchObject({
        status: 409,
        body: { success: false, error: 'This controller has already been claimed by another user.' },
      })
      expect((await claim(client, controller.claimKey)).body.data).toEqual(success)
      expect(await owner()).toBe(user.id)
      await vi.waitFor(() => expect(news).toEqual([JSON.stringify({ userId: user.id })]), { timeout: 60_000 })
      await unlisten()
    })

    test('of two users at once one gets it and one is told', async () => {
      const [anna, piet] = [testClient(app), testClient(app)]
      const ids = [(await signUp(anna)).user.id, (await signUp(piet)).user.id]
      for (let round = 0; round < 5; round += 1) {
        const { claimKey, controllerId } = await create()
        const answers = await Promise.all([claim(anna, claimKey), claim(piet, claimKey)])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
        const winner = ids[answers.findIndex(({ status }) => status === 200)]
        expect(await owner(controllerId)).toBe(winner)
        expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
          'This controller has already been claimed by another user.',
        )
      }
    })
  })

  describe('guessing', () => {
    const guess = (index: number) => `AAAAAAAA-${String(index).padStart(8, '0')}`

    test('ten wrong keys over both calls block both for a minute, the right key too', async () => {
      await signUp(client)
      const { claimKey } = controller
      for (let index = 0; index < 5; index += 1) {
        expect((await client.get(`/miners/claim-status/${guess(index)}`)).status).toBe(404)
        expect((await client.post('/miners/claim', { claimKey: guess(100 + index) })).status).toBe(404)
      }
      const blocked = { status: 429, body: { success: false, code: 'rate-limited' } }
      expect(await client.get(`/miners/claim-status/${claimKey}`)).toMatchObject(blocked)
      expect(await client.post('/miners/claim', { claimKey })).toMatchObject(blocked)
      app.clock.advance(60_000)
      expect((await client.post('/miners/claim', { claimKey })).status).toBe(200)
    })

    /** How many of twenty and more at once, over two copies of the server, were answered with which status. */
    async function atOnce(
      many: number,
      ask: (who: TestClient, index: number) => Promise<{ status: number }>,
      ipOf: (index: number) => string,
    ): Promise<Record<number, number>> {
      const copies = [app, await buildTestApp(store())]
      const counts: Record<number, number> = {}
      const answers = await Promise.all(
        Array.from({ length: many }, (_, index) =>
          ask(testClient(copies[index % 2] ?? app, { ip: ipOf(index) }), index),
        ),
      )
      await copies[1]?.server.close()
      for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
      return counts
    }
    const ask = (who: TestClient, index: number) =>
      index % 4 < 2
        ? who.get(`/miners/claim-status/${guess(index)}`)
        : who.post('/miners/claim', { claimKey: guess(index) })

    test('of twenty wrong keys at once by one account, each from elsewhere, ten are judged', async () => {
      const { token } = await signUp(client)
      const counts = await atOnce(
        20,
        (who, index) => {
          who.token = token
          return ask(who, index)
        },
        (index) => `203.0.113.${index}`,
      )
      expect(counts).toEqual({ 404: 10, 429: 10 })
      const { claimKey } = controller
      expect((await client.post('/miners/claim', { claimKey })).status).toBe(429)
      expect(await owner()).toBeNull()
    })

    test.each([
      ['one IPv4 address', () => '192.0.2.9'],
      ['one IPv6 /64', (index: number) => `2001:db8:2:2::${index.toString(16)}`],
    ])('of twenty at once from %s, by four accounts and visitors, ten are judged', async (_, ipOf) => {
      const people = await Promise.all(Array.from({ length: 4 }, () => signUp(testClient(app))))
      const counts = await atOnce(
        20,
        (who, index) => {
          who.token = index % 4 < 2 ? null : (people[(index >> 2) % 4]?.token ?? null)
          return ask(who, index)
        },
        ipOf,
      )
      expect(counts).toEqual({ 404: 10, 429: 10 })
      const { claimKey } = controller
      const there = testClient(app, { ip: ipOf(99) })
      expect((await there.get(`/miners/claim-status/${claimKey}`)).status).toBe(429)
      expect((await client.get(`/miners/claim-status/${claimKey}`)).status).toBe(200)
    })

    test('of sixty at once from sixty /64 of one IPv6 /48, fifty are judged', async () => {
      const counts = await atOnce(
        60,
        (who, index) => who.get(`/miners/claim-status/${guess(index)}`),
        (index) => `2001:db8:1:${index.toString(16)}::1`,
      )
      expect(counts).toEqual({ 404: 50, 429: 10 })
    })

    test('a user who changes address is still blocked, and does not block others', async () => {
      const { token } = await signUp(client)
      for (let index = 0; index < 10; index += 1) {
        await testClient(app).post('/miners/claim', { claimKey: guess(index) }, { token })
      }
      const { claimKey } = controller
      expect((await testClient(app).post('/miners/claim', { claimKey }, { token })).status).toBe(429)
      expect((await testClient(app).get(`/miners/claim-status/${claimKey}`)).status).toBe(200)
    })

    test('the eleventh call of a minute is refused on each of the two, with right keys too', async () => {
      await signUp(client)
      const { claimKey } = controller
      const counts: Record<number, number> = {}
      for (let index = 0; index < 11; index += 1) {
        const { status } = await client.get(`/miners/claim-status/${claimKey}`, {
          headers: { 'x-forwarded-for': `203.0.113.${index}` },
        })
        counts[status] = (counts[status] ?? 0) + 1
      }
      expect(counts).toEqual({ 200: 10, 429: 1 })
    })
  })

  describe('POST /controllers/enrol', () => {
    const keyOf = (byte: number) =>
      Buffer.from(ed25519.getPublicKey(new Uint8Array(32).fill(byte))).toString('base64')
    const request = (change: object = {}) => ({
      controllerId: controller.controllerId,
      enrolmentToken: controller.enrolmentToken,
      publicKey: keyOf(1),
      version: '0.1.0',
      ...change,
    })
    const enrol = (body: object, who = testClient(app)) => who.post('/controllers/enrol', body)
    const refused = {
      status: 401,
      body: {
        success: false,
        error: 'This enrolment token is not valid for this controller or was already used.',
        code: 'enrolment-refused',
      },
    }
    const storedKey = async () =>
      (
        await app.store.db
          .selectFrom('controllers')
          .select('publicKey')
          .where('id', '=', controller.controllerId)
          .executeTakeFirstOrThrow()
      ).publicKey

    test('refuses another token, another controller, a revoked one and a late one, all alike', async () => {
      const other = await create()
      expect(await enrol(request({ enrolmentToken: 'enr_x' }))).toMatchObject(refused)
      expect(await enrol(request({ enrolmentToken: other.enrolmentToken }))).toMatchObject(refused)
      expect(await enrol(request({ controllerId: other.controllerId }))).toMatchObject(refused)
      expect(await enrol(request({ controllerId: 'SM-NOBODY' }))).toMatchObject(refused)
      expect(await enrol(request({ controllerId: "a' --" }))).toMatchObject(refused)
      expect(await enrol(request({ controllerId: "a\0' --" }))).toMatchObject({ status: 400 })
      await set({ revokedAt: new Date() })
      expect(await enrol(request())).toMatchObject(refused)
      await set({ revokedAt: null })
      app.clock.advance(enrolmentLifetimeMs)
      expect(await enrol(request())).toMatchObject(refused)
      expect(await storedKey()).toBeNull()
    })

    test('refuses what is no key, and keys for which anybody can sign', async () => {
      expect((await enrol(request({ publicKey: 'AA==' }))).status).toBe(400)
      expect((await enrol(request({ role: 'operator' }))).status).toBe(400)
      const identity = new Uint8Array(32)
      identity[0] = 1
      for (const bytes of [new Uint8Array(32), identity, new Uint8Array(32).fill(255)]) {
        const publicKey = Buffer.from(bytes).toString('base64')
        expect(await enrol(request({ publicKey }))).toMatchObject(refused)
      }
    })

    test('keeps the key, repeats success for the same key, and refuses another', async () => {
      const success = {
        status: 200,
        body: { success: true, data: { controllerId: controller.controllerId } },
      }
      expect(await enrol(request({ version: '0.1\0.0' }))).toMatchObject({ status: 400 })
      expect(await enrol(request())).toMatchObject(success)
      expect(await enrol(request({ publicKey: keyOf(2) }))).toMatchObject(refused)
      expect(await enrol(request({ enrolmentToken: 'enr_x' }))).toMatchObject(refused)
      expect(Buffer.from((await storedKey()) ?? []).toString('base64')).toBe(keyOf(1))
    })

    test('of two keys at once one is kept; the same key twice at once is success twice', async () => {
      const two = await Promise.all([enrol(request()), enrol(request({ publicKey: keyOf(2) }))])
      expect(two.map(({ status }) => status).sort()).toEqual([200, 401])
      controller = await create()
      const same = await Promise.all([enrol(request()), enrol(request())])
      expect(same.map(({ status }) => status)).toEqual([200, 200])
    })
  })

  test('no enrolment token is in the log, and no claim key', async () => {
    await signUp(client)
    await client.get(`/miners/claim-status/${controller.claimKey}`)
    await client.post('/miners/claim', { claimKey: controller.claimKey })
    await client.post('/controllers/enrol', {
      controllerId: controller.controllerId,
      enrolmentToken: controller.enrolmentToken,
      publicKey: Buffer.alloc(32, 5).toString('base64'),
      version: '1',
    })
    expect(app.log()).toContain('controller claimed')
    expect(app.log()).not.toContain(controller.enrolmentToken)
    expect(app.log()).not.toContain(controller.claimKey)
  })
})

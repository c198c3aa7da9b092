import { createHash, randomUUID } from 'node:crypto'
import { FirmwareOrderSchema, type FirmwareProgress } from '@shipminer/contract/control/firmware'
import { firmwarePartBytes } from '@shipminer/contract/control/firmware-calls'
import type { UplinkToController } from '@shipminer/contract/uplink'
import { bmuImage, espImage } from '@shipminer/domain/firmware/test-images'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertController, insertMiner } from '../../../test/fleet-rows.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { createCommandSigner } from '../control/keys/command-signer.ts'
import { firmwareJob } from './firmware.job.ts'
import { openFirmwareLines } from './firmware-lines.service.ts'
import { orderLifetimeMs, storeProgress } from './firmware-series.service.ts'

const model = 'BM1370 601'
const dayMs = 86_400_000
const mib = 1024 * 1024
const silent = { info() {}, warn() {}, error() {} }

const seed = Buffer.alloc(32, 9)

describeEachEngine('firmware of miners', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let stranger: TestClient
  let miners: string[]
  let lines: Awaited<ReturnType<typeof openFirmwareLines>>
  const deps = () => ({
    ...{ store: store(), clock: app.clock.now, logger: silent, secretKey: app.secretKey },
    ...{ randomUuid: randomUUID, keys: createCommandSigner(seed) },
  })

  beforeEach(async () => {
    app = await buildTestApp(store())
    owner = testClient(app)
    stranger = testClient(app)
    const { user } = await signUp(owner)
    const other = await signUp(stranger)
    const { db } = store()
    await insertController(db, { id: 'SM-A', ownerId: user.id })
    await insertController(db, { id: 'SM-B', ownerId: user.id, claimKeyHash: Buffer.from('b') })
    await insertController(db, { id: 'SM-X', ownerId: other.user.id, claimKeyHash: Buffer.from('x') })
    const axe = { driver: 'axeos', make: 'Bitaxe', model, firmware: 'v2.0.0' }
    const ids = [
      await insertMiner(db, { controllerId: 'SM-A', deviceKey: 'mac:1', ...axe }),
      await insertMiner(db, { controllerId: 'SM-A', deviceKey: 'mac:2', ...axe }),
      await insertMiner(db, { controllerId: 'SM-A', deviceKey: 'mac:3', ...axe, model: 'BM1397 1' }),
      await insertMiner(db, { controllerId: 'SM-B', deviceKey: 'mac:4', ...axe }),
      await insertMiner(db, { controllerId: 'SM-X', deviceKey: 'mac:5', ...axe }),
      await insertMiner(db, { controllerId: 'SM-A', deviceKey: 'mac:6', driver: 'luxos', model }),
    ]
    miners = ids.map(String)
    lines = await openFirmwareLines(deps())
    return async () => {
      await lines.close()
      await app.server.close()
      await resetTestStore(store())
    }
  })

  const image = Buffer.from(espImage('v2.1.0', { bytes: firmwarePartBytes + 1_000 }))
  const wordsOf = (file: Buffer, more: object = {}) => ({
    ...{ sha256: createHash('sha256').update(file).digest('hex'), bytes: file.length },
    ...{ family: 'axeos', model, version: 'v2.1.0', name: 'esp-miner.bin' },
    ...more,
  })
  const begin = (words: object, client = owner) => client.post('/firmware/files', words)
  const add = (sha256: string, file: Buffer, offset: number, client = owner) =>
    client.post(`/firmware/files/${sha256}/parts`, {
      offset,
      content: file.subarray(offset, offset + firmwarePartBytes).toString('base64'),
    })
  async function upload(file = image, more: object = {}, client = owner) {
    const words = wordsOf(file, more)
    let answer = await begin(words, client)
    for (let at = 0; answer.status === 200 && at < file.length; at += firmwarePartBytes)
      answer = await add(words.sha256, file, at, client)
    return { answer, sha256: words.sha256 }
  }
  const read = async (client = owner) => (await client.get('/firmware')).body.data
  const start = (sha256: string, minerIds: string[], client = owner) =>
    client.post('/firmware/series', { sha256, minerIds, isUnderstood: true })
  async function box(controllerId = 'SM-A') {
    const sent: UplinkToController[] = []
    const down = await lines.lineUp({
      controllerId,
      send: (message) => sent.push(message),
      sign: deps().keys.sign,
    })
    const offers = () => sent.flatMap((message) => (message.type === 'firmware' ? [message] : []))
    return { sent, offers, down }
  }
  const tell = (orderId: string, over: Partial<FirmwareProgress>, controllerId = 'SM-A') =>
    storeProgress(deps(), controllerId, {
      ...{
        type: 'firmware-progress',
        orderId,
        step: 1,
        state: 'updating',
        reason: null,
        fetchedPercent: null,
      },
      devices: [],
      ...over,
    } as FirmwareProgress)
  const device = (deviceKey: string, state: string, more: object = {}) =>
    ({ deviceKey, state, reason: null, versionBefore: 'v2.0.0', version: null, ...more }) as never

  test('nobody without a session, and no key, gets at it', async () => {
    const { token } = (await owner.post('/user/api-keys', { name: 'Home', scope: 'control' })).body.data
    const sha256 = 'a'.repeat(64)
    for (const [method, path, body] of [
      ['GET', '/firmware', undefined],
      ['POST', '/firmware/files', wordsOf(image)],
      ['POST', `/firmware/files/${sha256}/parts`, { offset: 0, content: 'AAAA' }],
      ['DELETE', `/firmware/files/${sha256}`, undefined],
      ['POST', '/firmware/series', { sha256, minerIds: ['1'], isUnderstood: true }],
      ['POST', `/firmware/series/${randomUUID()}/cancel`, {}],
    ] as const) {
      expect((await testClient(app).call(method, path, body)).status, path).toBe(401)
      const program = Object.assign(testClient(app), { token: token as string })
      expect((await program.call(method, path, body)).body.code, path).toBe('api-key-scope')
    }
  })

  test('a file comes in parts that go on where they broke off, and is kept for 30 days', async () => {
    const words = wordsOf(image)
    expect((await begin(words)).body.data).toMatchObject({ receivedBytes: 0, isReady: false })
    await add(words.sha256, image, 0)
    // The answer to the first part was lost: it is sent again, and something out of turn too.
    expect((await add(words.sha256, image, 0)).body.data.receivedBytes).toBe(firmwarePartBytes)
    expect((await add(words.sha256, image, 7)).body.data.receivedBytes).toBe(firmwarePartBytes)
    expect((await begin(words)).body.data.receivedBytes).toBe(firmwarePartBytes)
    const end = await add(words.sha256, image, firmwarePartBytes)
    expect(end.body.data).toMatchObject({ isReady: true, receivedBytes: image.length })
    const data = await read()
    expect(data).toMatchObject({ usedBytes: image.length, files: [{ sha256: words.sha256, model }] })
    expect(data.files[0].deletedAt - data.files[0].uploadedAt).toBe(30 * dayMs)
    const job = firmwareJob(deps())
    app.clock.advance(30 * dayMs)
    await job.run(AbortSignal.timeout(60_000))
    expect((await store().db.selectFrom('firmwareParts').selectAll().execute()).length).toBe(2)
    app.clock.advance(1)
    await job.run(AbortSignal.timeout(60_000))
    expect(await store().db.selectFrom('firmwareParts').selectAll().execute()).toEqual([])
  })

  test.each([
    ['other bytes than announced', Buffer.from(image).fill(1, 500, 501), {}, 'firmware-digest'],
    ['of another version', image, { version: 'v9' }, 'firmware-misfit'],
    ['of another make', Buffer.from(bmuImage(['Antminer S21'])), {}, 'firmware-misfit'],
    ['a page', Buffer.from('<html>not found</html>'), {}, 'firmware-misfit'],
  ])('a file that is not what it was said to be is removed: %s', async (_, file, more, code) => {
    const words = wordsOf(code === 'firmware-digest' ? image : file, more)
    await begin(words)
    let answer = await add(words.sha256, file, 0)
    if (file.length > firmwarePartBytes) answer = await add(words.sha256, file, firmwarePartBytes)
    expect(answer.body.code).toBe(code)
    expect((await read()).files).toEqual([])
  })

  test('no more than a miner takes, and than an account has room for', async () => {
    const sha = (digit: number) => digit.toString(16).repeat(64)
    const big = (digit: number, over: object = {}) =>
      begin({ ...wordsOf(image), sha256: sha(digit), bytes: 120 * mib, family: 'antminer', ...over })
    expect((await big(1, { family: 'axeos' })).body.code).toBe('firmware-too-large')
    expect((await big(1, { bytes: 120 * mib + 1 })).status).toBe(400)
    expect((await big(1)).status).toBe(200)
    expect((await big(2)).status).toBe(200)
    expect((await big(3)).body.code).toBe('firmware-quota')
    // Ten at once find room for as much as one after the other.
    const many = await Promise.all(
      Array.from({ length: 10 }, (_, index) => big(4 + index, { bytes: 15 * mib, family: 'axeos' })),
    )
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await begin(wordsOf(image), stranger)).status).toBe(200)
    await owner.call('DELETE', `/firmware/files/${sha(1)}`)
    expect((await big(3)).status).toBe(200)
  })

  test('a part that is longer than the file, or nothing, is not taken', async () => {
    const small = Buffer.from(espImage('v2.1.0'))
    const { sha256 } = wordsOf(small)
    await begin(wordsOf(small))
    const long = await owner.post(`/firmware/files/${sha256}/parts`, {
      offset: 0,
      content: Buffer.alloc(small.length + 1).toString('base64'),
    })
    expect(long.status).toBe(400)
    for (const content of ['', 'not base64!', 7, 'A'.repeat(900_000)])
      expect((await owner.post(`/firmware/files/${sha256}/parts`, { offset: 0, content })).status).toBe(400)
    expect((await read()).files[0].receivedBytes).toBe(0)
  })

  test('what belongs to others does not exist', async () => {
    const { sha256 } = await upload()
    expect((await read(stranger)).files).toEqual([])
    expect((await add(sha256, image, 0, stranger)).status).toBe(404)
    expect((await stranger.call('DELETE', `/firmware/files/${sha256}`)).status).toBe(404)
    expect((await start(sha256, [miners[4] ?? ''], stranger)).status).toBe(404)
    expect((await start(sha256, [miners[0] ?? '', miners[4] ?? ''])).status).toBe(404)
    expect((await start(sha256, ['2147483647'])).status).toBe(404)
    const { id } = (await start(sha256, [miners[0] ?? ''])).body.data
    expect((await stranger.post(`/firmware/series/${id}/cancel`, {})).status).toBe(404)
    expect((await read(stranger)).series).toEqual([])
    // The same bytes of somebody else are a file of their own.
    expect((await upload(image, {}, stranger)).answer.body.data.isReady).toBe(true)
    await tell(id, { devices: [device('mac:1', 'sending')] }, 'SM-X')
    expect((await read()).series[0].state).toBe('ordered')
  })

  test('a series is for miners of that model on one ship, by somebody who is there', async () => {
    const { sha256 } = await upload()
    const [first = '', second = '', otherModel = '', otherShip = '', , luxos = ''] = miners
    expect((await start(sha256, [first, otherModel])).body.code).toBe('firmware-other-model')
    expect((await start(sha256, [luxos])).body.code).toBe('firmware-other-model')
    expect((await start(sha256, [first, otherShip])).status).toBe(400)
    expect((await owner.post('/firmware/series', { sha256, minerIds: [first] })).status).toBe(400)
    const unfinished = Buffer.from(espImage('v3'))
    await begin(wordsOf(unfinished))
    expect((await start(wordsOf(unfinished).sha256, [first])).status).toBe(404)
    const createdAt = new Date(app.clock.now() - 12 * 3_600_000 - 1)
    await store().db.updateTable('sessions').set({ createdAt }).execute()
    expect((await start(sha256, [first])).body.code).toBe('proof-required')
    await store()
      .db.updateTable('sessions')
      .set({ createdAt: new Date(app.clock.now()) })
      .execute()
    const both = await Promise.all([start(sha256, [first, second]), start(sha256, [second])])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await owner.call('DELETE', `/firmware/files/${sha256}`)).body.code).toBe('firmware-busy')
    expect((await start(sha256, [otherShip])).status).toBe(200)
  })

  test('the order is signed for one box, and its file is given to that box alone', async () => {
    const { sha256 } = await upload()
    const ship = await box()
    const { id } = (await start(sha256, [miners[1] ?? '', miners[0] ?? ''])).body.data
    await vi.waitFor(() => expect(ship.offers()).toHaveLength(1), { timeout: 60_000 })
    const [offer] = ship.offers()
    if (offer === undefined) throw new Error('no offer')
    const order = FirmwareOrderSchema.parse(JSON.parse(offer.order))
    expect(order).toMatchObject({ id, controllerId: 'SM-A', deviceKeys: ['mac:2', 'mac:1'] })
    expect(order.file).toEqual(wordsOf(image))
    expect(offer.signature).toBe(createCommandSigner(seed).sign(offer.order))
    const get = (url: string, range?: string) =>
      app.server.inject({ url, headers: range === undefined ? {} : { range } })
    expect((await get(offer.path)).rawPayload.equals(image)).toBe(true)
    for (const from of [1, firmwarePartBytes - 1, firmwarePartBytes, image.length - 1]) {
      const rest = await get(offer.path, `bytes=${from}-`)
      expect([rest.statusCode, rest.rawPayload.equals(image.subarray(from))]).toEqual([206, true])
    }
    expect((await get(offer.path, `bytes=${image.length}-`)).statusCode).toBe(416)
    for (const wrong of [
      offer.path.replace('SM-A', 'SM-B'),
      offer.path.replace(id, randomUUID()),
      offer.path.replace('/uplink/firmware/', '/uplink/releases/'),
      offer.path.replace(/token=.*/, 'token=x'),
    ])
      expect((await get(wrong)).statusCode).toBe(404)
    // Sent again after a lost line; not any more when the series has ended.
    expect((await box()).offers()).toHaveLength(1)
    await tell(id, { state: 'done', devices: [device('mac:1', 'confirmed'), device('mac:2', 'confirmed')] })
    expect((await box()).offers()).toEqual([])
    expect((await get(offer.path)).statusCode).toBe(404)
  })

  test('progress only moves on, names each miner, and offers the way back', async () => {
    const old = Buffer.from(espImage('v2.0.0'))
    const before = await upload(old, { version: 'v2.0.0', name: 'old.bin' })
    const { sha256 } = await upload()
    const { id } = (await start(sha256, [miners[0] ?? '', miners[1] ?? ''])).body.data
    const seen = async () => (await read()).series[0]
    expect((await seen()).miners.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'waiting'])
    await tell(id, { step: 0, state: 'fetching', fetchedPercent: 40 })
    await tell(id, { step: 0, state: 'fetching', fetchedPercent: 20 })
    expect(await seen()).toMatchObject({ state: 'fetching', fetchedPercent: 40 })
    await tell(id, { step: 4, devices: [device('mac:1', 'restarting'), device('mac:2', 'waiting')] })
    await tell(id, { step: 3, devices: [device('mac:1', 'sending'), device('mac:2', 'waiting')] })
    expect((await seen()).miners[0].state).toBe('restarting')
    const away = await store()
      .db.selectFrom('miners')
      .select(['deviceKey', 'commandedAt'])
      .where('commandedAt', 'is not', null)
      .execute()
    expect(away.map(({ deviceKey }) => deviceKey)).toEqual(['mac:1'])
    await tell(id, {
      step: 6,
      state: 'stopped',
      devices: [
        device('mac:1', 'not-hashing', { version: 'v2.1.0' }),
        device('mac:2', 'untouched', { versionBefore: null }),
      ],
    })
    expect(await seen()).toMatchObject({
      state: 'stopped',
      miners: [
        { id: miners[0], state: 'not-hashing', versionBefore: 'v2.0.0', wayBack: before.sha256 },
        { id: miners[1], state: 'untouched', wayBack: null },
      ],
    })
    // It has ended: nothing changes that any more, and the ship is free for another.
    await tell(id, { step: 9, state: 'done' })
    expect((await seen()).state).toBe('stopped')
    expect((await start(before.sha256, [miners[0] ?? ''])).status).toBe(200)
  })

  test('cancelled, it goes to no box any more that has not taken it, and is cancelled on one that has', async () => {
    const { sha256 } = await upload()
    const { id } = (await start(sha256, [miners[0] ?? ''])).body.data
    expect((await owner.post(`/firmware/series/${id}/cancel`, {})).status).toBe(200)
    expect((await box()).sent).toEqual([])
    await tell(id, { step: 1, state: 'fetching', fetchedPercent: 1 })
    expect((await box()).sent.map(({ type }) => type)).toEqual(['firmware', 'firmware-cancel'])
    await tell(id, { step: 2, state: 'cancelled', devices: [device('mac:1', 'untouched')] })
    expect((await read()).series[0]).toMatchObject({ state: 'cancelled', isCancelled: true })
  })

  test('what no box takes in time ends, and so does what is silent for a week', async () => {
    const { sha256 } = await upload()
    const run = () => firmwareJob(deps()).run(AbortSignal.timeout(60_000))
    await start(sha256, [miners[0] ?? ''])
    const { id } = (await start(sha256, [miners[3] ?? ''])).body.data
    await tell(id, { step: 1, state: 'fetching', fetchedPercent: 1 }, 'SM-B')
    const states = async () => {
      await run()
      const rows = await store()
        .db.selectFrom('firmwareSeries')
        .select('state')
        .orderBy('controllerId')
        .execute()
      return rows.map(({ state }) => state)
    }
    app.clock.advance(orderLifetimeMs)
    expect((await box()).offers()).toEqual([])
    expect(await states()).toEqual(['ordered', 'fetching'])
    app.clock.advance(60_000)
    expect(await states()).toEqual(['expired', 'fetching'])
    app.clock.advance(7 * dayMs - orderLifetimeMs - 60_001)
    expect(await states()).toEqual(['expired', 'fetching'])
    app.clock.advance(1)
    expect(await states()).toEqual(['expired', 'expired'])
  })
})

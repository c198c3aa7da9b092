import { randomBytes } from 'node:crypto'
import { maxApiKeys } from '@shipminer/contract/account/api-keys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signedProof } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { ethereumSigner, type Signer } from '../../../test/chains/wallet-signers.ts'
import { insertController, insertMiner } from '../../../test/fleet-rows.ts'
import { signUp, walletLogin } from '../../../test/sign-in.ts'
import { freshSessionMs } from '../../platform/auth/fresh-session.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { mailOfEnds } from './api-keys.service.ts'

const dayMs = 86_400_000

describeEachEngine('keys of owners', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let signer: Signer
  let userId: string
  let minerId: number

  beforeEach(async () => {
    app = await buildTestApp(store())
    owner = testClient(app)
    signer = ethereumSigner()
    userId = (await signUp(owner, signer)).user.id
    await insertController(store().db, { id: 'SM-A', name: 'Aurora', ownerId: userId })
    minerId = await insertMiner(store().db, { controllerId: 'SM-A', deviceKey: 'mac:1' })
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  const make = (scope: 'read' | 'control', name = 'Home') => owner.post('/user/api-keys', { name, scope })
  const program = async (scope: 'read' | 'control') => {
    const { token } = (await make(scope)).body.data
    return Object.assign(testClient(app), { token: token as string })
  }

  test('a key reads for its owner, and nothing else', async () => {
    const reader = await program('read')
    const { miners } = (await reader.get('/dashboard/miners')).body.data
    expect(miners.map(({ id }: { id: string }) => id)).toEqual([String(minerId)])
    for (const [method, path, body] of [
      ['POST', `/mining/miners/${minerId}/control`, { action: 'stop' }],
      ['POST', '/mining/stop', {}],
      ['GET', '/user/profile', undefined],
      ['GET', '/user/data', undefined],
      ['GET', '/user/api-keys', undefined],
      ['POST', '/user/api-keys', { name: 'More', scope: 'control' }],
      ['GET', '/user/orders', undefined],
      ['POST', '/miners/claim', { claimKey: 'AAAAAAAA-00000000' }],
      ['GET', '/desk/orders', undefined],
      ['POST', '/auth/logout', {}],
    ] as const)
      expect((await reader.call(method, path, body)).body.code, `${method} ${path}`).toBe('api-key-scope')
  })

  test('one that may control acts on miners, yet sets no pools', async () => {
    const actor = await program('control')
    expect((await actor.get('/dashboard/miners')).status).toBe(200)
    const control = (action: string, parameters?: object) =>
      actor.post(`/mining/miners/${minerId}/control`, { action, parameters })
    expect((await control('stop')).status).toBe(200)
    const pools = [{ url: 'stratum+tcp://pool.example:3333', user: 'thief.1', password: 'x' }]
    expect((await control('set-pools', { pools })).body.code).toBe('proof-required')
  })

  test('its token is told once, its use is shown, and it ends at once when it is revoked', async () => {
    const reader = await program('read')
    const list = async () => (await owner.get('/user/api-keys')).body.data.keys
    const [key] = await list()
    expect(key).toEqual({
      id: expect.any(String),
      name: 'Home',
      scope: 'read',
      createdAt: app.clock.now(),
      lastUsedAt: null,
      endsAt: app.clock.now() + 365 * dayMs,
      hasEnded: false,
    })
    await reader.get('/dashboard/miners')
    expect((await list())[0].lastUsedAt).toBe(app.clock.now())
    const stranger = testClient(app)
    await signUp(stranger)
    expect((await stranger.call('DELETE', `/user/api-keys/${key.id}`)).body.code).toBe('not-found')
    expect((await stranger.get('/user/api-keys')).body.data.keys).toEqual([])
    expect((await owner.call('DELETE', `/user/api-keys/${key.id}`)).body.data.keys).toEqual([])
    expect((await reader.get('/dashboard/miners')).status).toBe(401)
    expect((await owner.call('DELETE', `/user/api-keys/${key.id}`)).body.code).toBe('not-found')
    const guess = Object.assign(testClient(app), { token: `key_${'A'.repeat(43)}` })
    expect((await guess.get('/dashboard/miners')).status).toBe(401)
    expect((await guess.get('/catalogue')).status, 'nor where a token is optional').not.toBe(500)
  })

  test('making one takes somebody who is there, and its owner hears of it', async () => {
    const sessions = store().db.updateTable('sessions')
    const long = new Date(app.clock.now() - freshSessionMs - 1)
    await sessions.set({ createdAt: long, provenAt: long }).where('userId', '=', userId).execute()
    expect((await make('read')).body.code).toBe('proof-required')
    await owner.post('/user/confirm', { proof: await signedProof(owner, signer, 'confirm-session') })
    expect((await make('read', 'Grafana at home')).status).toBe(200)
    const mails = await store().db.selectFrom('mails').select('textBody').orderBy('id').execute()
    expect(mails.at(-1)?.textBody).toContain('Grafana at home')
    expect((await make('read', ' ')).body.code).toBe('invalid-request')
  })

  test('an account has ten, also when they are made at once', async () => {
    const made = await Promise.all(Array.from({ length: maxApiKeys + 3 }, () => make('read')))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(maxApiKeys)
    expect(made.filter(({ body }) => body.code === 'too-many-api-keys')).toHaveLength(3)
  })

  test('a key ends on the day that was chosen; its owner hears of it a week before, and when it has ended', async () => {
    const made = async (name: string, lifetimeDays?: unknown) =>
      owner.post('/user/api-keys', { name, scope: 'control', lifetimeDays })
    for (const wrong of [0, 31, -1, '30', 1e308])
      expect((await made('Wrong', wrong)).body.code, String(wrong)).toBe('invalid-request')
    const { token } = (await made('Short', 30)).body.data
    const short = Object.assign(testClient(app), { token: token as string })
    const endless = Object.assign(testClient(app), { token: (await made('Endless', null)).body.data.token })
    const mails = async () =>
      (await store().db.selectFrom('mails').select(['subject', 'textBody']).orderBy('id').execute()).slice(3)
    const deps = {
      store: store(),
      clock: app.clock.now,
      randomBytes,
      mail: {
        productName: 'Shipminer',
        publicUrl: 'https://shipminer.example',
        company: { name: null, address: null, kvk: null, vatId: null },
        providerEmail: null,
      },
    }
    const run = () => mailOfEnds(deps)
    const job = () => Promise.all([run(), run()])

    app.clock.advance(23 * dayMs - 1)
    await job()
    expect(await mails()).toEqual([])
    app.clock.advance(1)
    await job()
    await job()
    expect(await mails()).toHaveLength(1)
    expect((await mails())[0]?.textBody).toContain('Short')
    expect((await short.get('/dashboard/miners')).status).toBe(200)

    app.clock.advance(7 * dayMs)
    await job()
    await job()
    expect(await mails()).toHaveLength(2)
    const refused = await short.get('/dashboard/miners')
    expect([refused.status, refused.body.code]).toEqual([401, 'api-key-ended'])
    expect(refused.body.message).toMatch(/ended/)
    expect((await endless.get('/dashboard/miners')).status).toBe(200)
    const rows = await store().db.selectFrom('apiKeys').select(['name', 'endsAt']).orderBy('id').execute()
    expect(rows.map(({ endsAt }) => endsAt?.getTime() ?? null)).toEqual([app.clock.now(), null])
    owner.token = (await walletLogin(owner, signer)).body.data.token
    const { keys } = (await owner.get('/user/api-keys')).body.data
    expect(keys.map(({ hasEnded }: { hasEnded: boolean }) => hasEnded)).toEqual([true, false])
  })

  test('what a program did stands in the history under the name of its key, also when that is gone', async () => {
    const actor = Object.assign(testClient(app), {
      token: (await make('control', 'Home “Assistant”')).body.data.token,
    })
    const stopped = await actor.post(`/mining/miners/${minerId}/control`, { action: 'stop' })
    expect(stopped.body.data.command.issuedByKey).toBe('Home “Assistant”')
    await actor.post('/mining/start', {})
    await owner.post(`/mining/miners/${minerId}/control`, { action: 'locate' })
    const raisedAt = new Date(app.clock.now())
    const alert = { controllerId: 'SM-A', minerId, severity: 'warning', raisedAt } as const
    const { id } = await store()
      .db.insertInto('alerts')
      .values({ ...alert, kind: 'miner-offline' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await actor.post(`/mining/alerts/${id}/acknowledge`, {})).status).toBe(200)
    const [{ id: keyId }] = (await owner.get('/user/api-keys')).body.data.keys
    await owner.call('DELETE', `/user/api-keys/${keyId}`)
    const keysByEvent = async (query = '') => {
      const { entries } = (await owner.get(`/mining/logs${query}`)).body.data
      return Object.fromEntries(
        entries.map(({ event, actorKey }: { event: string; actorKey: string | null }) => [event, actorKey]),
      )
    }
    const name = 'Home “Assistant”'
    expect(await keysByEvent()).toEqual({ stop: name, start: name, locate: null, 'miner-offline': name })
    expect(await keysByEvent('?search=assistant')).toEqual({ stop: name, start: name, 'miner-offline': name })
    await owner.post(`/mining/alerts/${id}/resolve`, {})
    expect((await keysByEvent())['miner-offline']).toBeNull()
  })

  test('with the account its keys are gone', async () => {
    const reader = await program('read')
    const proof = await signedProof(owner, signer, 'delete-account')
    expect((await owner.post('/user/delete', { proof })).status).toBe(200)
    expect((await reader.get('/dashboard/miners')).status).toBe(401)
  })
})

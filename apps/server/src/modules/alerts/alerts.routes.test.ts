import { beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertController, insertMiner } from '../../../test/fleet-rows.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { mostPushSubscriptions, savePushSubscription } from './alert-settings.repository.ts'
import { alertsPageLength } from './alerts.service.ts'
import { saveBot } from './telegram/telegram.repository.ts'
import { markOfToken } from './telegram/telegram.service.ts'

describeEachEngine('calls of alerts', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let stranger: TestClient
  let miner: string
  let alert: string

  beforeEach(async () => {
    app = await buildTestApp(store())
    owner = testClient(app)
    stranger = testClient(app)
    const { user } = await signUp(owner)
    await signUp(stranger)
    await insertController(app.store.db, { ownerId: user.id })
    const id = await insertMiner(app.store.db)
    miner = String(id)
    const raised = await app.store.db
      .insertInto('alerts')
      .values({
        controllerId: 'SM-A',
        minerId: id,
        kind: 'overheat',
        severity: 'critical',
        raisedAt: new Date(app.clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    alert = raised.id
    return async () => {
      await app.server.close()
      await resetTestStore(store())
    }
  })

  const kinds = async (path: string, client = owner) =>
    (await client.get(path)).body.data.alerts.map(({ kind }: { kind: string }) => kind)

  test('are listed for the fleet and for one miner, asked for either way', async () => {
    expect(await kinds('/mining/alerts')).toEqual(['overheat'])
    expect(await kinds(`/mining/alerts?device_id=${miner}&status=all`)).toEqual(['overheat'])
    expect(await kinds('/mining/alerts?status=resolved')).toEqual([])
    expect((await owner.post('/mining/alerts', { device_id: miner })).body.data.alerts).toHaveLength(1)
    expect(await kinds(`/dashboard/miners/${miner}/alerts`)).toEqual(['overheat'])
    expect(await kinds('/mining/alerts', stranger)).toEqual([])
    expect((await stranger.get(`/dashboard/miners/${miner}/alerts`)).status).toBe(404)
    expect((await owner.get('/dashboard/miners/nobody/alerts')).status).toBe(404)
  })

  test('of which one is of a kind that this version does not know hide no other', async () => {
    const strange = { kind: 'of-a-later-version', detail: { faults: 'not a list' } }
    await app.store.db
      .insertInto('alerts')
      .values({
        controllerId: 'SM-A',
        severity: 'critical',
        raisedAt: new Date(app.clock.now()),
        ...strange,
      } as never)
      .execute()
    expect(await kinds('/mining/alerts')).toEqual(['overheat'])
    expect((await owner.get('/mining/alerts')).body.data.total).toBe(2)
    expect(await kinds('/mining/dashboard')).toEqual(['overheat'])
    expect(await kinds(`/dashboard/miners/${miner}/alerts`)).toEqual(['overheat'])
  })

  test('come in pages with how many there are; the worst of the open ones stands first, however old', async () => {
    const { db } = app.store
    const at = app.clock.now()
    const kindsInTurn = ['low-hashrate', 'fan-fault', 'pool-down', 'pool-fallback'] as const
    const inserted = Array.from({ length: alertsPageLength + 100 }, (_, index) => ({
      controllerId: 'SM-A',
      kind: kindsInTurn[index % 4] ?? 'fan-fault',
      severity: 'warning' as const,
      status: 'resolved' as const,
      // Many of one moment: a page must not end in the middle of them and lose the rest.
      raisedAt: new Date(at + 1 + Math.floor(index / 200)),
      resolvedAt: new Date(at + 9),
      clearedAt: new Date(at + 9),
    }))
    await db.insertInto('alerts').values(inserted).execute()
    await db
      .insertInto('alerts')
      .values({
        controllerId: 'SM-A',
        kind: 'readings-lost',
        severity: 'warning',
        raisedAt: new Date(at + 5),
      })
      .execute()
    expect(await kinds('/mining/alerts')).toEqual(['overheat', 'readings-lost'])

    const read = async (after: string | null) =>
      (await owner.get(`/mining/alerts?status=all${after === null ? '' : `&after=${after}`}`)).body.data
    const first = await read(null)
    expect(first.alerts).toHaveLength(alertsPageLength)
    expect(first.total).toBe(inserted.length + 2)
    const second = await read(first.next)
    expect(second.alerts).toHaveLength(102)
    expect(second).toMatchObject({ total: inserted.length + 2, next: null })
    await db
      .updateTable('alerts')
      .set({ minerId: Number(miner) })
      .where('minerId', 'is', null)
      .execute()
    const ofMiner = async (query: string) =>
      (await owner.get(`/dashboard/miners/${miner}/alerts${query}`)).body.data
    const one = await ofMiner('')
    expect(one).toMatchObject({ total: inserted.length + 2, next: expect.any(String) })
    expect((await ofMiner(`?after=${one.next}`)).alerts).toHaveLength(102)
    expect(await ofMiner('?status=open')).toMatchObject({ total: 2, next: null })
    expect((await owner.get(`/dashboard/miners/${miner}/alerts?after=x`)).status).toBe(400)
    const all = [...first.alerts, ...second.alerts]
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.map(({ raisedAt }) => raisedAt)).toEqual(
      all.map(({ raisedAt }) => raisedAt).sort((a: number, b: number) => b - a),
    )
    expect((await owner.get('/mining/alerts?after=nonsense')).status).toBe(400)
    expect((await owner.get(`/mining/alerts?after=0.9999999999999999.${alert}`)).status).toBe(400)
    expect((await owner.get(`/mining/alerts?after=0.8640000000000000.${alert}`)).status).toBe(400)
    expect((await owner.get(`/mining/alerts?after=0.1.${'-'.repeat(36)}`)).status).toBe(400)
  })

  test('are acknowledged, then resolved; out of turn or twice is a conflict; of others they do not exist', async () => {
    const act = (what: 'acknowledge' | 'resolve', client = owner) =>
      what === 'acknowledge'
        ? client.post(`/mining/alerts/${alert}/acknowledge`, {})
        : client.post(`/mining/alerts/${alert}/resolve`, {})
    expect((await act('acknowledge', stranger)).status).toBe(404)
    expect((await act('resolve')).body.code).toBe('alert-state-conflict')
    expect((await act('acknowledge')).body.data.alert.status).toBe('acknowledged')
    expect((await act('acknowledge')).body.code).toBe('alert-state-conflict')
    expect((await act('resolve')).body.data.alert.status).toBe('resolved')
    expect(await kinds('/mining/alerts')).toEqual([])
    expect(await kinds(`/dashboard/miners/${miner}/alerts`)).toEqual(['overheat'])
  })

  const channels = {
    email: false,
    telegram: { botToken: `123456:${'b'.repeat(35)}`, chatId: '42' },
    webhookUrl: 'https://hooks.example.com/alerts',
    quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Amsterdam' },
    criticalInQuietHours: true,
  }

  test('settings are kept; a token never comes back, and stays when it is left empty', async () => {
    const save = (body: object) => owner.call('PUT', '/mining/alert-settings', body)
    const read = async () => (await owner.get('/mining/alert-settings')).body.data
    const rule = { kind: 'overheat', enabled: true, limit: 75, forSeconds: 60 }
    expect((await save({ rules: [rule], channels })).status).toBe(200)
    expect((await read()).channels).toEqual({ ...channels, telegram: { botToken: '', chatId: '42' } })
    expect((await read()).rules.find(({ kind }: { kind: string }) => kind === 'overheat')).toMatchObject(rule)
    expect((await read()).pushKey).toMatch(/^[\w-]{87}$/)
    await save({ channels: { ...channels, telegram: { botToken: '', chatId: '43' } } })
    expect((await read()).channels.telegram).toEqual({ botToken: '', chatId: '43' })
    expect((await stranger.get('/mining/alert-settings')).body.data.channels).toMatchObject({
      email: true,
      telegram: null,
      webhookUrl: null,
    })
  })

  test('the mail of the week is on until it is switched off, and what else is saved leaves it alone', async () => {
    const save = (body: object) => owner.call('PUT', '/mining/alert-settings', body)
    const weekly = async (of = owner) => (await of.get('/mining/alert-settings')).body.data.weeklyMail
    expect(await weekly()).toBe(true)
    expect((await save({ weeklyMail: 'no' })).status).toBe(400)
    expect((await save({ weeklyMail: false })).status).toBe(200)
    // An older page names its channels only.
    await save({ channels })
    await owner.call('PUT', '/user/profile', { notifications: { emailStatements: false } })
    expect(await weekly()).toBe(false)
    expect(await weekly(stranger)).toBe(true)
    await save({ weeklyMail: true })
    expect(await weekly()).toBe(true)
  })

  test('what cannot be used is refused with where it is', async () => {
    const save = async (over: object) =>
      (await owner.call('PUT', '/mining/alert-settings', { channels: { ...channels, ...over } })).body
    expect((await save({ webhookUrl: 'http://127.0.0.1/x' })).code).toBe('webhook-url-invalid')
    expect((await save({ webhookUrl: 'https://169.254.169.254/latest' })).code).toBe('webhook-url-invalid')
    expect((await save({ telegram: { botToken: 'nonsense', chatId: '1' } })).issues).toMatchObject([
      { path: 'body.channels.telegram.botToken' },
    ])
    expect(
      (await save({ quietHours: { from: '22:00', to: '07:00', timeZone: 'Nowhere' } })).issues,
    ).toMatchObject([{ path: 'body.channels.quietHours.timeZone' }])
    const first = testClient(app)
    await signUp(first)
    const empty = { channels: { ...channels, telegram: { botToken: '', chatId: '1' } } }
    expect((await first.call('PUT', '/mining/alert-settings', empty)).body.code).toBe('invalid-request')
  })

  test('the provider’s Telegram bot is linked by a code and unlinked, where there is one', async () => {
    const link = (client: TestClient) => client.post('/mining/telegram-link', {})
    expect((await link(testClient(app))).status).toBe(401)
    expect((await testClient(app).call('DELETE', '/mining/telegram-link')).status).toBe(401)
    expect((await link(owner)).body.code).toBe('telegram-unavailable')
    expect((await owner.get('/mining/alert-settings')).body.data.telegramBot).toBeNull()

    const token = `1234567:${'t'.repeat(35)}`
    const other = await buildTestApp(store(), { settings: { TELEGRAM_BOT_TOKEN: token } })
    const at = new Date(other.clock.now())
    await saveBot(other.store.db, { tokenMark: markOfToken(token), username: 'ship_bot', at, error: null })
    const client = testClient(other)
    await signUp(client)
    const { data } = (await link(client)).body
    expect(data.url).toMatch(/^https:\/\/t\.me\/ship_bot\?start=[\w-]{32}$/)
    const bot = async () => (await client.get('/mining/alert-settings')).body.data.telegramBot
    expect(await bot()).toEqual({ isReady: true, link: null, codeEndsAt: data.expiresAt })
    expect((await client.call('DELETE', '/mining/telegram-link')).status).toBe(200)
    expect(await bot()).toEqual({ isReady: true, link: null, codeEndsAt: null })
    await other.server.close()
  })

  test('a browser is told by push only through the service of its maker', async () => {
    const subscribe = (endpoint: string) =>
      owner.post('/mining/push-subscriptions', { endpoint, keys: { p256dh: 'a', auth: 'b' } })
    expect((await subscribe('https://fcm.googleapis.com/fcm/send/x')).status).toBe(200)
    expect((await subscribe('https://fcm.googleapis.com/fcm/send/x')).status).toBe(200)
    expect((await subscribe('https://intranet.example/x')).status).toBe(400)
    expect(await app.store.db.selectFrom('pushSubscriptions').selectAll().execute()).toHaveLength(1)
  })

  test('of many browsers of one person the newest are told', async () => {
    const endpointOf = (index: number) => `https://fcm.googleapis.com/fcm/send/${index}`
    const other = await signUp(testClient(app))
    const mine = await signUp(testClient(app))
    const subscribe = (userId: string, index: number) =>
      savePushSubscription(app.store.db, {
        endpoint: endpointOf(index),
        keys: {},
        userId,
        at: new Date(app.clock.now() + index * 1_000),
      })
    await subscribe(other.user.id, 100)
    for (let index = 0; index <= mostPushSubscriptions; index++) await subscribe(mine.user.id, index)
    const kept = await app.store.db.selectFrom('pushSubscriptions').select('endpoint').execute()
    const endpoints = kept.map(({ endpoint }) => endpoint)
    expect(endpoints).toHaveLength(mostPushSubscriptions + 1)
    expect(endpoints).toContain(endpointOf(100))
    expect(endpoints).not.toContain(endpointOf(0))
  })
})

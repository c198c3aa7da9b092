import type { Batch } from '@shipminer/contract/uplink'
import { buildShip } from '@shipminer/testkit/fleet'
import { buildSample } from '@shipminer/testkit/telemetry'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpOperator } from '../../../test/operator.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { createController } from '../claims/claims.port.ts'
import { createTelemetry } from '../telemetry/telemetry.service.ts'
import { forgetReports } from './forget-reports.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const key = 'mac:02:00:00:00:00:01'

describeEachEngine('fault reports', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let ownerId = ''
  let operator: TestClient
  let controllerId = ''
  let shipId = ''
  let minerId = ''

  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { PROVIDER_LANGUAGE: 'nl' } })
    owner = testClient(app)
    operator = testClient(app)
    ownerId = (await signUp(owner)).user.id
    const { user } = await signUpOperator(app, operator)
    await prove(operator, user.id)
    const { db } = store()
    await db
      .updateTable('users')
      .set({ emailVerifiedAt: new Date(app.clock.now()), preferredLanguage: 'de', phone: '+31 6 1111 2222' })
      .where('id', '=', ownerId)
      .execute()
    const made = await createController(
      { store: store(), secretKey: app.secretKey },
      { name: 'Bow', location: null },
    )
    controllerId = made.controllerId
    await owner.post('/miners/claim', { claimKey: made.claimKey })
    const ship = await owner.post('/user/ships', buildShip())
    shipId = ship.body.data.ship.id
    await db
      .updateTable('controllers')
      .set({ shipId, version: '1.4.0', lastSeenAt: new Date(app.clock.now()), pollIntervalMs: 30_000 })
      .where('id', '=', controllerId)
      .execute()
    await createTelemetry(store()).ingestBatch({
      controllerId,
      clockOffsetMs: 0,
      receivedAt: app.clock.now(),
      batch: { seq: 1, events: [], devices: [device()], samples: [sample(90 * 60_000), sample(0)] },
    })
    const row = await db.selectFrom('miners').select('id').executeTakeFirstOrThrow()
    minerId = String(row.id)
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  /** Marks the session's second factor as proven; the code itself is tested by the desk's own tests. */
  async function prove(client: TestClient, userId: string): Promise<void> {
    await store()
      .db.insertInto('sessionFactors')
      .columns(['sessionId', 'provenAt'])
      .expression((query) =>
        query
          .selectFrom('sessions')
          .select(({ val }) => ['id', val(new Date(app.clock.now())).as('provenAt')])
          .where('userId', '=', userId),
      )
      .onConflict((conflict) =>
        conflict.column('sessionId').doUpdateSet({ provenAt: new Date(app.clock.now()) }),
      )
      .execute()
    expect((await client.get('/desk/service')).status).toBe(200)
  }
  const device = (): Batch['devices'][number] => ({
    observedAt: app.clock.now(),
    unreachable: null,
    identity: {
      key,
      driver: 'antminer',
      make: 'Antminer',
      model: 'S19 XP Hyd.',
      firmware: 'f1',
      serial: 'SN1',
      macAddress: key.slice(4),
      hostname: null,
      ipAddress: '192.168.1.7',
      port: 4028,
    },
    detail: {
      expectedHashrateGhs: 257_000,
      inletTemperatureC: null,
      outletTemperatureC: 43,
      faults: [],
      fanRpm: [4800],
      bestShareDifficulty: 7,
      blocksFound: 0,
      boards: [{ index: 0, hashrateGhs: null, temperatureC: null, chipsOk: 3, chipsTotal: 4, dead: true }],
      pools: [
        {
          url: 'stratum+tcp://me:hunter2@pool.example:3333',
          user: 'bc1qwallet.bow-1',
          status: 'alive',
          active: true,
          priority: 0,
        },
      ],
    },
  })
  const sample = (agoMs: number) =>
    buildSample({
      deviceKey: key,
      sampledAt: app.clock.now() - agoMs,
      hashrateGhs: 250_500,
      powerWatts: null,
      temperatureDeciC: 615,
      uptimeSeconds: 60,
      acceptedShares: 3,
      rejectedShares: 1,
      staleShares: null,
      acceptedDifficultyMilli: 1,
    })

  const keyed = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } })
  const body = (more: object = {}) => ({
    subject: 'low-hashrate',
    text: 'Sinds gisteren te laag.',
    minerId,
    ...more,
  })
  async function open(more: object = {}): Promise<string> {
    const answer = await owner.post('/service/reports', body(more), keyed())
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
    return answer.body.data.id
  }
  const mine = async (id: string) => (await owner.get(`/service/reports/${id}`)).body.data.report
  const desk = async (id: string) => (await operator.get(`/desk/service/${id}`)).body.data.report
  const reply = (id: string, action: string, text?: string, who = owner) =>
    who.post(`/service/reports/${id}/actions`, { action, ...(text === undefined ? {} : { text }) }, keyed())
  async function act(id: string, change: object, who = operator) {
    const { messages } = await desk(id)
    return who.post(`/desk/service/${id}/actions`, { seen: messages.at(-1).id, ...change })
  }
  const mails = () =>
    store().db.selectFrom('mails').selectAll().where('messageId', 'like', 'service.%').orderBy('id').execute()

  describe('refusals', () => {
    test('every call needs a login, and what is others’ does not exist', async () => {
      const stranger = testClient(app)
      await signUp(stranger)
      const id = await open()
      const calls: [string, string, unknown?][] = [
        ['GET', '/service/reports'],
        ['GET', '/service/unread'],
        ['GET', `/service/preview?minerId=${minerId}`],
        ['GET', `/service/preview?shipId=${shipId}`],
        ['POST', '/service/reports', body()],
        ['POST', '/service/reports', body({ minerId: undefined, shipId })],
        ['GET', `/service/reports/${id}`],
        ['POST', `/service/reports/${id}/actions`, { action: 'reply', text: 'Hallo daar' }],
        ['POST', `/service/reports/${id}/read`, { messageId: '1' }],
      ]
      for (const [method, path, sent] of calls) {
        const refused = await owner.call(method, path, sent, { ...keyed(), token: null })
        expect([path, refused.status, refused.body.code]).toEqual([path, 401, 'unauthorized'])
      }
      for (const [method, path, sent] of calls.slice(2)) {
        const missing = await stranger.call(method, path, sent, keyed())
        expect([path, missing.status, missing.body.code]).toEqual([path, 404, 'not-found'])
      }
      expect((await stranger.get('/service/reports')).body.data.reports).toEqual([])
      expect((await mine(id)).messages).toHaveLength(1)
    })

    test('what is no report is refused, and nothing is kept of it', async () => {
      for (const [more, code] of [
        [{ subject: 'weather' }, 'invalid-request'],
        [{ text: 'x' }, 'invalid-request'],
        [{ text: 'null\u0000byte' }, 'invalid-request'],
        [{ phone: 'a\nb' }, 'invalid-request'],
        [{ minerId: '0' }, 'invalid-request'],
        [{ minerId: '999999999' }, 'not-found'],
        [{ minerId: undefined, shipId: crypto.randomUUID() }, 'not-found'],
        [{ shipId: crypto.randomUUID() }, 'invalid-request'],
        [{ data: {} }, 'invalid-request'],
      ] as const) {
        const answer = await owner.post('/service/reports', body(more), keyed())
        expect([more, answer.body.code]).toEqual([more, code])
      }
      expect((await owner.get('/service/reports')).body.data.reports).toEqual([])
    })

    test('without a key none is opened, and not more than ten in a day', async () => {
      expect((await owner.post('/service/reports', body())).body.code).toBe('idempotency-key-missing')
      owner = Object.assign(testClient(app), { token: owner.token })
      for (let count = 0; count < 10; count += 1) await open()
      owner = Object.assign(testClient(app), { token: owner.token })
      expect((await owner.post('/service/reports', body(), keyed())).body.code).toBe('fault-report-limit')
    })
  })

  test('what is attached is shown before, taken when it is sent, and holds no secret', async () => {
    const { db } = store()
    const alert = { controllerId, kind: 'low-hashrate', severity: 'warning' } as const
    const raisedAt = (agoMs: number) => new Date(app.clock.now() - agoMs)
    await db
      .insertInto('alerts')
      .values([
        { ...alert, minerId: Number(minerId), raisedAt: raisedAt(20 * dayMs) },
        {
          ...alert,
          kind: 'overheat',
          minerId: Number(minerId),
          status: 'resolved',
          raisedAt: raisedAt(9 * dayMs),
          resolvedAt: raisedAt(8 * dayMs),
        },
        {
          ...alert,
          kind: 'fan-fault',
          minerId: Number(minerId),
          status: 'resolved',
          raisedAt: raisedAt(3 * dayMs),
          resolvedAt: raisedAt(dayMs),
        },
      ])
      .execute()
    await db
      .insertInto('commands')
      .values({
        id: crypto.randomUUID(),
        controllerId,
        minerId: Number(minerId),
        action: 'set-pools',
        parameters: JSON.stringify({
          pools: [{ url: 'secret.example', user: 'bc1qwallet.x', password: null }],
        }),
        state: 'refused',
        reason: 'read-only',
        issuedAt: raisedAt(hourMs),
        expiresAt: raisedAt(0),
        orderText: 'password hunter2',
      })
      .execute()
    await db
      .insertInto('awaySpans')
      .values({ controllerId, fromAt: raisedAt(2 * dayMs), toAt: raisedAt(dayMs) })
      .execute()
    const preview = (await owner.get(`/service/preview?minerId=${minerId}`)).body.data
    expect(preview).toMatchObject({ phone: '+31 6 1111 2222', answersByMail: true })
    await elapse(10 * 60_000)
    const { data } = await mine(await open())
    expect(data.takenAt).toBe(app.clock.now())
    expect(data).toMatchObject({
      shipName: 'Ms Aurora',
      minerCount: 1,
      miners: [
        {
          name: 'bow-1',
          firmware: 'f1',
          serial: 'SN1',
          sampledAt: app.clock.now() - 10 * 60_000,
          status: 'offline',
          minerState: { kind: 'offline', reason: 'box-silent' },
          hashrateThs: 250.5,
          powerWatts: null,
          temperatureC: 61.5,
          inletTemperatureC: null,
          boards: [{ dead: true, hashrateThs: null, chipsOk: 3 }],
          pools: [{ host: 'pool.example', status: 'alive', active: true }],
        },
      ],
      controllers: [{ id: controllerId, version: '1.4.0', status: 'silent', away: [{}], power: null }],
      alerts: [{ kind: 'fan-fault' }, { kind: 'low-hashrate', status: 'active' }],
      commands: [{ action: 'set-pools', state: 'refused', reason: 'read-only', minerName: 'bow-1' }],
    })
    const { hashrateThs, powerWatts, temperatureC } = data.miners[0].history
    expect([hashrateThs.length, powerWatts.length, temperatureC.length]).toEqual([48, 48, 48])
    // The samples are of 10:00 and 8:30; what was not measured is unknown.
    expect(hashrateThs.slice(-3)).toEqual([250.5, null, 250.5])
    expect(powerWatts.every((watts: unknown) => watts === null)).toBe(true)
    expect(temperatureC.at(-1)).toBe(61.5)
    for (const secret of ['hunter2', 'bc1qwallet', 'secret.example', '192.168.1.7'])
      expect([secret, JSON.stringify([data, preview]).includes(secret)]).toEqual([secret, false])
  })

  test('a ship brings all its miners, the dashboard everything; a ship without any is reported all the same', async () => {
    const ofShip = (await owner.get(`/service/preview?shipId=${shipId}`)).body.data.data
    expect(ofShip).toMatchObject({
      shipName: 'Ms Aurora',
      miners: [{ id: minerId }],
      controllers: [{ name: 'Bow' }],
    })
    expect((await owner.get('/service/preview')).body.data.data).toMatchObject({
      shipName: null,
      miners: [{ id: minerId }],
    })
    const bare = (await owner.post('/user/ships', buildShip({ name: 'Ms Bare' }))).body.data.ship.id
    const id = await open({ minerId: undefined, shipId: bare })
    expect(await mine(id)).toMatchObject({
      shipName: 'Ms Bare',
      minerId: null,
      minerName: null,
      data: { miners: [], controllers: [], alerts: [], commands: [] },
    })
  })

  test('a double click opens one report, also at the same time', async () => {
    const init = keyed()
    const twice = await Promise.all([1, 2].map(() => owner.post('/service/reports', body(), init)))
    const kinds = twice.map(({ body: answer }) => answer.code ?? 'done').toSorted()
    expect([
      ['done', 'done'],
      ['done', 'idempotency-in-progress'],
    ]).toContainEqual(kinds)
    const again = await owner.post('/service/reports', body(), init)
    expect(again.status).toBe(200)
    const { reports } = (await owner.get('/service/reports')).body.data
    expect(reports).toMatchObject([{ id: again.body.data.id, reference: again.body.data.reference }])
    expect(again.body.data.reference).toMatch(/^S-[2-9A-HJ-NP-Z]{8}$/)
    expect(await mails()).toHaveLength(2)
  })

  const noted = async (): Promise<{ action: string; subject: string; reason: string | null }[]> =>
    (await operator.get('/desk/audit')).body.data.entries.filter(({ action }: { action: string }) =>
      action.startsWith('service'),
    )

  test('that the desk read a report is recorded, once for those who keep it open', async () => {
    const [first, second] = [await open(), await open()]
    for (let time = 0; time < 2; time += 1) for (const id of [first, second]) await desk(id)
    const { reference } = await mine(first)
    const { reference: other } = await mine(second)
    expect(await noted()).toMatchObject([
      { action: 'service.read', subject: `service ${other}`, reason: null },
      { action: 'service.read', subject: `service ${reference}`, reason: null },
    ])
    expect((await operator.get(`/desk/service/${crypto.randomUUID()}`)).status).toBe(404)
    expect(await noted()).toHaveLength(2)
  })

  test('from the report to the answer: clock, mails in both languages, thread, unread mark, log', async () => {
    const id = await open({ phone: '+31 6 9999 0000' })
    const openedAt = app.clock.now()
    const [toDesk, toOwner] = await mails()
    expect(toDesk).toMatchObject({
      recipient: null,
      replyTo: null,
      subject: expect.stringMatching(/^Storing S-.*: bow-1$/),
    })
    expect(toDesk?.textBody).toContain(`/desk/service/${id}`)
    expect(toDesk?.textBody).toContain('+31 6 9999 0000')
    expect(toDesk?.textBody).toContain('Sinds gisteren te laag.')
    expect(toOwner?.subject).toMatch(/^Ihre Störungsmeldung S-.* ist eingegangen$/)
    expect(toOwner?.textBody).toContain('Samstag, 2. Mai')
    // The automatic mail is not an answer.
    expect(await desk(id)).toMatchObject({ state: 'waiting-for-us', askedAt: openedAt, answeredAt: null })
    expect((await operator.get('/desk/today')).body.data).toMatchObject({ dueReports: [], waitingReports: 1 })

    await elapse(21 * hourMs)
    expect((await operator.get('/desk/today')).body.data.dueReports).toMatchObject([
      { id, ownerName: 'Anna de Vries' },
    ])
    const listed = (await operator.get('/desk/service')).body.data.reports[0]
    expect(JSON.stringify(listed)).not.toContain('@')
    expect(JSON.stringify(await desk(id))).not.toContain('rederij.nl')

    expect((await act(id, { action: 'take' })).body.data.report).toMatchObject({
      assignedTo: 'Anna de Vries',
      answeredAt: null,
    })
    expect(
      (await act(id, { action: 'note', text: 'Look at the pump' })).body.data.report.answeredAt,
    ).toBeNull()
    expect((await owner.get('/service/unread')).body.data.unread).toBe(0)
    const answered = await act(id, { action: 'answer', text: 'Bitte prüfen.\n\nDie Pumpe steht.' })
    expect(answered.body.data.report).toMatchObject({
      state: 'waiting-for-owner',
      answeredAt: app.clock.now(),
      language: 'de',
    })
    const mail = (await mails()).at(-1)
    expect(mail).toMatchObject({ recipient: expect.stringContaining('@rederij.nl') })
    expect(mail?.subject).toMatch(/^Antwort auf Ihre Störungsmeldung S-/)
    expect(mail?.textBody).toContain('Die Pumpe steht.')
    expect(mail?.textBody).toContain(`/dashboard/service/${id}`)
    expect(mail?.htmlBody).toContain('lang="de"')
    expect((await operator.get('/desk/today')).body.data).toMatchObject({ dueReports: [], waitingReports: 0 })

    expect((await owner.get('/service/unread')).body.data.unread).toBe(1)
    const seen = await mine(id)
    expect(seen).toMatchObject({ unread: true, phone: '+31 6 9999 0000' })
    expect(seen.messages.map(({ kind, by }: { kind: string; by: string }) => `${by} ${kind}`)).toEqual([
      'owner message',
      'desk message',
    ])
    expect(
      (await owner.post(`/service/reports/${id}/read`, { messageId: seen.messages.at(-1).id })).status,
    ).toBe(200)
    expect((await owner.post(`/service/reports/${id}/read`, { messageId: '1' })).status).toBe(200)
    expect((await owner.get('/service/unread')).body.data.unread).toBe(0)

    const init = keyed()
    const path = `/service/reports/${id}/actions`
    for (let time = 0; time < 2; time += 1)
      expect((await owner.post(path, { action: 'reply', text: 'Die Pumpe läuft.' }, init)).status).toBe(200)
    expect(await desk(id)).toMatchObject({ state: 'waiting-for-us', answeredAt: expect.any(Number) })
    expect((await desk(id)).messages).toHaveLength(4)
    expect((await mails()).at(-1)).toMatchObject({
      recipient: null,
      subject: expect.stringContaining('Antwoord op storing'),
    })

    const closed = await act(id, { action: 'close', outcome: 'part-replaced', text: 'Pumpe ersetzt.' })
    expect(closed.body.data.report).toMatchObject({ state: 'closed', outcome: 'part-replaced' })
    expect((await reply(id, 'reply', 'Noch etwas')).body.code).toBe('fault-report-conflict')
    expect((await act(id, { action: 'answer', text: 'Noch etwas' })).body.code).toBe('fault-report-conflict')
    expect((await reply(id, 'reopen')).body.code).toBe('required-fields-missing')
    expect((await reply(id, 'reopen', 'Sie steht wieder.')).status).toBe(200)
    // When its owner opens it again, the promise of an answer starts again.
    expect(await desk(id)).toMatchObject({
      state: 'waiting-for-us',
      askedAt: app.clock.now(),
      answeredAt: null,
      outcome: null,
    })
    await reply(id, 'close')
    expect(await mine(id)).toMatchObject({ state: 'closed', outcome: 'by-owner' })
    expect((await act(id, { action: 'reopen' })).body.data.report.state).toBe('waiting-for-us')

    const log = (await noted()).filter(({ action }) => action !== 'service.read')
    expect(log.map(({ action }) => action)).toEqual([
      'service.reopen',
      'service.close',
      'service.answer',
      'service.note',
      'service.take',
    ])
    expect(log[1]).toMatchObject({ subject: expect.stringMatching(/^service S-/), reason: 'part-replaced' })
  })

  /** The sessions have expired by the advanced clock, so new ones are opened. */
  async function elapse(ms: number): Promise<void> {
    app.clock.advance(ms)
    for (const client of [owner, operator]) {
      const userId = client === owner ? ownerId : await operatorId()
      client.token = (await app.sessions.open({ userId, binding: null })).token
      if (client === operator) await prove(operator, userId)
    }
  }
  async function operatorId(): Promise<string> {
    return (await store().db.selectFrom('operatorSecrets').select('userId').executeTakeFirstOrThrow()).userId
  }

  test('what is overdue comes first, and filters tell who is waited for', async () => {
    const answered = await open()
    await act(answered, { action: 'answer', text: 'Wir sehen nach.' })
    const first = await open()
    await elapse(hourMs / 2)
    const second = await open()
    const ids = async (query: string) =>
      (await operator.get(`/desk/service?${query}`)).body.data.reports.map(({ id }: { id: string }) => id)
    expect(await ids('')).toEqual([first, second, answered])
    expect(await ids('filter=waiting-for-us')).toEqual([first, second])
    expect(await ids('filter=waiting-for-owner')).toEqual([answered])
    expect(await ids('filter=closed')).toEqual([])
    await act(first, { action: 'close', outcome: 'no-fault', text: 'Alles in Ordnung.' })
    expect(await ids('filter=closed')).toEqual([first])
    for (const bad of ['filter=late', 'page=0', 'sort=phone', 'direction=up'])
      expect((await operator.get(`/desk/service?${bad}`)).status).toBe(400)
  })

  test('they are sorted over all of them, paged, searched and counted', async () => {
    const { db } = store()
    const at = app.clock.now()
    const report = (index: number, more: object) => ({
      reference: `S-${String(index).padStart(8, '0')}`,
      userId: ownerId,
      subject: 'other',
      state: 'waiting-for-us' as const,
      data: '{}',
      // Some at the same moment, where a page ends.
      openedAt: new Date(at - Math.floor(index / 7) * hourMs),
      askedAt: new Date(at - Math.floor(index / 7) * hourMs),
      movedAt: new Date(at - index * hourMs),
      ...more,
    })
    const values = Array.from({ length: 60 }, (_, index) =>
      report(index, {
        ...(index === 4 && { shipName: 'Ms Łódź', state: 'waiting-for-owner', answeredAt: new Date(at) }),
        ...(index === 9 && { state: 'closed', closedAt: new Date(at), outcome: 'no-fault' }),
      }),
    )
    await db.insertInto('faultReports').values(values).execute()
    const list = async (query: string) => {
      const { reports, total, perPage, byState } = (await operator.get(`/desk/service?${query}`)).body.data
      expect([perPage, byState]).toEqual([50, { 'waiting-for-us': 58, 'waiting-for-owner': 1, closed: 1 }])
      const of = reports.map(({ reference }: { reference: string }) => Number(reference.slice(2)))
      return { total, of }
    }
    const pages = async (query: string) => {
      const [first, second] = [await list(query), await list(`${query}&page=2`)]
      expect([first.of.length, second.of.length, first.total]).toEqual([50, 9, 59])
      const all = [...first.of, ...second.of]
      expect(new Set(all).size).toBe(59)
      return all
    }
    const due = await pages('filter=open')
    expect(due.slice(0, 4).toSorted()).toEqual([56, 57, 58, 59])
    expect(due.at(-1)).toBe(4)
    expect((await pages('sort=due&direction=descending'))[0]).toBe(4)
    expect((await pages('sort=reference&direction=ascending')).slice(0, 2)).toEqual([0, 1])
    expect((await pages('sort=movedAt&direction=ascending'))[0]).toBe(59)
    expect((await pages('sort=openedAt&direction=ascending')).slice(0, 4).toSorted()).toEqual([
      56, 57, 58, 59,
    ])
    expect(await list('filter=closed')).toEqual({ total: 1, of: [9] })
    expect(await list('search=lodz')).toEqual({ total: 1, of: [4] })
    await db.updateTable('users').set({ name: 'Karin Öztürk' }).where('id', '=', ownerId).execute()
    expect((await list('filter=open&search=ozturk')).total).toBe(59)
    expect(await list('filter=open&search=S-00000009')).toEqual({ total: 0, of: [] })
  })

  test('of two operators at once no answer is lost: the second one looks first, and may then send', async () => {
    const other = testClient(app)
    const { user } = await signUpOperator(app, other)
    await prove(other, user.id)
    const id = await open()
    const seen = (await desk(id)).messages.at(-1).id
    const answer = (who: TestClient, text: string) =>
      who.post(`/desk/service/${id}/actions`, { action: 'answer', text, seen })
    const both = await Promise.all([answer(operator, 'Von Anna.'), answer(other, 'Von Bert.')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = both[0].status === 409 ? operator : other
    expect((await desk(id)).messages).toHaveLength(2)
    expect((await act(id, { action: 'answer', text: 'Und noch dies.' }, late)).status).toBe(200)
    expect((await desk(id)).messages).toHaveLength(3)
  })

  test('what the desk may not do is refused, and changes nothing', async () => {
    const id = await open()
    for (const [change, code] of [
      [{ action: 'answer' }, 'required-fields-missing'],
      [{ action: 'answer', text: 'Wir sehen nach.', seen: undefined }, 'required-fields-missing'],
      [{ action: 'note', text: '  ' }, 'invalid-request'],
      [{ action: 'close', text: 'Fertig.' }, 'required-fields-missing'],
      [{ action: 'close', text: 'Fertig.', outcome: 'by-owner' }, 'invalid-request'],
      [{ action: 'reopen' }, 'fault-report-conflict'],
    ] as const)
      expect([change, (await act(id, change)).body.code]).toEqual([change, code])
    expect((await desk(id)).messages).toHaveLength(1)
    expect((await operator.get('/desk/service/x')).status).toBe(404)
    expect((await operator.post('/desk/service/x/actions', { action: 'take', seen: '1' })).status).toBe(404)
  })

  test('an address that nobody verified gets no mail; the answer stands in the dashboard', async () => {
    await store().db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', ownerId).execute()
    expect((await owner.get('/service/preview')).body.data.answersByMail).toBe(false)
    const id = await open()
    await act(id, { action: 'answer', text: 'Wir sehen nach.' })
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([null])
    expect((await mine(id)).messages).toHaveLength(2)
  })

  test('it goes with its owner, is in their export, and is forgotten 24 months after it was closed', async () => {
    const id = await open()
    await act(id, { action: 'note', text: 'for the desk alone' })
    const exported = (await owner.get('/user/data')).body.data
    expect(exported.faultReports).toMatchObject([{ minerName: 'bow-1', data: { miners: [{}] } }])
    expect(exported.faultMessages).toMatchObject([{ body: 'Sinds gisteren te laag.' }])
    const { db } = store()
    const after = (months: number) => {
      const at = new Date(app.clock.now())
      at.setUTCMonth(at.getUTCMonth() + months)
      return new Date(at.getTime() + 1)
    }
    expect(await forgetReports(db, after(60))).toBe(0)
    await reply(id, 'close')
    expect(await forgetReports(db, after(23))).toBe(0)
    expect(await forgetReports(db, after(24))).toBe(1)
    expect(await db.selectFrom('faultMessages').selectAll().execute()).toEqual([])
    await open()
    await db.deleteFrom('users').where('id', '=', ownerId).execute()
    expect(await db.selectFrom('faultReports').selectAll().execute()).toEqual([])
  })
})

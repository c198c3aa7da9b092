import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  buildTestApp,
  type TestApp,
  type TestClient,
  testClient,
  testPublicUrl,
} from '../../../test/build-test-app.ts'
import { watchMarkedRows } from '../../../test/marked-rows.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { sendOutbox } from '../../platform/mail/send-outbox.ts'
import type { OutgoingMail, SendResult } from '../../platform/mail/smtp-mailer.ts'
import { suppress } from '../../platform/mail/suppressions.repository.ts'
import { createSettings, defaultRunTimeSettings } from '../../platform/settings/settings.ts'
import { finishMailing } from './mailings.repository.ts'
import { batchSize, sendMailingBatch } from './send-mailings.ts'

describeEachEngine('messages to many', ({ store }) => {
  let app: TestApp
  let desk: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'false', VIES_URL: 'off' } })
    desk = testClient(app)
    await signUpProvenOperator(app, desk, 'owner')
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  const once = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } })
  const send = async (draft: object, key?: string) => desk.post('/desk/mailings', draft, once(key))
  const preview = async (draft: object) => (await desk.post('/desk/mailings/preview', draft)).body.data
  const data = async () => (await desk.get('/desk/mailings')).body.data
  const wait = async (email: string, body: object = {}) => {
    app.clock.advance(1000)
    return testClient(app).post('/inquiries/waiting-list', { email, language: 'nl', ...body })
  }
  const notify = async (email: string, product: string) => {
    app.clock.advance(1000)
    const asked = { name: 'Ion', email, subjectKind: 'notify-me', product, language: 'ro' }
    return testClient(app).post('/inquiries/contact', asked)
  }
  const open = async () => {
    const { version } = (await desk.get('/desk/catalogue')).body.data.orders
    return desk.post('/desk/settings/orders', { enabled: true, version, reason: 'all set' })
  }
  const batch = async () => {
    app.clock.advance(1000)
    await sendMailingBatch({
      store: store(),
      clock: app.clock.now,
      settings: createSettings(defaultRunTimeSettings({ ORDERS_ENABLED: false })),
      secretKey: app.secretKey,
      productName: 'Shipminer',
      publicUrl: testPublicUrl,
      company: { name: null, address: null, kvk: null, vatId: null },
      providerEmail: null,
    })
  }
  const sent: OutgoingMail[] = []
  const post = async (answer: (mail: OutgoingMail) => SendResult = () => ({ kind: 'sent' })) => {
    sent.length = 0
    const logger = { info: () => {}, warn: () => {} }
    const mailer = {
      async send(mail: OutgoingMail) {
        sent.push(mail)
        return answer(mail)
      },
    }
    const before = -1
    for (let count = before; count !== sent.length; ) {
      count = sent.length
      await sendOutbox({
        store: store(),
        clock: app.clock.now,
        logger,
        mailer,
        providerEmail: 'desk@shipminer.example',
      })
    }
    return sent.filter(({ messageId }) => messageId.startsWith('mailing.'))
  }

  test('who may not send one, and what is none', async () => {
    const service = testClient(app)
    await signUpProvenOperator(app, service, 'service')
    expect((await service.get('/desk/mailings')).body.code).toBe('role-required')
    expect((await service.post('/desk/mailings', { audience: 'waiting' }, once())).body.code).toBe(
      'role-required',
    )
    const user = testClient(app)
    await signUp(user)
    expect((await user.post('/desk/mailings/preview', { audience: 'waiting' })).body.code).toBe('forbidden')
    expect((await desk.post('/desk/mailings', { audience: 'waiting' })).body.code).toBe(
      'idempotency-key-missing',
    )
    expect((await send({ audience: 'newsletter' })).body.code).toBe('required-fields-missing')
    expect((await send({ audience: 'waiting', product: 'sm99' })).body.code).toBe('product-not-found')
    expect((await send({ audience: 'newsletter', texts: { nl: { subject: 'x', text: '' } } })).status).toBe(
      400,
    )
    expect((await desk.post(`/desk/mailings/${randomUUID()}/stop`, { reason: 'wrong' })).body.code).toBe(
      'not-found',
    )
    for (const [method, path] of [
      ['get', 'left'],
      ['post', 'continue'],
    ] as const) {
      expect((await service[method](`/desk/mailings/${randomUUID()}/${path}`)).body.code).toBe(
        'role-required',
      )
      expect((await desk[method](`/desk/mailings/${randomUUID()}/${path}`)).body.code).toBe('not-found')
    }
    await open()
    expect((await send({ audience: 'waiting' })).body.code).toBe('mailing-nobody')
  })

  test('one press tells each address once, in its language, and it may ask again', async () => {
    await wait('Jan@kade.nl')
    await wait('jan@kade.nl', { product: 'sm19' })
    await notify('ion@nava.ro', 'sm19')
    // One for a product that is still to come waits on.
    await notify('eva@kade.nl', 'sm23')
    expect((await send({ audience: 'waiting' })).body.code).toBe('mailing-not-available')
    expect((await send({ audience: 'waiting', product: 'sm19' })).body.code).toBe('mailing-not-available')
    await open()
    expect((await send({ audience: 'waiting', product: 'sm23' })).body.code).toBe('mailing-not-available')
    expect((await data()).waiting).toMatchObject([
      { product: null, isAvailable: true, people: 1 },
      { product: { id: 'sm19', name: 'Shipminer 19' }, isAvailable: true, people: 2 },
      { product: { id: 'sm23' }, isAvailable: false, people: 1 },
    ])
    expect(await preview({ audience: 'waiting' })).toMatchObject({
      total: 2,
      withheld: 0,
      counts: [
        { language: 'nl', people: 1 },
        { language: 'ro', people: 1 },
      ],
      mails: [
        { subject: 'U kunt de Shipminer 19 nu bestellen', text: expect.stringContaining('?token=i-') },
        { subject: 'Acum puteți comanda Shipminer 19' },
      ],
    })
    // Looking changes nothing.
    expect((await data()).waiting).toHaveLength(3)

    const key = randomUUID()
    const [first, second] = [
      await send({ audience: 'waiting' }, key),
      await send({ audience: 'waiting' }, key),
    ]
    expect(first.body.data).toMatchObject({ recipients: 2 })
    expect(second.body.data).toEqual(first.body.data)
    expect((await send({ audience: 'waiting' })).body.code).toBe('mailing-nobody')
    expect((await data()).waiting).toMatchObject([{ product: { id: 'sm23' } }])
    await batch()
    await batch()
    const mails = await post()
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['ion@nava.ro', 'jan@kade.nl'])
    const romanian = mails.find(({ to }) => to === 'ion@nava.ro')
    expect(romanian?.text).toContain('/shipminer-19?lang=ro')
    expect(romanian?.html).toContain('Dezabonare')
    expect(romanian?.unsubscribeUrl).toMatch(
      /\/newsletter\/unsubscribe\?token=i-[\w.-]+&lang=ro&list=waiting$/,
    )
    expect((await data()).mailings).toMatchObject([
      { audience: 'waiting', recipients: 2, sent: 2, waiting: 0, refused: 0, skipped: 0 },
    ])
    expect((await desk.get('/desk/audit')).body.data.entries[0]).toMatchObject({
      action: 'mailing.send',
      subject: 'mailing waiting 2',
    })

    // Told, and asking again: that works, and is told again.
    expect((await wait('jan@kade.nl', { product: 'sm19' })).status).toBe(200)
    expect((await wait('jan@kade.nl', { product: 'sm19' })).status).toBe(200)
    expect((await send({ audience: 'waiting', product: 'sm19' })).body.data).toMatchObject({ recipients: 1 })
  })

  test('whoever unsubscribes by the link gets no more, also of what is under way, until they ask again', async () => {
    await open()
    await wait('jan@kade.nl')
    await send({ audience: 'waiting' })
    await batch()
    const [mail] = await post()
    await wait('jan@kade.nl', { product: 'sm19' })
    await send({ audience: 'waiting' })
    const token = new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token')
    app.clock.advance(1000)
    expect((await testClient(app).post('/newsletter/unsubscribe', { token })).status).toBe(200)
    await batch()
    expect(await post()).toEqual([])
    expect((await data()).mailings[0]).toMatchObject({ sent: 0, skipped: 1 })
    await wait('jan@kade.nl')
    expect(await preview({ audience: 'waiting' })).toMatchObject({ total: 1, withheld: 0 })
    const oneClick = await app.server.inject({
      method: 'POST',
      url: new URL(mail?.unsubscribeUrl ?? '').pathname + new URL(mail?.unsubscribeUrl ?? '').search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(oneClick.body).toContain('wachtlijsten')
    expect((await data()).waiting).toEqual([])
  })

  test('what is refused or comes back is not written to again', async () => {
    await open()
    for (const email of ['a@kade.nl', 'b@kade.nl', 'c@kade.nl']) await wait(email)
    await send({ audience: 'waiting' })
    await batch()
    await post(({ to }) =>
      to === 'a@kade.nl' ? { kind: 'refused', error: '550 unknown', isAddress: true } : { kind: 'sent' },
    )
    expect((await data()).mailings[0]).toMatchObject({ sent: 2, refused: 1 })
    expect(
      (await desk.post('/desk/mailings/returned', { emails: ['B@kade.nl', 'b@kade.nl'] })).body.data,
    ).toEqual({
      noted: 1,
    })
    await store().db.updateTable('inquiries').set({ handledAt: null }).execute()
    expect(await preview({ audience: 'waiting' })).toMatchObject({ total: 1, withheld: 2 })
  })

  test('a newsletter leaves in batches to confirmed addresses, and can be stopped', async () => {
    const people = batchSize + 5
    const users = Array.from({ length: people }, (_, index) => ({
      name: `Reader ${index}`,
      email: `reader-${index}@kade.nl`,
      emailVerifiedAt: new Date(app.clock.now()),
      newsletter: true,
      preferredLanguage: index === 0 ? 'de' : 'nl',
      createdAt: new Date(app.clock.now()),
      updatedAt: new Date(app.clock.now()),
    }))
    await store().db.insertInto('users').values(users).execute()
    const texts = { nl: { subject: 'Nieuws uit de haven', text: 'Eerste alinea.\n\nTweede alinea.' } }
    expect(await preview({ audience: 'newsletter', texts })).toMatchObject({
      total: people,
      mails: [{ language: 'nl', subject: 'Nieuws uit de haven' }, { language: 'de' }],
    })
    const { id } = (await send({ audience: 'newsletter', texts })).body.data
    await batch()
    // The outbox still holds the first batch: the second waits for it.
    await batch()
    expect((await data()).mailings[0]).toMatchObject({ waiting: 5, underWay: batchSize, finishedAt: null })
    const mails = await post()
    expect(mails).toHaveLength(batchSize)
    expect(mails[0]?.text).toContain('Tweede alinea.')
    await store()
      .db.updateTable('users')
      .set({ newsletter: false })
      .where('email', '=', 'reader-9@kade.nl')
      .execute()
    await batch()
    expect(await post()).toHaveLength(4)
    expect((await data()).mailings[0]).toMatchObject({ sent: batchSize + 4, skipped: 1 })
    expect((await desk.post(`/desk/mailings/${id}/stop`, { reason: 'wrong date' })).body.code).toBe(
      'mailing-over',
    )
  })

  test('one whose mail can never be written keeps nobody from theirs, and is counted as not reached', async () => {
    await open()
    for (const email of ['ill@kade.nl', 'well@kade.nl']) await wait(email, { product: 'sm19' })
    await post()
    const { id } = (await send({ audience: 'waiting' })).body.data
    const rows = await watchMarkedRows(store(), { ill: [`mailing.${id}.0@`] })
    await rows.refuse('ill')
    await expect(batch()).rejects.toThrow('1 of 2 failed: recipient ')
    await batch()
    expect((await post()).map(({ to }) => to)).toEqual(['well@kade.nl'])
    await rows.stop()
    expect((await data()).mailings[0]).toMatchObject({ waiting: 0, sent: 1, refused: 1, skipped: 0 })
    expect((await data()).mailings[0].finishedAt).not.toBeNull()
  })

  test('who a stopped message has not reached waits on, also who has asked again meanwhile', async () => {
    await open()
    for (const email of ['a@kade.nl', 'b@kade.nl']) await wait(email, { product: 'sm19' })
    const { id } = (await send({ audience: 'waiting' })).body.data
    await wait('a@kade.nl', { product: 'sm19' })
    const stopped = await desk.post(`/desk/mailings/${id}/stop`, { reason: 'wrong price' })
    expect(stopped.body.data).toMatchObject({
      waiting: [{ product: { id: 'sm19' }, people: 2 }],
      mailings: [{ id, skipped: 2, sent: 0 }],
    })
    await batch()
    expect(await post()).toEqual([])
  })

  const stop = (id: string) => desk.post(`/desk/mailings/${id}/stop`, { reason: 'wrong price' })
  const left = (id: string) => desk.get(`/desk/mailings/${id}/left`)
  const resume = (id: string) => desk.post(`/desk/mailings/${id}/continue`)

  test('a stopped newsletter goes on for who has not got it, under no other account or address twice', async () => {
    const at = new Date(app.clock.now())
    const reader = (name: string) => ({
      ...{ name, email: `${name}@kade.nl`, emailVerifiedAt: at, newsletter: true },
      ...{ preferredLanguage: 'nl', createdAt: at, updatedAt: at },
    })
    const first = Array.from({ length: batchSize }, (_, index) => reader(`a${index + 10}`))
    const late = ['x-left', 'x-merged', 'x-moved', 'y-stays', 'z-stays'].map(reader)
    const { db } = store()
    const users = await db
      .insertInto('users')
      .values([...first, ...late])
      .returning(['id', 'name'])
      .execute()
    const idOf = (name: string) => users.find((user) => user.name === name)?.id ?? ''
    const texts = { nl: { subject: 'Nieuws uit de haven', text: 'Eerste alinea.' } }
    const { id } = (await send({ audience: 'newsletter', texts })).body.data
    await batch()
    const before = await post()
    expect((await left(id)).body.code).toBe('mailing-not-stopped')
    expect((await resume(id)).body.code).toBe('mailing-not-stopped')
    expect((await stop(id)).body.data.mailings[0]).toMatchObject({ sent: batchSize, skipped: 5, stopped: 5 })

    await db.updateTable('users').set({ newsletter: false }).where('name', '=', 'x-left').execute()
    // As a merge of two accounts leaves it.
    await db
      .updateTable('mailingRecipients')
      .set({ userId: idOf('x-merged') })
      .where('userId', '=', idOf('a10'))
      .execute()
    await db.deleteFrom('users').where('name', '=', 'a11').execute()
    await db.updateTable('users').set({ email: 'A11@kade.nl' }).where('name', '=', 'x-moved').execute()
    await db.insertInto('users').values(reader('new')).execute()
    expect((await left(id)).body.data).toMatchObject({
      total: 2,
      withheld: 3,
      counts: [{ language: 'nl', people: 2 }],
      mails: [{ language: 'nl', subject: 'Nieuws uit de haven' }],
    })
    expect((await resume(id)).body.data).toEqual({ recipients: 2 })
    expect((await resume(id)).body.code).toBe('mailing-not-stopped')
    expect((await desk.get('/desk/audit')).body.data.entries[0]).toMatchObject({
      action: 'mailing.continue',
      subject: `mailing ${id}`,
    })
    // A batch that began before the stop does not end it.
    await finishMailing(db, id, new Date(app.clock.now()))
    expect((await data()).mailings[0]).toMatchObject({ finishedAt: null, stoppedAt: null, waiting: 2 })
    // Only now do two accounts become one.
    await db.deleteFrom('users').where('name', '=', 'a12').execute()
    await db.updateTable('users').set({ email: 'a12@kade.nl' }).where('name', '=', 'y-stays').execute()
    await batch()
    const after = await post()
    expect(after.map(({ to }) => to)).toEqual(['z-stays@kade.nl'])
    expect(new Set([...before, ...after].map(({ to }) => to.toLowerCase())).size).toBe(batchSize + 1)
    expect((await data()).mailings[0]).toMatchObject({ waiting: 0, skipped: 4, stopped: 3 })
    expect((await data()).mailings[0].finishedAt).not.toBeNull()
    expect((await resume(id)).body.code).toBe('mailing-not-stopped')
  })

  test('a stopped message to a waiting list goes on for who still waits, also who left and asked again', async () => {
    await open()
    for (const name of ['a', 'b', 'c', 'd']) await wait(`${name}@kade.nl`, { product: 'sm19' })
    await post()
    const { id } = (await send({ audience: 'waiting' })).body.data
    await stop(id)
    app.clock.advance(60_000)
    await wait('a@kade.nl')
    const { db } = store()
    for (const email of ['b@kade.nl', 'c@kade.nl']) {
      app.clock.advance(1000)
      const at = new Date(app.clock.now())
      await suppress(db, [email], { reason: 'unsubscribed', at })
      await db.updateTable('inquiries').set({ handledAt: at }).where('email', '=', email).execute()
    }
    await wait('c@kade.nl', { product: 'sm19' })
    // Somebody who came later waits for a message of their own.
    await wait('e@kade.nl', { product: 'sm19' })
    await post()
    expect((await left(id)).body.data).toMatchObject({ total: 3, withheld: 1 })

    const orders = async (enabled: boolean) => {
      const { version } = (await desk.get('/desk/catalogue')).body.data.orders
      await desk.post('/desk/settings/orders', { enabled, version, reason: 'for a while' })
    }
    await orders(false)
    expect((await left(id)).body.data).toMatchObject({ total: 0, withheld: 4, mails: [] })
    expect((await resume(id)).body.code).toBe('mailing-not-available')
    await orders(true)
    expect((await resume(id)).body.data).toEqual({ recipients: 3 })
    await batch()
    const mails = await post()
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['a@kade.nl', 'c@kade.nl', 'd@kade.nl'])
    expect(mails.find(({ to }) => to === 'a@kade.nl')?.text).toContain('/shipminer-19')
    expect((await data()).waiting).toMatchObject([{ product: { id: 'sm19' }, people: 1 }])
  })

  test('whoever another message has told since is not told again', async () => {
    await open()
    await wait('a@kade.nl', { product: 'sm19' })
    const { id } = (await send({ audience: 'waiting' })).body.data
    await stop(id)
    await send({ audience: 'waiting' })
    expect((await left(id)).body.data).toMatchObject({ total: 0, withheld: 1 })
    expect((await resume(id)).body.code).toBe('mailing-nobody')
    await batch()
    expect(await post()).toHaveLength(1)
  })

  /** Begins both while nobody's place in a message can be written, and lets them go on once both wait. */
  const atOnce = async <T>(begin: () => Promise<T>[]): Promise<T[]> => {
    // The embedded database runs one transaction at a time.
    if (store().engine === 'embedded') return Promise.all(begin())
    let begun: Promise<T>[] = []
    await store()
      .db.transaction()
      .execute(async (trx) => {
        await sql`LOCK TABLE mailing_recipients IN SHARE MODE`.execute(trx)
        begun = begin()
        await vi.waitUntil(
          async () => {
            const { rows } = await sql<{ waiting: number }>`
              SELECT count(*)::int AS waiting FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(store().db)
            return rows[0]?.waiting === begun.length
          },
          { timeout: 20_000 },
        )
      })
    return Promise.all(begun)
  }
  const told = async () => {
    await batch()
    await batch()
    return (await post()).map(({ to }) => to).toSorted()
  }

  test('two messages to a waiting list sent at one moment tell each person once, and count whom they told', async () => {
    await open()
    for (const email of ['a@kade.nl', 'b@kade.nl']) await wait(email, { product: 'sm19' })
    await post()
    const answers = await atOnce(() => [
      send({ audience: 'waiting' }),
      send({ audience: 'waiting', product: 'sm19' }),
    ])
    expect(answers.map(({ body }) => body.code ?? body.data.recipients).toSorted()).toEqual([
      2,
      'mailing-nobody',
    ])
    expect(await told()).toEqual(['a@kade.nl', 'b@kade.nl'])
    const { mailings, waiting } = await data()
    expect(waiting).toEqual([])
    expect(mailings).toMatchObject([{ recipients: 2, sent: 2, skipped: 0, refused: 0, waiting: 0 }])
  })

  test('a stopped message that goes on at the moment of another tells nobody twice, and neither counts who got nothing from it', async () => {
    await open()
    for (const email of ['a@kade.nl', 'b@kade.nl']) await wait(email, { product: 'sm19' })
    await post()
    const { id } = (await send({ audience: 'waiting' })).body.data
    await stop(id)
    const answers = await atOnce(() => [resume(id), send({ audience: 'waiting', product: 'sm19' })])
    expect(answers.map(({ body }) => body.code ?? body.data.recipients).toSorted()).toEqual([
      2,
      'mailing-nobody',
    ])
    expect(await told()).toEqual(['a@kade.nl', 'b@kade.nl'])
    const counted = (await data()).mailings.map(({ sent, stopped, skipped }: Record<string, number>) => [
      sent,
      stopped,
      skipped,
    ])
    // Whom the stopped one has not reached stays stopped there where the other told them.
    expect([
      [[2, 0, 0]],
      [
        [2, 0, 0],
        [0, 2, 2],
      ],
    ]).toContainEqual(counted.toSorted().toReversed())
  })
})

import { endpoints } from '@shipminer/contract/endpoints'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpOperator } from '../../../test/operator.ts'
import { camtSample } from '../../../test/papers/camt-sample.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { revokeOperator } from '../operators/operators.port.ts'
import { totpCode, totpStep } from '../operators/totp.ts'

const hourMs = 3_600_000

describeEachEngine('the desk', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let secret: Buffer
  let email: string
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    operator = testClient(app)
    const granted = await signUpOperator(app, operator)
    secret = granted.secret
    email = granted.user.email
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const code = (steps = 0) => totpCode(secret, totpStep(app.clock.now()) + steps)
  const prove = (digits = code(), client = operator) => client.post('/desk/second-factor', { code: digits })
  const data = async (path: string) => {
    const answer = await operator.get(path)
    expect([path, answer.status, answer.body.code]).toEqual([path, 200, undefined])
    return answer.body.data
  }

  test('every route of the table refuses visitors, users, and operators without a second factor', async () => {
    const user = testClient(app)
    await signUp(user)
    const named = new Map(
      Object.entries(endpoints)
        .filter(([, { path }]) => path.startsWith('/desk'))
        .map(([name, { method, path }]) => [`${method} ${path}`, name]),
    )
    const response = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' }
    /** What is there to prove the second factor with. */
    const factors: Record<string, { body: object; status?: number; code: string | undefined }> = {
      deskSecondFactor: { body: { code: '000000' }, code: 'second-factor-wrong' },
      deskPasskeyRequest: { body: {}, status: 200, code: undefined },
      deskPasskeyProve: { body: { credential: { id: 'AA', response } }, code: 'passkey-refused' },
    }
    const routes = [...app.router.table.values()].filter(({ path }) => path.startsWith('/desk'))
    expect(routes).toHaveLength(named.size)
    for (const { method, path } of routes) {
      const name = named.get(`${method} ${path}`) ?? ''
      const ask = async (client: TestClient) => {
        const { status, body } = await client.call(
          method,
          path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID()),
          // The caller is checked before the input is.
          method === 'GET' ? undefined : (factors[name]?.body ?? { nonsense: true }),
        )
        return [name, status, body.code]
      }
      expect(await ask(testClient(app))).toEqual([name, 401, 'unauthorized'])
      expect(await ask(user)).toEqual([name, 403, 'forbidden'])
      const { status, code } = { status: 403, code: 'second-factor-required', ...factors[name] }
      expect(await ask(operator)).toEqual([name, status, code])
    }
  })

  test('a code counts once, near its time, in its session, for twelve hours', async () => {
    expect(await prove(code(3))).toMatchObject({ status: 403, body: { code: 'second-factor-wrong' } })
    const used = code()
    expect(await prove(used)).toMatchObject({
      status: 200,
      body: { data: { until: app.clock.now() + 12 * hourMs } },
    })
    await data('/desk/today')
    expect(await prove(used)).toMatchObject({ status: 403, body: { code: 'second-factor-wrong' } })
    // An older code is no longer valid once a newer one was used.
    expect(await prove(code(-1))).toMatchObject({ status: 403 })
    const elsewhere = testClient(app)
    elsewhere.token = (await app.sessions.open({ userId: await operatorId(), binding: null })).token
    expect(await elsewhere.get('/desk/today')).toMatchObject({ body: { code: 'second-factor-required' } })
    expect((await prove(code(1), elsewhere)).status).toBe(200)

    app.clock.advance(12 * hourMs)
    operator.token = await sameSessionLater()
    expect(await operator.get('/desk/today')).toMatchObject({ body: { code: 'second-factor-required' } })
  })

  test('guessing ends, also for the right code', async () => {
    for (let guess = 0; guess < 5; guess += 1) await prove(code(5))
    const other = testClient(app)
    other.token = operator.token
    expect(await prove(code(), other)).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
  })

  test('a code that is sent twice at once counts once', async () => {
    const answers = await Promise.all([prove(), prove()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  test('whoever is revoked is out at once', async () => {
    await prove()
    await data('/desk/today')
    await revokeOperator({ store: store(), clock: app.clock.now, secretKey: app.secretKey }, email)
    expect(await operator.get('/desk/today')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    await expect(
      revokeOperator({ store: store(), clock: app.clock.now, secretKey: app.secretKey }, email),
    ).rejects.toThrow('is no operator')
  })

  test('the audit log can be added to, and nothing else', async () => {
    await prove()
    await operator.post('/desk/controllers', { name: 'Aurora' })
    const { db } = store()
    await expect(db.updateTable('deskAudit').set({ operator: 'nobody' }).execute()).rejects.toThrow(
      'append-only',
    )
    await expect(db.deleteFrom('deskAudit').execute()).rejects.toThrow('append-only')
    expect((await data('/desk/audit')).entries).toMatchObject([
      { action: 'controller.create', operator: 'Anna de Vries' },
      { action: 'operator.grant', operator: 'shell' },
    ])
  })

  test('an order is found, paid by bank, scheduled, installed and completed, each with its reason', async () => {
    await prove()
    const { order } = await placedOrder(testClient(app), {
      buyer: {
        firstName: 'Piet',
        lastName: 'Hein_100%',
        email: 'piet@vloot.nl',
        phone: '+31 10 123 45 67',
        company: 'Zilvervloot BV',
        street: 'Maaskade 1',
        postalCode: '3071 ND',
        city: 'Rotterdam',
        country: 'NL',
      },
    })
    app.clock.advance(1_000)
    await placedOrder(testClient(app))
    const found = async (query: string) =>
      (await data(`/desk/orders?${query}`)).orders.map(({ number }: { number: string }) => number)
    expect(await found('')).toHaveLength(2)
    for (const word of ['n_100%25', 'PIET@', 'zilver', order.number.toLowerCase(), 'Piet Hein'])
      expect([word, await found(`search=${word}`)]).toEqual([word, [order.number]])
    expect(await found('search=%25%25')).toEqual([])
    expect(await found('state=cancelled')).toEqual([])
    expect(await found('payment=pending&fulfilment=none')).toHaveLength(2)
    expect(await found(`before=${app.clock.now()}`)).toEqual([order.number])
    expect(await found('before=253402300799999')).toHaveLength(2)

    const path = `/desk/orders/${order.id}`
    expect((await data(path)).actions).toEqual(['cancel', 'book-bank'])
    const act = (body: object) => operator.post(`${path}/actions`, { reason: 'as agreed', ...body })
    expect(await act({ action: 'install' })).toMatchObject({
      status: 409,
      body: { code: 'order-state-conflict' },
    })
    expect((await act({ action: 'built' })).status).toBe(409)
    expect(await act({ action: 'book-bank' })).toMatchObject({ status: 400 })
    expect((await act({ action: 'book-bank', amountCents: 1_750_000 })).status).toBe(200)
    // Paid is paid.
    expect((await act({ action: 'book-bank', amountCents: 1_750_000 })).status).toBe(409)
    // Of two who note it at once one is refused.
    const built = await Promise.all([act({ action: 'built' }), act({ action: 'built' })])
    expect(built.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await act({ action: 'shipped', on: '2026-06-01' })).status).toBe(400)
    expect((await act({ action: 'shipped' })).status).toBe(200)
    expect((await data(path)).actions).toEqual(['schedule', 'cancel'])
    expect((await act({ action: 'schedule' })).status).toBe(400)
    expect((await act({ action: 'schedule', on: '2026-06-01' })).status).toBe(200)
    app.clock.advance(3 * 24 * hourMs)
    operator.token = await sameSessionLater()
    await prove()
    const day = (daysAgo: number) =>
      new Date(app.clock.now() - daysAgo * 24 * hourMs).toISOString().slice(0, 10)
    for (const on of [day(-2), day(5)])
      expect([on, (await act({ action: 'install', on })).status]).toEqual([on, 400])
    expect((await act({ action: 'install', on: day(2) })).status).toBe(200)
    const { installedAt } = await store()
      .db.selectFrom('orders')
      .select('installedAt')
      .where('number', '=', order.number)
      .executeTakeFirstOrThrow()
    expect(installedAt?.toISOString().slice(0, 10)).toBe(day(2))
    expect((await act({ action: 'complete' })).status).toBe(200)
    const { order: done, audit, actions } = await data(path)
    expect(done).toMatchObject({ state: 'completed', payment: 'paid', installationOn: '2026-06-01' })
    expect(audit.map(({ action }: { action: string }) => action)).toEqual([
      'order.complete',
      'order.install',
      'order.schedule',
      'order.shipped',
      'order.built',
      'order.book-bank',
    ])
    expect(audit[2].reason).toBe('as agreed · 2026-06-01')

    expect(actions).toEqual(['request-refund'])
    expect((await act({ action: 'request-refund' })).status).toBe(200)
    const { refunds } = await data(path)
    expect(refunds).toMatchObject([{ amountCents: 1_750_000, paidAt: null }])
    expect((await data('/desk/today')).openRefunds).toBe(1)
    expect((await act({ action: 'refund-paid' })).status).toBe(400)
    expect((await data('/desk/refunds')).refunds).toMatchObject([
      {
        orderNumber: order.number,
        orderId: order.id,
        buyerName: 'Piet Hein_100%',
        reason: 'order-over',
        proof: null,
      },
    ])
    const today = new Date(app.clock.now()).toISOString().slice(0, 10)
    const paid = { action: 'refund-paid', refundId: refunds[0].id, way: 'bank', proof: ' MT-77 ', on: today }
    for (const change of [{ way: undefined }, { on: undefined }, { on: '2031-01-01' }, { proof: 'x' }])
      expect(await act({ ...paid, ...change })).toMatchObject({
        status: 400,
        body: { code: 'invalid-request' },
      })
    for (const change of [{ way: 'bitcoin' }, { way: 'evm', proof: 'ab'.repeat(32) }])
      expect(await act({ ...paid, ...change })).toMatchObject({ body: { code: 'refund-proof-invalid' } })
    expect((await act(paid)).status).toBe(200)
    expect((await act(paid)).status).toBe(409)
    const proof = { way: 'bank', reference: 'MT-77', on: today, operator: 'Anna de Vries' }
    expect(await data(path)).toMatchObject({
      order: { payment: 'refunded' },
      actions: [],
      refunds: [{ paidAt: app.clock.now(), proof }],
    })
    expect((await data('/desk/refunds')).refunds).toEqual([])
    expect((await data('/desk/refunds?status=paid')).refunds).toMatchObject([
      { amountCents: 1_750_000, proof },
    ])
    expect((await data(`/desk/refunds?status=paid&before=${app.clock.now()}`)).refunds).toEqual([])
    expect(await operator.get('/desk/orders/nonsense')).toMatchObject({ body: { code: 'order-not-found' } })
  })

  test('the documents of an order are printed, in the language of the buyer and for this order only', async () => {
    await prove()
    const { order } = await placedOrder(testClient(app), { language: 'de' })
    const { order: other } = await placedOrder(testClient(app))
    const path = `/desk/orders/${order.id}`
    const textOf = async (url: string) => {
      const { filename, pdfBase64 } = await data(url)
      const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(pdfBase64, 'base64')))
      return [filename, (await extractText(pdf, { mergePages: true })).text]
    }
    const { documents } = await data(path)
    expect(documents).toMatchObject([{ number: 'INV-2026-000001', kind: 'invoice' }])
    expect(await textOf(`${path}/documents/INV-2026-000001`)).toEqual([
      'INV-2026-000001.pdf',
      expect.stringContaining('Rechnung'),
    ])
    expect(await textOf(`${path}/packing-slip`)).toEqual([
      `${order.number}-packing-slip.pdf`,
      expect.stringContaining('Lieferschein'),
    ])
    await operator.post(`${path}/actions`, { action: 'cancel', reason: 'sold out' })
    const [, credit] = (await data(path)).documents
    expect(await textOf(`${path}/documents/${credit.number}`)).toEqual([
      `${credit.number}.pdf`,
      expect.stringContaining('INV-2026-000001'),
    ])
    const eInvoice = await data(`${path}/documents/${credit.number}/e-invoice`)
    expect(eInvoice.filename).toBe(`${credit.number}.xml`)
    expect(eInvoice.xml).toMatch(/<CreditNote [\s\S]*<cbc:ID>INV-2026-000001<\/cbc:ID>/)
    for (const [url, code] of [
      [`/desk/orders/${other.id}/documents/INV-2026-000001`, 'invoice-not-found'],
      [`/desk/orders/${other.id}/documents/INV-2026-000001/e-invoice`, 'invoice-not-found'],
      [`${path}/documents/INV-2026-999999`, 'invoice-not-found'],
      ['/desk/orders/x/documents/INV-2026-000001', 'order-not-found'],
      ['/desk/orders/x/packing-slip', 'order-not-found'],
    ])
      expect([url, (await operator.get(url ?? '')).body.code]).toEqual([url, code])
    // Reading is not an action and is not logged.
    expect((await data(path)).audit).toHaveLength(1)

    const resend = (order: string, number: string) =>
      operator.post(`/desk/orders/${order}/documents/${number}/resend`)
    expect(await resend(other.id, credit.number)).toMatchObject({ body: { code: 'invoice-not-found' } })
    expect(await resend('x', credit.number)).toMatchObject({ body: { code: 'order-not-found' } })
    const { email } = (await data(path)).order.buyer
    expect((await resend(order.id, credit.number)).body.data).toEqual({ to: email })
    const mails = await store()
      .db.selectFrom('mails')
      .select(['recipient', 'subject', 'attachment'])
      .where('messageId', 'like', '%.document.%')
      .execute()
    expect(mails).toEqual([
      {
        recipient: email,
        subject: `${credit.number} zur Bestellung ${order.number}`,
        attachment: `invoice:${credit.number}`,
      },
    ])
    expect((await data(path)).audit[0]).toMatchObject({ action: 'order.resend', reason: credit.number })

    expect((await operator.post('/desk/orders/x/packing-slip/send')).body.code).toBe('order-not-found')
    expect((await operator.post(`${path}/packing-slip/send`)).body.data).toEqual({ to: email })
    const slips = await store()
      .db.selectFrom('mails')
      .select(['recipient', 'subject', 'attachment'])
      .where('attachment', 'like', 'packing-slip:%')
      .execute()
    expect(slips).toEqual([
      {
        recipient: email,
        subject: `Lieferschein zur Bestellung ${order.number}`,
        attachment: `packing-slip:${order.id}`,
      },
    ])
    expect((await data(path)).audit[0]).toMatchObject({ action: 'order.resend', reason: 'packing slip' })
  })

  test('of two operators on one order one comes second, and the log tells who was first', async () => {
    await prove()
    const { order } = await placedOrder(testClient(app))
    const path = `/desk/orders/${order.id}/actions`
    const book = { action: 'book-bank', amountCents: 1_750_000, reason: 'on the statement' }
    const booked = await Promise.all([operator.post(path, book), operator.post(path, book)])
    expect(booked.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const cancelled = await Promise.all([
      operator.post(path, { action: 'cancel', reason: 'first' }),
      operator.post(path, { action: 'cancel', reason: 'second' }),
    ])
    expect(cancelled.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { order: after, audit } = await data(`/desk/orders/${order.id}`)
    expect(after).toMatchObject({ state: 'cancelled', payment: 'refund_pending', receivedCents: 1_750_000 })
    expect(audit).toHaveLength(2)
  })

  test('a lead is taken, answered in its language and closed; a custom request comes with its analysis', async () => {
    await prove()
    const visitor = testClient(app)
    await visitor.post('/inquiries/contact', {
      name: 'Jan de Boer',
      email: 'jan@kade.nl',
      message: 'Past het?',
      language: 'de',
    })
    await visitor.post('/inquiries/custom', {
      shipType: 'tanker',
      generatorCapacityKw: 120,
      currentUsagePercent: 50,
      name: 'Kim',
      email: 'kim@kade.nl',
      language: 'nl',
    })
    const { leads } = await data('/desk/leads')
    expect(leads.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['contact', 'custom'])
    const contact = leads.find(({ kind }: { kind: string }) => kind === 'contact')
    const custom = leads.find(({ kind }: { kind: string }) => kind === 'custom')
    expect(custom).toMatchObject({
      spareKw: 30,
      fittingProducts: expect.arrayContaining([expect.stringMatching(/^\d+ × /)]),
    })
    expect(await data('/desk/today')).toMatchObject({ staleLeads: [], openLeads: 2 })

    const path = `/desk/leads/${contact.id}/actions`
    expect((await operator.post(path, { action: 'assign' })).body.data.lead).toMatchObject({
      assignedTo: 'Anna de Vries',
      handledAt: null,
    })
    expect(await operator.post(path, { action: 'answer', subject: 'x' })).toMatchObject({
      body: { code: 'required-fields-missing' },
    })
    const words = { subject: 'Ihre Frage', text: 'Ja, es passt.\n\nBis bald.' }
    expect((await operator.post(path, { action: 'answer', ...words })).body.data.lead).toMatchObject({
      handledAt: app.clock.now(),
      answers: [{ at: app.clock.now(), operator: 'Anna de Vries', ...words }],
    })
    const mail = await store()
      .db.selectFrom('mails')
      .selectAll()
      .where('messageId', 'like', 'answer.%')
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ recipient: 'jan@kade.nl', subject: 'Ihre Frage' })
    expect(mail.textBody).toContain('Ja, es passt.')
    expect(mail.textBody).toContain('Jan de Boer')
    expect(mail.htmlBody).toContain('lang="de"')
    expect((await data('/desk/leads')).leads).toMatchObject([{ kind: 'custom' }])
    expect((await data('/desk/leads?status=handled&kind=contact')).leads).toHaveLength(1)
    await operator.post(`/desk/leads/${custom.id}/actions`, { action: 'close', lostReason: 'no reply' })
    expect((await data('/desk/leads')).leads).toEqual([])
    expect((await data('/desk/leads?status=all')).leads).toHaveLength(2)
    const lost = { action: 'close', lostReason: 'no reply' }
    expect(await operator.post('/desk/leads/x/actions', lost)).toMatchObject({ status: 404 })
  })

  test('controllers are made with cards that can be read, claimed, and taken back with a new key', async () => {
    await prove()
    const made = await operator.post('/desk/controllers', {
      name: 'Ms Aurora',
      location: 'Engine room',
      count: 2,
    })
    expect(made.status).toBe(200)
    const { controllers, cardsPdfBase64 } = made.body.data
    const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(cardsPdfBase64, 'base64')))
    const { text } = await extractText(pdf)
    expect(text).toHaveLength(2)
    for (const [page, { controllerId, claimKey }] of controllers.entries()) {
      expect(text[page]).toContain(claimKey)
      expect(text[page]).toContain(controllerId)
      for (const title of [
        'koppelen',
        'Claim your controller',
        'Ihren Controller koppeln',
        'Adăugați controlerul',
      ])
        expect(text[page]).toContain(title)
    }
    const [{ controllerId, claimKey }] = controllers
    const owner = testClient(app)
    const { user } = await signUp(owner)
    const claim = (key: string) => owner.post('/miners/claim', { claimKey: key })
    expect((await claim(claimKey)).status).toBe(200)
    const row = async () =>
      (await data('/desk/controllers')).controllers.find(({ id }: { id: string }) => id === controllerId)
    expect(await row()).toMatchObject({
      name: 'Ms Aurora 1',
      status: 'never-seen',
      owner: 'Anna de Vries',
      miners: 0,
    })
    expect(JSON.stringify(await row())).not.toContain(user.email)

    const act = async (action: string) =>
      (await operator.post(`/desk/controllers/${controllerId}/actions`, { action, reason: 'ship sold' })).body
        .data
    const released = await act('release-owner')
    expect(await row()).toMatchObject({ owner: null })
    expect((await claim(claimKey)).status).toBe(404)
    expect((await claim(released.created.claimKey)).status).toBe(200)
    await act('release-owner')
    expect(await act('revoke-key')).toEqual({ created: null, cardsPdfBase64: null })
    const again = await act('reissue-key')
    expect(again.created).toMatchObject({ controllerId, enrolmentToken: null })
    expect((await claim(again.created.claimKey)).status).toBe(200)
    expect(await act('reissue-enrolment')).toMatchObject({
      created: { claimKey: null, enrolmentToken: expect.stringMatching(/^enr_/) },
      cardsPdfBase64: null,
    })
    expect(
      await operator.post('/desk/controllers/SM-NOBODY/actions', { action: 'revoke-key', reason: 'none' }),
    ).toMatchObject({ status: 404 })
    await store()
      .db.updateTable('controllers')
      .set({ lastSeenAt: new Date(app.clock.now() - 24 * hourMs) })
      .where('id', '=', controllerId)
      .execute()
    expect((await data('/desk/today')).silentControllers).toMatchObject([
      { id: controllerId, status: 'silent' },
    ])
  })

  test('payments answer without any, and what is no payment is not found', async () => {
    await prove()
    expect(await data('/desk/payments')).toEqual({
      serverTime: app.clock.now(),
      exceptions: [],
      perPage: 50,
      total: 0,
      watchers: [],
      accounts: [],
    })
    for (const bad of ['page=0', 'sort=address', 'direction=up'])
      expect((await operator.get(`/desk/payments?${bad}`)).status).toBe(400)
    const decide = (id: string) =>
      operator.post(`/desk/payments/${id}/decision`, { decision: 'failed', reason: 'no such' })
    for (const id of ['x', crypto.randomUUID()])
      expect(await decide(id)).toMatchObject({ status: 404, body: { code: 'payment-intent-not-found' } })
  })

  test('nothing that an operator may send is an error of the server', async () => {
    await prove()
    const { order } = await placedOrder(testClient(app))
    const made = await operator.post('/desk/controllers', { name: 'Aurora' })
    const [{ controllerId }] = made.body.data.controllers
    await testClient(app).post('/inquiries/contact', {
      name: 'Jan',
      email: 'jan@kade.nl',
      message: 'Past het?',
    })
    const [lead] = (await data('/desk/leads')).leads
    const faults: unknown[] = []
    const send = async (method: string, path: string, body?: object) => {
      const { status } = await operator.call(method, path, body)
      if (status >= 500) faults.push([method, path, body])
    }
    for (const word of ['\0\0\0', '\ud800 \ud800', "' OR 1=1 --", '%_\\', 'é'.repeat(400)]) {
      const id = encodeURIComponent(word.toWellFormed())
      for (const target of [order.id, id]) {
        await send('POST', `/desk/orders/${target}/actions`, {
          action: 'book-bank',
          amountCents: 1,
          reason: word,
        })
        await send('POST', `/desk/payments/${target}/decision`, { decision: 'failed', reason: word })
      }
      for (const target of [lead.id, id])
        await send('POST', `/desk/leads/${target}/actions`, { action: 'answer', subject: 'x', text: word })
      for (const target of [controllerId, id])
        await send('POST', `/desk/controllers/${target}/actions`, { action: 'reissue-key', reason: word })
      await send('POST', '/desk/controllers', { name: word.slice(0, 80), location: word.slice(0, 80) })
      await send('GET', `/desk/orders?search=${id}`)
      await send('GET', `/desk/orders/${id}`)
      await send('GET', `/desk/orders/${order.id}/documents/${id}`)
      await send('POST', '/desk/bank/statements', { xml: word, preview: false })
      await send('POST', '/desk/bank/statements', {
        xml: camtSample([{ amount: '1.00', text: word, name: word, bankReference: word }], { id: word }),
        preview: false,
      })
      for (const entry of ['1', '99999999999999999999', id])
        await send('POST', `/desk/bank/entries/${entry}/actions`, {
          action: 'book',
          reason: word,
          orderNumber: word,
        })
    }
    for (const before of ['', '0', '-1', '9e15', '-9007199254740991', 'x'])
      for (const list of ['orders', 'leads', 'audit', 'refunds'])
        await send('GET', `/desk/${list}?before=${before}`)
    expect(faults).toEqual([])
  })

  async function operatorId(): Promise<string> {
    const row = await store()
      .db.selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return row.id
  }

  /** An access token of the operator's session that is valid now: access tokens live for minutes. */
  async function sameSessionLater(): Promise<string> {
    const { sessionId } = await store()
      .db.selectFrom('sessionFactors')
      .select('sessionId')
      .orderBy('provenAt')
      .executeTakeFirstOrThrow()
    const fresh = await app.sessions.open({ userId: await operatorId(), binding: null })
    await store()
      .db.updateTable('sessionTokens')
      .set({ sessionId })
      .where('sessionId', '=', fresh.sessionId)
      .execute()
    return fresh.token
  }
})

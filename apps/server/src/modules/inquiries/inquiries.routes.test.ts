import { errorCatalogue } from '@shipminer/contract/errors'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { type MailServer, startMailServer } from '../../../test/services/mail-server.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'

const message = { name: 'Anna de Vries', email: 'Anna@Rederij.nl', message: 'Past dit?\nGraag bellen.' }
const ship = { shipType: 'tanker', generatorCapacityKw: 120, currentUsagePercent: 30 }
const custom = { ...ship, name: 'Anna', email: 'anna@rederij.nl' }

describeEachEngine('inquiries', ({ store }) => {
  let app: TestApp
  let client: TestClient
  const inquiries = () => store().db.selectFrom('inquiries').selectAll().orderBy('createdAt').execute()
  const mails = () => store().db.selectFrom('mails').selectAll().orderBy('id').execute()

  beforeEach(async () => {
    await store().db.deleteFrom('mails').execute()
    await store().db.deleteFrom('inquiries').execute()
    app = await buildTestApp(store())
    client = testClient(app)
    return () => app.server.close()
  })

  describe('refusals', () => {
    test.each([
      ['/inquiries/contact', {}, ['name', 'email', 'message']],
      ['/inquiries/contact', { ...message, name: '   ' }, ['name']],
      ['/inquiries/contact', { ...message, message: '\n' }, ['message']],
      ['/inquiries/contact', { name: 'A', email: 'a@b.nl', subjectKind: 'notify-me' }, ['message']],
      ['/inquiries/custom', {}, ['shipType', 'generatorCapacityKw', 'currentUsagePercent', 'name', 'email']],
      ['/inquiries/custom', { ...custom, email: '' }, ['email']],
      ['/inquiries/waiting-list', { name: 'Anna' }, ['email']],
    ])('%s %j lacks %j', async (path, body, missing) => {
      const answer = await client.post(path, body)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'required-fields-missing', error: 'Please fill in all required fields.' },
      })
      const issues = answer.body.issues as { path: string }[]
      expect(issues.map((issue) => issue.path)).toEqual(missing.map((field) => `body.${field}`))
    })
    test.each([
      ['/inquiries/contact', { ...message, email: 'anna' }, 400, 'email-invalid'],
      ['/inquiries/contact', { ...message, email: 'a@b.nl\r\nBcc: c@d.nl' }, 400, 'invalid-request'],
      ['/inquiries/contact', { ...message, name: 'A\u0000' }, 400, 'invalid-request'],
      ['/inquiries/contact', { ...message, message: 'x'.repeat(5001) }, 400, 'invalid-request'],
      ['/inquiries/contact', { ...message, subjectKind: 'spam' }, 400, 'invalid-request'],
      ['/inquiries/contact', { ...message, role: 'operator' }, 400, 'invalid-request'],
      ['/inquiries/contact', { ...message, product: 'sm99' }, 404, 'product-not-found'],
      ['/inquiries/contact', { ...message, product: 'payment-test' }, 404, 'product-not-found'],
      ['/inquiries/custom', { ...custom, currentUsagePercent: 101 }, 400, 'invalid-request'],
      ['/inquiries/custom', { ...custom, generatorCapacityKw: -1 }, 400, 'invalid-request'],
      ['/inquiries/custom', { ...custom, shipType: 'submarine' }, 400, 'invalid-request'],
      ['/inquiries/waiting-list', { email: 'a@b.nl', product: 'sm99' }, 404, 'product-not-found'],
    ] as const)('%s %j is refused with %d %s', async (path, body, status, code) => {
      expect(await client.post(path, body)).toMatchObject({
        status,
        body: { code, error: errorCatalogue[code].message },
      })
      expect(await inquiries()).toEqual([])
      expect(await mails()).toEqual([])
    })
    test('the sixth in a minute from one address', async () => {
      for (let turn = 0; turn < 5; turn++)
        expect((await client.post('/inquiries/contact', message)).status).toBe(200)
      expect(await client.post('/inquiries/contact', message)).toMatchObject({
        status: 429,
        body: { code: 'rate-limited' },
      })
      expect((await testClient(app).post('/inquiries/contact', message)).status).toBe(200)
    })
  })

  test('a message is kept, told to the provider and confirmed, in one go', async () => {
    const answer = await client.post('/inquiries/contact', {
      ...message,
      phone: '+31 6 1234',
      subject: 'Vraag over 21',
      product: 'sm21',
      language: 'de',
      website: '',
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { received: true, reference: expect.stringMatching(/^C-[2-9A-HJ-NP-Z]{8}$/) },
      },
    })
    const { reference } = answer.body.data as { reference: string }
    expect(await inquiries()).toMatchObject([
      {
        reference,
        kind: 'contact',
        name: 'Anna de Vries',
        email: 'anna@rederij.nl',
        phone: '+31 6 1234',
        language: 'de',
        subject: 'Vraag over 21',
        subjectKind: 'question',
        productId: 'sm21',
        message: 'Past dit?\nGraag bellen.',
        handledAt: null,
      },
    ])
    expect(await mails()).toMatchObject([
      {
        recipient: null,
        replyTo: 'anna@rederij.nl',
        subject: `Bericht van Anna de Vries (${reference})`,
        status: 'queued',
      },
      {
        recipient: 'anna@rederij.nl',
        subject: `Wir haben Ihre Nachricht erhalten (${reference})`,
        status: 'queued',
      },
    ])
  })

  test('without a language that of the browser counts', async () => {
    const headers = { 'accept-language': 'ro-RO,ro;q=0.9' }
    await client.post('/inquiries/waiting-list', { email: 'ion@exemplu.ro' }, { headers })
    expect(await inquiries()).toMatchObject([{ language: 'ro' }])
    expect((await mails())[1]).toMatchObject({ subject: 'Sunteți pe lista de așteptare' })
  })

  test('notify-me is a lead of its own and needs no message', async () => {
    const body = { name: 'Anna', email: 'anna@rederij.nl', subjectKind: 'notify-me', product: 'sm23' }
    expect((await client.post('/inquiries/contact', body)).status).toBe(200)
    expect(await inquiries()).toMatchObject([{ kind: 'notify-me', productId: 'sm23', message: null }])
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Anna wil bericht over de Shipminer 23'),
      'U hoort het zodra de Shipminer 23 leverbaar is',
    ])
  })

  test('a custom request is kept with its figures and answered with what fits', async () => {
    const body = { ...custom, additionalInformation: 'Twee generatoren', language: 'en' }
    expect((await client.post('/inquiries/custom', body)).status).toBe(200)
    expect(await inquiries()).toMatchObject([{ kind: 'custom', ...ship, message: 'Twee generatoren' }])
    expect((await mails())[1]?.textBody).toContain(
      '2 × Shipminer 21, 2 × Shipminer 19, 1 × Shipminer 23 (coming soon)',
    )
  })

  test('the same words sent again over a weak line are one inquiry, other words or a later day are not', async () => {
    const send = async (change: object = {}) =>
      (await testClient(app).post('/inquiries/contact', { ...message, ...change })).body.data
        .reference as string
    const [first, ...again] = await Promise.all(Array.from({ length: 4 }, () => send()))
    expect(new Set([first, ...again]).size).toBe(1)
    expect(await inquiries()).toHaveLength(1)
    expect(await mails()).toHaveLength(2)
    const others = [
      await send({ message: 'Nog iets' }),
      await send({ email: 'bert@rederij.nl' }),
      await send({ subject: 'Anders' }),
      await send({ product: 'sm21' }),
    ]
    expect(new Set([first, ...others]).size).toBe(5)
    app.clock.advance(600_001)
    expect(await send()).not.toBe(first)
  })

  describe('the waiting list', () => {
    const join = async (body: object) =>
      (await testClient(app).post('/inquiries/waiting-list', body)).body.data.reference as string
    test('holds an address once for each product, and mails once', async () => {
      const first = await join({ email: 'anna@rederij.nl', product: 'sm21' })
      expect(await join({ email: 'ANNA@rederij.nl', product: 'sm21' })).toBe(first)
      expect(await join({ email: 'anna@rederij.nl' })).not.toBe(first)
      expect(await inquiries()).toHaveLength(2)
      expect(await mails()).toHaveLength(4)
    })
    test('twice at the same moment is once', async () => {
      const references = await Promise.all(
        Array.from({ length: 4 }, () => join({ email: 'anna@rederij.nl' })),
      )
      expect(new Set(references).size).toBe(1)
      expect(await inquiries()).toHaveLength(1)
      expect(await mails()).toHaveLength(2)
    })
  })

  test('the honeypot answers success and keeps nothing', async () => {
    const bait = { website: 'https://spam.example' }
    for (const [path, body] of [
      ['/inquiries/contact', { ...message, ...bait }],
      ['/inquiries/contact', bait],
      ['/inquiries/custom', { ...custom, ...bait }],
      ['/inquiries/waiting-list', { email: 'a@b.nl', ...bait }],
    ] as const) {
      expect(await client.post(path, body)).toMatchObject({
        status: 200,
        body: { success: true, data: { received: true, reference: expect.stringMatching(/^C-/) } },
      })
    }
    expect(await inquiries()).toEqual([])
    expect(await mails()).toEqual([])
  })

  test('nobody’s mailbox is filled: after five mails in a day requests are kept without confirmation', async () => {
    for (let turn = 0; turn < 8; turn++)
      await testClient(app).post('/inquiries/contact', { ...message, message: `Vraag ${turn}` })
    expect(await inquiries()).toHaveLength(8)
    const recipients = (await mails()).map(({ recipient }) => recipient)
    expect(recipients.filter((recipient) => recipient === null)).toHaveLength(8)
    expect(recipients.filter((recipient) => recipient !== null)).toHaveLength(5)
    app.clock.advance(86_400_001)
    await testClient(app).post('/inquiries/contact', message)
    expect((await mails()).at(-1)?.recipient).toBe('anna@rederij.nl')
  })

  describe('with a mail server', () => {
    let mailServer: MailServer
    const settings = (port: number) => ({
      SMTP_URL: `smtp://ship:secret@127.0.0.1:${port}`,
      MAIL_FROM: 'Shipminer <noreply@shipminer.example>',
      PROVIDER_EMAIL: 'desk@shipminer.example',
    })
    const login = { user: 'ship', password: 'secret' }
    const restart = async (port: number, laterMs = 0) => {
      await app.server.close()
      app = await buildTestApp(store(), { settings: settings(port), mailTls: { rejectUnauthorized: false } })
      client = testClient(app)
      app.clock.advance(laterMs)
      app.jobs.start()
    }
    const health = async () => (await client.get('/health')).body.data

    test('both mails arrive, through STARTTLS and a login', async () => {
      mailServer = await startMailServer({ login })
      await client.post('/inquiries/contact', message)
      await restart(mailServer.port)
      await vi.waitFor(() => expect(mailServer.received).toHaveLength(2), { timeout: 60_000 })
      const [toProvider, toSender] = mailServer.received
      expect(toProvider).toMatchObject({
        to: ['desk@shipminer.example'],
        secure: true,
        user: 'ship',
        headers: { 'reply-to': 'anna@rederij.nl' },
        text: expect.stringContaining('Past dit?\n  Graag bellen.'),
      })
      expect(toSender).toMatchObject({
        to: ['anna@rederij.nl'],
        text: expect.stringContaining('Bedankt voor uw bericht.'),
        html: expect.stringContaining('Bedankt voor uw bericht.'),
      })
      await mailServer.close()
    })

    test('a server that is down loses nothing: the mails wait, /health says so, and they arrive later', async () => {
      mailServer = await startMailServer({ login })
      const { port } = mailServer
      await mailServer.close()
      await client.post('/inquiries/contact', message)
      await restart(port)
      await vi.waitFor(
        async () => expect((await mails())[0]).toMatchObject({ status: 'queued', attempts: 1 }),
        { timeout: 60_000 },
      )
      expect((await health()).mail).toEqual({
        configured: true,
        queued: 2,
        oldestQueuedSeconds: 0,
        failed: 0,
      })
      app.clock.advance(901_000)
      expect(await health()).toMatchObject({ status: 'degraded', mail: { oldestQueuedSeconds: 901 } })
      mailServer = await startMailServer({ login, port })
      await restart(port, 901_000)
      await vi.waitFor(() => expect(mailServer.received).toHaveLength(2), { timeout: 60_000 })
      await vi.waitFor(
        async () => expect((await mails()).map(({ status }) => status)).toEqual(['sent', 'sent']),
        { timeout: 60_000 },
      )
      expect((await health()).mail).toMatchObject({ queued: 0, oldestQueuedSeconds: null })
      await mailServer.close()
    })
  })

  test.each([
    ['test', 'ok'],
    ['production', 'degraded'],
  ])('without a mail server /health in %s is %s', async (NODE_ENV, status) => {
    await app.server.close()
    app = await buildTestApp(store(), { settings: { NODE_ENV } })
    await store().db.deleteFrom('jobRuns').execute()
    await testClient(app).post('/inquiries/contact', message)
    expect((await testClient(app).get('/health')).body.data).toMatchObject({
      status,
      mail: { configured: false, queued: 2, failed: 0 },
    })
  })

  test('no address and no message is in the log', async () => {
    await client.post('/inquiries/contact', message)
    expect(app.log()).toContain('inquiry received')
    expect(app.log()).not.toMatch(/rederij\.nl|Graag bellen|Anna/i)
  })
})

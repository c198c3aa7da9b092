import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { enqueueMails, listUnsentMails, requeueFailed } from '../../../platform/mail/outbox.repository.ts'

describeEachEngine('e-mails that have not gone, at the desk', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store())
    operator = testClient(app)
    await signUpProvenOperator(app, operator)
    await store().db.deleteFrom('mails').execute()
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const read = async (client = operator) => (await client.get('/desk/mails')).body.data
  const subjects = async () => (await read()).mails.map(({ subject }: { subject: string }) => subject)
  const idOf = async (subject: string) => {
    const row = store().db.selectFrom('mails').select('id').where('subject', '=', subject)
    return (await row.executeTakeFirstOrThrow()).id
  }
  const retry = (id: number | string, client = operator) => client.post(`/desk/mails/${id}/retry`, {})
  const setAside = (id: number | string, client = operator, reason: unknown = 'the mailbox is gone') =>
    client.post(`/desk/mails/${id}/set-aside`, { reason })
  const retryAll = (body: object, client = operator) => client.post('/desk/mails/retry-failed', body)
  const logged = async () =>
    (await operator.get('/desk/audit')).body.data.entries
      .map(({ action, subject, reason }: Record<string, string>) => [action, subject, reason])
      .filter(([action]: string[]) => action?.startsWith('mail.'))

  /** Two given up, one that waits after an attempt, one that nobody tried yet, and one that went. */
  async function fillOutbox(): Promise<void> {
    const now = new Date(app.clock.now())
    const { db } = store()
    await enqueueMails(
      db,
      ['old', 'provider', 'waiting', 'fresh', 'sent'].map((subject) => ({
        messageId: `${subject}@shipminer`,
        recipient: subject === 'provider' ? null : `${subject}@schip.example`,
        replyTo: null,
        subject,
        textBody: 'secret words',
        htmlBody: '<p>secret words</p>',
      })),
      now,
    )
    const change = (subject: string, to: object) =>
      db.updateTable('mails').set(to).where('subject', '=', subject).execute()
    for (const subject of ['old', 'provider'])
      await change(subject, { status: 'failed', attempts: 4, lastError: '550 5.1.1 no such mailbox' })
    await change('waiting', { attempts: 1, lastError: 'connect ECONNREFUSED' })
    await change('sent', { status: 'sent', sentAt: now })
    app.clock.advance(60_000)
  }

  test('are listed with the reason, those that were given up first, and without what they say', async () => {
    expect(await read()).toEqual({
      serverTime: app.clock.now(),
      failed: 0,
      waiting: 0,
      mails: [],
      setAside: [],
    })
    const at = app.clock.now()
    await fillOutbox()
    const answer = await read()
    expect(answer).toMatchObject({ serverTime: at + 60_000, failed: 2, waiting: 2 })
    const known = { createdAt: at, attempts: 4, lastError: '550 5.1.1 no such mailbox', nextAttemptAt: null }
    expect(answer.mails).toEqual([
      { ...known, id: String(await idOf('provider')), recipient: null, subject: 'provider' },
      { ...known, id: String(await idOf('old')), recipient: 'old@schip.example', subject: 'old' },
      {
        ...{ id: String(await idOf('waiting')), recipient: 'waiting@schip.example', subject: 'waiting' },
        ...{ createdAt: at, attempts: 1, lastError: 'connect ECONNREFUSED', nextAttemptAt: at },
      },
    ])
    expect((await operator.get('/desk/today')).body.data.failedMails).toBe(2)
  })

  test('one is tried again once, and the log says which', async () => {
    await fillOutbox()
    for (const unknown of ['999999', '999999999999999'])
      expect((await retry(unknown)).body.code).toBe('not-found')
    for (const wrong of ['0', '1e3', 'old', '9999999999999999'])
      expect([wrong, (await retry(wrong)).body.code]).toEqual([wrong, 'invalid-request'])
    const id = await idOf('old')
    const answers = await Promise.all([retry(id), retry(id)])
    expect(answers.map(({ body }) => body.data.requeued).toSorted()).toEqual([0, 1])
    // What is on its way already is not begun a second time.
    expect((await retry(await idOf('waiting'))).body.data).toEqual({ requeued: 0 })
    expect((await retry(await idOf('sent'))).body.data).toEqual({ requeued: 0 })
    expect(await subjects()).toEqual(['provider', 'waiting', 'old'])
    expect(await read()).toMatchObject({ failed: 1, waiting: 3 })
    expect(await logged()).toEqual([['mail.retry', `mail ${id}`, 'old']])
  })

  test('all are tried again with a reason; when there is nothing to try, nothing is logged', async () => {
    await fillOutbox()
    for (const body of [{}, { reason: ' ' }, { reason: 'mended', more: 1 }])
      expect((await retryAll(body)).body.code).toBe('invalid-request')
    expect((await retryAll({ reason: 'the mail server is mended' })).body.data).toEqual({ requeued: 2 })
    expect((await retryAll({ reason: 'once more' })).body.data).toEqual({ requeued: 0 })
    expect(await read()).toMatchObject({ failed: 0, waiting: 4 })
    expect(await logged()).toEqual([['mail.retry-all', 'mail', '2 × · the mail server is mended']])
    expect(await requeueFailed(store().db, new Date(app.clock.now()))).toBe(0)
  })

  test('one that nobody can reach is set aside with a reason: counted nowhere, tried again with no others, and still to be read', async () => {
    await fillOutbox()
    for (const unknown of ['999999', '999999999999999'])
      expect((await setAside(unknown)).body.code).toBe('not-found')
    const id = await idOf('old')
    for (const reason of [null, ' ', 'x'.repeat(2000)])
      expect((await setAside(id, operator, reason)).body.code).toBe('invalid-request')
    for (const notGivenUp of ['waiting', 'fresh', 'sent'])
      expect((await setAside(await idOf(notGivenUp))).body.data).toEqual({ setAside: 0 })
    const answers = await Promise.all([setAside(id), setAside(id)])
    expect(answers.map(({ body }) => body.data.setAside).toSorted()).toEqual([0, 1])
    expect(await read()).toMatchObject({
      ...{ failed: 1, waiting: 2, mails: [{ subject: 'provider' }, { subject: 'waiting' }] },
      setAside: [
        {
          ...{ id: String(id), recipient: 'old@schip.example', subject: 'old' },
          ...{ createdAt: app.clock.now() - 60_000, lastError: '550 5.1.1 no such mailbox' },
          ...{ setAsideAt: app.clock.now(), operator: 'Anna de Vries', reason: 'the mailbox is gone' },
        },
      ],
    })
    await setAside(await idOf('provider'))
    const today = (await operator.get('/desk/today')).body.data
    expect([today.failedMails, today.oldest.mails]).toEqual([0, null])
    expect((await testClient(app).get('/health')).body.data.mail).toMatchObject({ failed: 0 })
    const unsent = await listUnsentMails(store().db, 10)
    expect(unsent.map(({ subject }) => subject)).toEqual(['waiting', 'fresh'])
    expect((await retryAll({ reason: 'the mail server is mended' })).body.data).toEqual({ requeued: 0 })
    expect(await logged()).toEqual([
      ['mail.set-aside', `mail ${await idOf('provider')}`, 'provider · the mailbox is gone'],
      ['mail.set-aside', `mail ${id}`, 'old · the mailbox is gone'],
    ])

    expect((await retry(id)).body.data).toEqual({ requeued: 1 })
    expect(await read()).toMatchObject({ failed: 0, waiting: 3, setAside: [{ subject: 'provider' }] })
    const again = store().db.updateTable('mails').set({ status: 'failed' }).where('subject', '=', 'old')
    await again.execute()
    expect(await read()).toMatchObject({ failed: 1, mails: [{ subject: 'old' }, { subject: 'waiting' }] })
  })

  test('who only reads sees them, and who sells does not, nor in the count of today', async () => {
    await fillOutbox()
    const id = await idOf('old')
    const reader = testClient(app)
    await signUpProvenOperator(app, reader, 'read-only')
    expect(await read(reader)).toMatchObject({ failed: 2 })
    for (const refused of [
      await retry(id, reader),
      await retryAll({ reason: 'because' }, reader),
      await setAside(id, reader),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'role-required' } })
    const seller = testClient(app)
    await signUpProvenOperator(app, seller, 'sales')
    expect((await seller.get('/desk/mails')).body.code).toBe('role-required')
    expect((await seller.get('/desk/today')).body.data.failedMails).toBe(0)
    const service = testClient(app)
    await signUpProvenOperator(app, service, 'service')
    expect((await setAside(id, service)).body.data).toEqual({ setAside: 1 })
    expect(await read(reader)).toMatchObject({ failed: 1, setAside: [{ subject: 'old' }] })
    expect((await retry(id, service)).body.data).toEqual({ requeued: 1 })
  })
})

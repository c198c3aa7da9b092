import { type FakeClock, fakeClock } from '@shipminer/testkit/fake-clock'
import { beforeEach, expect, test } from 'vitest'
import { describeEachEngine } from '../db/testing.ts'
import {
  claimMail,
  enqueueMails,
  markNotSent,
  markSent,
  type NewMail,
  readOutbox,
  removeOldMails,
  requeueFailed,
} from './outbox.repository.ts'
import { sendOutbox } from './send-outbox.ts'
import type { MailAttachment, OutgoingMail, SendResult } from './smtp-mailer.ts'

const silent = { info: () => undefined, warn: () => undefined }

describeEachEngine('the outbox', ({ store }) => {
  let clock: FakeClock
  let sent: OutgoingMail[]
  let result: SendResult
  let attachment: MailAttachment | null | Error
  const mailNumber = (number: number, recipient: string | null = `r${number}@example.org`): NewMail => ({
    messageId: `m${number}@shipminer.example`,
    recipient,
    replyTo: null,
    subject: `Mail ${number}`,
    textBody: 'text',
    htmlBody: '<p>html</p>',
  })
  const enqueue = (...mails: NewMail[]) => enqueueMails(store().db, mails, new Date(clock.now()))
  const turn = () =>
    sendOutbox({
      store: store(),
      clock: clock.now,
      providerEmail: 'desk@shipminer.example',
      logger: silent,
      async attachment(name) {
        if (attachment instanceof Error) throw attachment
        return attachment && [{ ...attachment, filename: name }]
      },
      mailer: {
        async send(mail) {
          sent.push(mail)
          return result
        },
      },
    })
  const row = (messageId = 'm1@shipminer.example') =>
    store().db.selectFrom('mails').selectAll().where('messageId', '=', messageId).executeTakeFirstOrThrow()

  beforeEach(async () => {
    clock = fakeClock(Date.parse('2026-05-01T10:00:00Z'))
    sent = []
    result = { kind: 'sent' }
    attachment = null
    await store().db.deleteFrom('mails').execute()
  })

  test('a mail waits for what is attached to it, and no other mail for that', async () => {
    await enqueue({ ...mailNumber(1), attachment: 'invoice:1' }, mailNumber(2))
    await turn()
    attachment = new Error('no font')
    clock.advance(60_000)
    await turn()
    expect(sent.map(({ subject }) => subject)).toEqual(['Mail 2'])
    expect(await row()).toMatchObject({
      status: 'queued',
      attempts: 2,
      lastError: 'invoice:1 could not be made',
    })
    attachment = { filename: '', contentType: 'application/pdf', content: new Uint8Array([1]) }
    clock.advance(3_600_000)
    await turn()
    expect(sent[1]?.attachments).toEqual([{ ...attachment, filename: 'invoice:1' }])
  })

  test('sends once, in order, and the provider’s to the address of now', async () => {
    await enqueue(mailNumber(1), mailNumber(2, null))
    await turn()
    await turn()
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['r1@example.org', 'Mail 1'],
      ['desk@shipminer.example', 'Mail 2'],
    ])
    expect(await row()).toMatchObject({ status: 'sent', attempts: 1, sentAt: new Date(clock.now()) })
    expect(await readOutbox(store().db)).toEqual({
      queued: 0,
      failed: 0,
      oldestQueuedAt: null,
      oldestFailedAt: null,
    })
  })

  test('copies of the server that send at the same time send each mail once', async () => {
    await enqueue(...Array.from({ length: 40 }, (_, index) => mailNumber(index)))
    await Promise.all([turn(), turn(), turn(), turn()])
    await turn()
    expect(sent).toHaveLength(40)
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(40)
    expect(await readOutbox(store().db)).toMatchObject({ queued: 0, failed: 0 })
  })

  test('what a copy took and did not settle goes out after its claim, under the same id, and the late copy settles nothing', async () => {
    await enqueue(mailNumber(1))
    const now = () => new Date(clock.now())
    const dead = await claimMail(store().db, { now: now(), until: new Date(clock.now() + 180_000) })
    if (!dead) throw new Error('nothing was due')
    await turn()
    expect(sent).toEqual([])
    clock.advance(180_000)
    const heir = await claimMail(store().db, { now: now(), until: new Date(clock.now() + 180_000) })
    expect(heir?.messageId).toBe(dead.messageId)
    expect(await markSent(store().db, dead, now())).toBe(false)
    expect(await markNotSent(store().db, dead, { error: 'late', nextAttemptAt: null })).toBe(false)
    expect(await row()).toMatchObject({ status: 'queued', attempts: 0 })
    if (heir) expect(await markSent(store().db, heir, now())).toBe(true)
    expect(await row()).toMatchObject({ status: 'sent', attempts: 1 })
  })

  test('a mail that must wait lets the others pass and is tried later and later', async () => {
    await enqueue(mailNumber(1))
    result = { kind: 'later', error: '451 greylisted' }
    await turn()
    await enqueue(mailNumber(2))
    result = { kind: 'sent' }
    await turn()
    expect(sent.map(({ subject }) => subject)).toEqual(['Mail 1', 'Mail 2'])
    expect(await row()).toMatchObject({ status: 'queued', attempts: 1, lastError: '451 greylisted' })
    clock.advance(60_000)
    result = { kind: 'later', error: '451 greylisted' }
    await turn()
    clock.advance(60_000)
    await turn()
    expect(sent).toHaveLength(3)
    clock.advance(60_000)
    result = { kind: 'sent' }
    await turn()
    expect(await row()).toMatchObject({ status: 'sent', attempts: 3, lastError: null })
  })

  test('a server that is away ends the turn, and nothing is lost over days', async () => {
    await enqueue(mailNumber(1), mailNumber(2), mailNumber(3))
    result = { kind: 'unavailable', error: 'connect ECONNREFUSED' }
    await turn()
    expect(sent).toHaveLength(1)
    for (let hour = 0; hour < 96; hour++) {
      clock.advance(3_600_000)
      await turn()
      await turn()
    }
    expect(await readOutbox(store().db)).toMatchObject({
      queued: 3,
      oldestQueuedAt: new Date('2026-05-01T10:00:00Z'),
    })
    result = { kind: 'sent' }
    sent = []
    clock.advance(3_600_000)
    await turn()
    expect(sent.map(({ subject }) => subject).sort()).toEqual(['Mail 1', 'Mail 2', 'Mail 3'])
  })

  test('what is refused for good is given up, kept, and can be tried again', async () => {
    await enqueue(mailNumber(1), mailNumber(2, null))
    result = { kind: 'refused', error: '550 no such mailbox', isAddress: true }
    await turn()
    expect(await row()).toMatchObject({ status: 'failed', lastError: '550 no such mailbox' })
    expect(await row('m2@shipminer.example')).toMatchObject({ status: 'queued', attempts: 1 })
    clock.advance(3_600_000)
    sent = []
    result = { kind: 'sent' }
    await turn()
    expect(sent.map(({ subject }) => subject)).toEqual(['Mail 2'])
    expect(await requeueFailed(store().db, new Date(clock.now()))).toBe(1)
    await turn()
    expect(await row()).toMatchObject({ status: 'sent' })
  })

  test('after five days of trying it is given up and kept', async () => {
    await enqueue(mailNumber(1))
    result = { kind: 'unavailable', error: 'away' }
    clock.advance(5 * 86_400_000 + 1)
    await turn()
    expect(await row()).toMatchObject({ status: 'failed', textBody: 'text' })
    expect(await readOutbox(store().db)).toMatchObject({ queued: 0, failed: 1 })
  })

  test('a crash between the yes of the server and our note sends it again under the same Message-ID', async () => {
    await enqueue(mailNumber(1))
    const mailer = {
      async send(mail: OutgoingMail): Promise<SendResult> {
        sent.push(mail)
        throw new Error('killed')
      },
    }
    const deps = { store: store(), clock: clock.now, providerEmail: 'desk@shipminer.example', logger: silent }
    await expect(sendOutbox({ ...deps, mailer })).rejects.toThrow('killed')
    await turn()
    expect(sent).toHaveLength(1)
    clock.advance(180_000)
    await turn()
    expect(sent.map(({ messageId }) => messageId)).toEqual(['m1@shipminer.example', 'm1@shipminer.example'])
    expect(await row()).toMatchObject({ status: 'sent' })
  })

  test('mails that were given up are forgotten after their time, and not while they may still go', async () => {
    await enqueue(mailNumber(1), mailNumber(2), mailNumber(3))
    const { db } = store()
    const give = (number: number) =>
      db
        .updateTable('mails')
        .set({ status: 'failed' })
        .where('messageId', '=', `m${number}@shipminer.example`)
        .execute()
    await give(1)
    await give(2)
    await db
      .updateTable('mails')
      .set({ setAsideAt: new Date(clock.now()) })
      .where('status', '=', 'failed')
      .execute()
    expect(await removeOldMails(db, new Date(clock.now()))).toBe(0)
    expect(await removeOldMails(db, new Date(clock.now() + 1))).toBe(2)
    expect(await row('m3@shipminer.example')).toMatchObject({ status: 'queued' })
  })

  test('sent mails are forgotten after their time, the others never', async () => {
    await enqueue(mailNumber(1), mailNumber(2))
    await turn()
    await enqueue(mailNumber(3))
    expect(await removeOldMails(store().db, new Date(clock.now()))).toBe(0)
    expect(await removeOldMails(store().db, new Date(clock.now() + 1))).toBe(2)
    expect(await row('m3@shipminer.example')).toMatchObject({ status: 'queued' })
  })

  test('in a transaction that fails no mail is left behind', async () => {
    const failing = store()
      .db.transaction()
      .execute(async (trx) => {
        await enqueueMails(trx, [mailNumber(1)], new Date(clock.now()))
        throw new Error('no')
      })
    await expect(failing).rejects.toThrow('no')
    expect(await readOutbox(store().db)).toMatchObject({ queued: 0 })
  })
})

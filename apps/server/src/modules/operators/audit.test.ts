import { auditActions, auditNouns } from '@shipminer/contract/desk/audit'
import { languages } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/desk-audit.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/desk-audit.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/desk-audit.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/desk-audit.json' with { type: 'json' }
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertController } from '../../../test/fleet-rows.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { writeAudit } from './audit.repository.ts'

const texts = { nl, en, de, ro }

describeEachEngine('the log of the desk', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    owner = testClient(app)
    await signUpProvenOperator(app, owner)
    const note = (at: string, operator: string, action: string, subject: string, reason: string | null) =>
      writeAudit(store().db, { at: new Date(at), operatorId: null, operator, action, subject, reason })
    // Ten at night by London is the next day by Amsterdam.
    await note('2026-03-31T22:30:00Z', 'Anna', 'order.cancel', 'order SM-2026-000001', 'asked by telephone')
    await note('2026-04-02T10:00:00Z', 'Bram', 'order.resend', 'order SM-2026-000002', '=INV-1')
    await note('2026-04-03T10:00:00Z', 'Bram', 'payout.create', 'payout 7', null)
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const found = async (query: string) => {
    const { status, body } = await owner.get(`/desk/audit?${query}`)
    expect([query, status]).toEqual([query, 200])
    return body.data.entries
      .map(({ subject }: { subject: string }) => subject)
      .filter((subject: string) => /^(order|payout)/.test(subject))
  }

  test('is narrowed down by words, by what it is about and by days of the seller', async () => {
    expect(await found('')).toEqual(['payout 7', 'order SM-2026-000002', 'order SM-2026-000001'])
    expect(await found('text=ANNA')).toEqual(['order SM-2026-000001'])
    expect(await found('text=000002')).toEqual(['order SM-2026-000002'])
    expect(await found('text=telephone&about=order')).toEqual(['order SM-2026-000001'])
    expect(await found('about=payout')).toEqual(['payout 7'])
    expect(await found('from=2026-04-01&to=2026-04-02')).toEqual([
      'order SM-2026-000002',
      'order SM-2026-000001',
    ])
    expect(await found('to=2026-03-31')).toEqual([])
    expect(await found('text=%25')).toEqual([])
    for (const query of ['from=yesterday', 'about=Order%20', `text=${'x'.repeat(101)}`, 'direction=up'])
      expect([query, (await owner.get(`/desk/audit?${query}`)).status]).toEqual([query, 400])
  })

  test('is read a page at a time there and back, newest or oldest first', async () => {
    for (let line = 1; line <= 250; line += 1)
      await writeAudit(store().db, {
        ...{ at: new Date('2026-04-04T10:00:00Z'), operatorId: null, operator: 'Dirk', reason: null },
        ...{ action: 'order.cancel', subject: `order ${line}` },
      })
    const read = async (query: string) => {
      const { body } = await owner.get(`/desk/audit?text=dirk&${query}`)
      const { entries, next, previous } = body.data
      return { from: entries[0]?.subject, to: entries.at(-1)?.subject, next, previous }
    }
    for (const [direction, lines] of [
      ['descending', [250, 151, 150, 51, 50, 1]],
      ['ascending', [1, 100, 101, 200, 201, 250]],
    ] as const) {
      const [a, b, c, d, e, f] = lines.map((line) => `order ${line}`)
      const first = await read(`direction=${direction}`)
      expect(first).toMatchObject({ from: a, to: b, previous: null })
      const second = await read(`direction=${direction}&after=${first.next}`)
      expect(second).toMatchObject({ from: c, to: d })
      const third = await read(`direction=${direction}&after=${second.next}`)
      expect(third).toMatchObject({ from: e, to: f, next: null })
      expect(await read(`direction=${direction}&before=${third.previous}`)).toEqual(second)
      expect(await read(`direction=${direction}&before=${second.previous}`)).toEqual(first)
    }
  })

  test('says what a subject is called today and which page shows it, whatever it was written down by', async () => {
    const { db } = store()
    const { order } = await placedOrder(testClient(app), { language: 'en' })
    const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await db.updateTable('users').set({ name: 'Johanna Bos' }).execute()
    await insertController(db, { id: 'SM-AAA222', name: 'Bow' })
    const subjects = [
      `order ${order.number}`,
      `job unpaid:${order.id}`,
      `customer ${userId}`,
      `owner ${userId}`,
      'controller SM-AAA222',
      'job controller:SM-AAA222',
      `customer ${crypto.randomUUID()}`,
      'customer nobody',
      'payout 7',
      'audit',
      'product sm19',
    ]
    for (const subject of subjects)
      await writeAudit(db, {
        at: new Date(),
        operatorId: null,
        operator: 'Cor',
        action: 'x',
        subject,
        reason: null,
      })
    const { entries } = (await owner.get('/desk/audit?text=Cor')).body.data
    const buyer = { kind: 'order', id: order.id, name: `${order.number}, Anna de Vries` }
    const person = { kind: 'customer', id: userId, name: 'Johanna Bos' }
    const box = { kind: 'controller', id: 'SM-AAA222', name: 'Bow' }
    expect(entries.map(({ about }: { about: unknown }) => about).reverse()).toEqual([
      buyer,
      buyer,
      person,
      person,
      box,
      box,
      null,
      null,
      null,
      null,
      { kind: 'product', id: 'sm19', name: 'Shipminer 19' },
    ])
    const named = (await owner.get('/desk/audit?text=johanna')).body.data.entries
    expect(named.map(({ subject }: { subject: string }) => subject)).toEqual([
      `owner ${userId}`,
      `customer ${userId}`,
    ])
  })

  test.each(languages)('every action and every noun has words in %s', (language) => {
    const words: Record<string, string> = texts[language]
    const missing = [...auditActions, ...auditNouns.map((noun) => `subject.${noun}`)].filter(
      (key) => !words[key],
    )
    expect(missing).toEqual([])
  })

  test('is taken out as a table by whose work it is, and that is recorded', async () => {
    const { status, body } = await owner.post('/desk/audit/export', { about: 'order' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ filename: 'audit-2026-05-01.csv', isWhole: true })
    expect(body.data.csv.split('\r\n').slice(0, 3)).toEqual([
      '\ufeffat,operator,action,subject,name,reason',
      "2026-04-02T10:00:00.000Z,Bram,order.resend,order SM-2026-000002,,'=INV-1",
      '2026-03-31T22:30:00.000Z,Anna,order.cancel,order SM-2026-000001,,asked by telephone',
    ])
    expect((await owner.get('/desk/audit')).body.data.entries[0]).toMatchObject({
      action: 'audit.export',
      subject: 'audit',
      reason: 'order',
    })
    const reader = testClient(app)
    await signUpProvenOperator(app, reader, 'read-only')
    expect((await reader.get('/desk/audit')).status).toBe(200)
    expect((await reader.post('/desk/audit/export', {})).body.code).toBe('role-required')
    expect((await testClient(app).post('/desk/audit/export', {})).status).toBe(401)
  })
})

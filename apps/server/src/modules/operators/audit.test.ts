import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { writeAudit } from './audit.repository.ts'

describeEachEngine('the log of the desk', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store())
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
    for (const query of ['from=yesterday', 'about=Order%20', `text=${'x'.repeat(101)}`])
      expect([query, (await owner.get(`/desk/audit?${query}`)).status]).toEqual([query, 400])
  })

  test('is taken out as a table by whose work it is, and that is recorded', async () => {
    const { status, body } = await owner.post('/desk/audit/export', { about: 'order' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ filename: 'audit-2026-05-01.csv', isWhole: true })
    expect(body.data.csv.split('\r\n').slice(0, 3)).toEqual([
      '\ufeffat,operator,action,subject,reason',
      "2026-04-02T10:00:00.000Z,Bram,order.resend,order SM-2026-000002,'=INV-1",
      '2026-03-31T22:30:00.000Z,Anna,order.cancel,order SM-2026-000001,asked by telephone',
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

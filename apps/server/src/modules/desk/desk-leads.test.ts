import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { testBuyer } from '../../../test/place-order.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'

describeEachEngine('leads on their way to an order', ({ store }) => {
  let app: TestApp
  let sales: TestClient
  beforeAll(async () => {
    app = await buildTestApp(store(), { settings: { VIES_URL: 'off' } })
    sales = testClient(app)
    await signUpProvenOperator(app, sales, 'sales')
    const visitor = testClient(app)
    const custom = { name: 'Kim', shipType: 'tanker', currentUsagePercent: 50, language: 'de' }
    for (const [email, generatorCapacityKw] of [
      ['kim@kade.nl', 120],
      ['small@kade.nl', 20],
    ] as const)
      await visitor.post('/inquiries/custom', { ...custom, email, generatorCapacityKw })
    await visitor.post('/inquiries/waiting-list', { email: 'eva@kade.nl' })
  })
  afterAll(() => app.server.close())

  const list = async (query = '') => (await sales.get(`/desk/leads${query}`)).body.data
  const find = async (email: string) =>
    (await list('?status=all')).leads.find((one: { email: string }) => one.email === email)
  const act = async (email: string, body: object) =>
    sales.post(`/desk/leads/${(await find(email)).id}/actions`, body)
  const words = { action: 'answer', subject: 'Ihre Anfrage', text: 'Gern.' }

  test('who may only look changes nothing', async () => {
    const reader = testClient(app)
    await signUpProvenOperator(app, reader, 'read-only')
    const { id } = await find('kim@kade.nl')
    const answer = await reader.post(`/desk/leads/${id}/actions`, { action: 'track', stage: 'won' })
    expect(answer.body.code).toBe('role-required')
    expect(await list()).toMatchObject({ open: 3, byStage: { new: 2, talking: 0, won: 0 } })
  })

  test('an answer takes it forward, with the calculation for its ship attached', async () => {
    expect((await act('small@kade.nl', { ...words, withCalculation: true })).body.code).toBe(
      'lead-not-calculable',
    )
    expect(await find('small@kade.nl')).toMatchObject({ stage: 'new', handledAt: null })
    const answer = await act('kim@kade.nl', { ...words, withCalculation: true })
    expect(answer.body.data.lead).toMatchObject({ stage: 'talking' })
    const { attachment } = await store()
      .db.selectFrom('mails')
      .select('attachment')
      .where('messageId', 'like', 'answer.%')
      .executeTakeFirstOrThrow()
    const { sheet, language } = JSON.parse(attachment?.slice('calculation:'.length) ?? '')
    expect(language).toBe('de')
    expect(sheet).toMatchObject({ generatorCapacityKw: 120, currentUsagePercent: 50, shipType: 'tanker' })
    expect(sheet.numberOfBoxes).toBeGreaterThan(0)
    const query = new URLSearchParams(
      Object.entries(sheet).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const paper = await app.server.inject({ url: `/calculator/sheet-de.pdf?${query}` })
    expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('whom we agreed to speak to stands in the day, and where they came from is kept', async () => {
    const day = (days: number) => new Date(app.clock.now() + days * 86_400_000).toISOString().slice(0, 10)
    const track = { action: 'track', nextContactOn: day(2), source: 'Fair in Kalkar' }
    expect((await act('kim@kade.nl', track)).body.data.lead).toMatchObject({
      stage: 'talking',
      nextContactOn: day(2),
      source: 'Fair in Kalkar',
    })
    const due = async () => (await sales.get('/desk/today')).body.data.dueLeads
    expect(await due()).toEqual([])
    // Another note leaves what it does not name.
    await act('kim@kade.nl', { action: 'track', nextContactOn: day(0) })
    expect(await due()).toMatchObject([{ email: 'kim@kade.nl', source: 'Fair in Kalkar' }])
    const bookkeeper = testClient(app)
    await signUpProvenOperator(app, bookkeeper, 'bookkeeper')
    expect((await bookkeeper.get('/desk/today')).body.data.dueLeads).toEqual([])
  })

  test('one that leads to nothing says why, and wakes up when it is spoken to', async () => {
    expect((await act('kim@kade.nl', { action: 'track', stage: 'lost' })).body).toMatchObject({
      code: 'required-fields-missing',
      issues: [{ path: 'body.lostReason' }],
    })
    const lost = { action: 'track', stage: 'lost', lostReason: 'Ship was sold' }
    expect((await act('kim@kade.nl', lost)).body.data.lead).toMatchObject({
      stage: 'lost',
      nextContactOn: null,
      lostReason: 'Ship was sold',
    })
    expect(await list('?status=all&stage=lost')).toMatchObject({
      leads: [{ email: 'kim@kade.nl' }],
      byStage: { lost: 1 },
    })
    expect((await act('kim@kade.nl', words)).body.data.lead).toMatchObject({
      stage: 'talking',
      lostReason: null,
    })
  })

  test('one that is closed without an answer says why, too, and is open work until then', async () => {
    expect((await act('small@kade.nl', { action: 'close' })).body).toMatchObject({
      code: 'required-fields-missing',
      issues: [{ path: 'body.lostReason' }],
    })
    expect(await find('small@kade.nl')).toMatchObject({ stage: 'new', handledAt: null })
    const closed = await act('small@kade.nl', { action: 'close', lostReason: 'Generator is too small' })
    expect(closed.body.data.lead).toMatchObject({
      stage: 'lost',
      lostReason: 'Generator is too small',
      handledAt: app.clock.now(),
    })
    expect((await act('eva@kade.nl', { action: 'close' })).body.code).toBe('required-fields-missing')
  })

  test('an offer and the order that comes of it take it forward by themselves', async () => {
    const { id } = await find('kim@kade.nl')
    const offer = {
      product: 'sm21',
      quantity: 1,
      unitGrossCents: 3_900_000,
      validUntil: new Date(app.clock.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      language: 'de',
      buyer: { ...testBuyer, email: 'kim@kade.nl' },
      leadId: id,
    }
    const headers = { 'idempotency-key': randomUUID() }
    const made = await sales.post('/desk/offers', offer, { headers })
    expect([made.status, made.body.code]).toEqual([200, undefined])
    expect(await find('kim@kade.nl')).toMatchObject({ stage: 'offered' })
    const order = { action: 'order', method: 'bank_transfer', acceptedTerms: true }
    expect((await sales.post(`/desk/offers/${made.body.data.offer.id}/actions`, order)).status).toBe(200)
    expect(await find('kim@kade.nl')).toMatchObject({ stage: 'won' })
  })
})

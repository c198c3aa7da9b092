import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { placedOrder, testBuyer } from '../../../test/place-order.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { readBooks } from '../books/read-entries.ts'
import { InvoiceSnapshotSchema } from '../invoices/invoices.port.ts'

const german = { ...testBuyer, country: 'DE', company: 'Reederei GmbH', vatNumber: 'DE136695976' }
const lottery = { product: 'lottery', expectedGrossCents: 25_000 }
const whole = 1_750_000
/** The same without the VAT in it. */
const net = 1_446_281

let register: Server
let url: string
let isConfirmed = true
const asked: string[] = []
beforeAll(async () => {
  register = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    const requestIdentifier = request.url?.includes('requester') ? 'WAPIAAAAW1' : ''
    response.end(JSON.stringify({ isValid: isConfirmed, userError: 'VALID', requestIdentifier }))
  })
  await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(register.address() as AddressInfo).port}`
})
afterAll(() => register.close())

describeEachEngine('the treatment of an order’s VAT', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  beforeEach(async () => {
    isConfirmed = true
    asked.length = 0
    app = await buildTestApp(store(), {
      settings: {
        ORDERS_ENABLED: 'true',
        GUEST_OPEN_ORDERS: '100',
        VIES_URL: url,
        COMPANY_VAT_ID: 'NL123456789B01',
        VAT_CASES:
          'intra-community,export,reverse-charge=BE,reverse-charge=DE,distance=DE:19,local=DE:19:DE123456789',
      },
      fetch,
    })
    operator = testClient(app)
    await signUpProvenOperator(app, operator)
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const place = async (change: Record<string, unknown> = {}) =>
    (await placedOrder(testClient(app), change)).order
  const now = async (id: string) => (await operator.get(`/desk/orders/${id}`)).body.data
  const choose = (id: string, body: Record<string, unknown>) =>
    operator.post(`/desk/orders/${id}/vat`, {
      country: null,
      reason: 'the adviser wrote on 3 May',
      adviserApproved: true,
      ...body,
    })
  const chosen = async (id: string, body: Record<string, unknown>) => {
    const answer = await choose(id, body)
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
    return now(id)
  }
  const refusal = async (id: string, body: Record<string, unknown>) => (await choose(id, body)).body.code
  const pay = async (id: string, amountCents: number) => {
    const body = { action: 'book-bank', amountCents, reason: 'as on the statement' }
    expect((await operator.post(`/desk/orders/${id}/actions`, body)).status).toBe(200)
  }
  const documents = async (orderId: string) =>
    (
      await store()
        .db.selectFrom('invoices')
        .select('snapshot')
        .where('orderId', '=', orderId)
        .orderBy('sequence')
        .execute()
    ).map(({ snapshot }) => InvoiceSnapshotSchema.parse(snapshot))
  const mailsOf = async (orderId: string) => {
    const { number } = (await now(orderId)).order
    const rows = await store().db.selectFrom('mails').selectAll().orderBy('id').execute()
    return rows.filter(({ messageId }) => messageId.startsWith(`order.${number}.`))
  }

  test('only what is switched on and fits may be chosen, by those who keep the books', async () => {
    const home = await place()
    expect((await now(home.id)).vat).toMatchObject({
      vatCase: 'fitted',
      country: 'NL',
      percent: 21,
      chosen: null,
      choices: [
        { vatCase: 'local', country: 'DE', percent: 19, sellerVatId: 'DE123456789', grossCents: whole },
      ],
    })
    expect(await refusal(home.id, { vatCase: 'intra-community', evidence: 'CMR 1' })).toBe('vat-case-unfit')
    expect(await refusal(home.id, { vatCase: 'reverse-charge', country: 'RO' })).toBe('vat-case-unfit')
    expect(await refusal(home.id, { vatCase: 'fitted', country: 'NL' })).toBe('order-state-conflict')
    expect(await refusal(home.id, { vatCase: 'local', country: 'DE', adviserApproved: false })).toBe(
      'invalid-request',
    )
    expect(await refusal('00000000-0000-4000-8000-000000000000', { vatCase: 'export' })).toBe(
      'order-not-found',
    )
    expect((await testClient(app).post(`/desk/orders/${home.id}/vat`, {})).status).toBe(401)
    const sent = await place({ ...lottery, buyer: german })
    expect(await refusal(sent.id, { vatCase: 'intra-community' })).toBe('required-fields-missing')
    await operator.post(`/desk/orders/${sent.id}/actions`, { action: 'cancel', reason: 'as agreed' })
    expect((await now(sent.id)).vat.choices).toEqual([])
    expect(await refusal(sent.id, { vatCase: 'intra-community', evidence: 'CMR 1' })).toBe(
      'order-state-conflict',
    )
  })

  test('a business elsewhere: the register confirms, the whole invoice is asked for anew without tax', async () => {
    const order = await place({ ...lottery, buyer: german })
    isConfirmed = false
    const body = { vatCase: 'intra-community', evidence: 'CMR 4711' }
    expect(await refusal(order.id, body)).toBe('vat-number-unconfirmed')
    expect(await documents(order.id)).toHaveLength(1)
    isConfirmed = true
    const { order: changed, vat, audit } = await chosen(order.id, body)
    expect(asked.at(-1)).toBe('/ms/DE/vat/136695976?requesterMemberStateCode=NL&requesterNumber=123456789B01')
    expect(changed.totals).toMatchObject({ netCents: 20_661, vatCents: 0, grossCents: 20_661, vatPercent: 0 })
    expect(changed.lines[0]).toMatchObject({ netCents: 20_661, vatCents: 0, grossCents: 20_661 })
    expect(changed.bank.epc).toContain('EUR206.61')
    expect(vat).toMatchObject({ vatCase: 'intra-community', country: null, chosen: { evidence: 'CMR 4711' } })
    expect(audit[0]).toMatchObject({ action: 'order.vat' })
    expect(changed.events.at(-3)).toMatchObject({ kind: 'vat', actor: 'provider' })
    const issued = await documents(order.id)
    expect(issued.map(({ kind, totals, vatCase }) => [kind, totals.grossCents, vatCase])).toEqual([
      ['invoice', 25_000, 'sent'],
      ['credit', -25_000, 'sent'],
      ['invoice', 20_661, 'intra-community'],
    ])
    const event = await store()
      .db.selectFrom('orderEvents')
      .select('data')
      .where('kind', '=', 'vat')
      .executeTakeFirstOrThrow()
    expect(event.data).toMatchObject({ vies: { answer: 'confirmed', id: 'WAPIAAAAW1' } })
    const text = (await mailsOf(order.id)).map(({ textBody }) => textBody).join('\n')
    expect(text).toContain('artikel 138 van btw-richtlijn 2006/112/EG')
    expect(text).toContain('DE136695976')
    await pay(order.id, 20_661)
    expect((await now(order.id)).order).toMatchObject({ payment: 'paid', state: 'confirmed' })
    expect(await documents(order.id)).toHaveLength(3)
  })

  test('after the money: what was paid too much goes back, and the books have the new tax alone', async () => {
    const order = await place({ ...lottery, buyer: german })
    await pay(order.id, 25_000)
    const after = await chosen(order.id, { vatCase: 'intra-community', evidence: 'CMR 4711' })
    expect(after.order).toMatchObject({ payment: 'paid', receivedCents: 25_000 })
    expect(after.refunds).toMatchObject([{ amountCents: 4_339, reason: 'too-much' }])
    const issued = await documents(order.id)
    expect(issued.map(({ kind, totals }) => [kind, totals.grossCents, totals.vatCents])).toEqual([
      ['invoice', 25_000, 4_339],
      ['credit', -25_000, -4_339],
      ['invoice', 20_661, 0],
    ])
    // The other way round: the register was wrong, and the tax is owed again.
    const back = await chosen(order.id, { vatCase: 'sent', country: 'NL' })
    expect(back.order).toMatchObject({ payment: 'paid', totals: { grossCents: 25_000, vatCents: 4_339 } })
    expect(back.refunds).toEqual([])
    expect((await documents(order.id)).map(({ totals }) => totals.vatCents)).toEqual([
      4_339, -4_339, 0, 0, 4_339,
    ])
    const { entries } = await readBooks(store().db, { from: '2020-01-01', to: '2030-01-01' })
    const sums = new Map<string, number>()
    for (const { lines } of entries)
      for (const { account, cents } of lines) sums.set(account, (sums.get(account) ?? 0) + cents)
    expect(sums.get('vat')).toBe(-4_339)
    expect(sums.get('debtors')).toBe(0)
    expect(sums.get('prepaid')).toBe(-20_661)
  })

  test('fitted elsewhere, the buyer owes the tax; a part that was paid has its document anew', async () => {
    const order = await place({ buyer: german })
    await pay(order.id, 500_000)
    const changed = await chosen(order.id, { vatCase: 'reverse-charge', country: 'DE' })
    expect(changed.order).toMatchObject({
      payment: 'partially_paid',
      isFitted: true,
      totals: { netCents: net, vatCents: 0, grossCents: net, reverseCharge: true },
    })
    expect(
      (await documents(order.id)).map(({ kind, totals, vatCase, fittedIn }) => [
        kind,
        totals.grossCents,
        totals.vatCents,
        vatCase,
        fittedIn,
      ]),
    ).toEqual([
      ['invoice', whole, 303_719, 'fitted', 'NL'],
      ['credit', -whole, -303_719, 'fitted', 'NL'],
      ['prepayment', 500_000, 86_777, 'fitted', 'NL'],
      ['credit', -500_000, -86_777, 'fitted', 'NL'],
      ['prepayment', 500_000, 0, 'reverse-charge', 'DE'],
    ])
    await pay(order.id, net - 500_000)
    expect((await now(order.id)).order).toMatchObject({ payment: 'paid', state: 'confirmed' })
  })

  test('a part that is now the whole pays the order', async () => {
    const order = await place({ buyer: german })
    await pay(order.id, net)
    expect((await now(order.id)).order.payment).toBe('partially_paid')
    const changed = await chosen(order.id, { vatCase: 'reverse-charge', country: 'DE' })
    expect(changed.order).toMatchObject({ payment: 'paid', state: 'confirmed', remainingCents: 0 })
    expect((await documents(order.id)).at(-1)).toMatchObject({
      kind: 'invoice',
      isPaid: true,
      totals: { grossCents: net, vatCents: 0 },
    })
  })

  test('where the seller is registered: the rate of the place in the consumer’s price, on top for a business', async () => {
    const consumer = await place()
    expect((await chosen(consumer.id, { vatCase: 'local', country: 'DE' })).order.totals).toMatchObject({
      grossCents: whole,
      vatCents: 279_412,
      vatPercent: 19,
    })
    const business = await place({ buyer: german })
    expect((await chosen(business.id, { vatCase: 'local', country: 'DE' })).order.totals).toMatchObject({
      netCents: net,
      vatCents: 274_793,
      vatPercent: 19,
    })
    expect((await documents(business.id)).at(-1)).toMatchObject({
      sellerVatId: 'DE123456789',
      vatCountry: 'DE',
      fittedIn: 'DE',
    })
  })

  test('sales at a distance are counted against their threshold, and have the tax of the buyer once chosen', async () => {
    const buyer = { ...testBuyer, country: 'DE' }
    const order = await place({ ...lottery, buyer })
    const limit = { limitCents: 1_000_000, year: 2026 }
    expect((await now(order.id)).vat).toMatchObject({
      vatCase: 'sent-afar',
      distanceSales: { ...limit, netCents: 20_661, isOver: false },
    })
    expect((await operator.get('/desk/today')).body.data.distanceSales).toBeNull()
    await store()
      .db.updateTable('orders')
      .set({ netCents: 800_001, vatCents: 0, grossCents: 800_001 })
      .where('id', '=', order.id)
      .execute()
    expect((await operator.get('/desk/today')).body.data.distanceSales).toMatchObject({
      ...limit,
      netCents: 800_001,
      isOver: false,
    })
    await store()
      .db.updateTable('orders')
      .set({ netCents: 1_000_001, grossCents: 1_000_001 })
      .where('id', '=', order.id)
      .execute()
    expect((await now(order.id)).vat.distanceSales).toMatchObject({ isOver: true })
    const changed = await chosen(order.id, { vatCase: 'distance', country: 'DE' })
    expect(changed.order.totals).toMatchObject({ grossCents: 25_000, vatCents: 3_992, vatPercent: 19 })
    expect((await operator.get('/desk/today')).body.data.distanceSales).toBeNull()
  })

  test('out of the Union, with the number of the customs papers', async () => {
    const order = await place({ ...lottery, buyer: { ...testBuyer, country: 'CH' } })
    expect(await refusal(order.id, { vatCase: 'export' })).toBe('required-fields-missing')
    const { order: changed } = await chosen(order.id, { vatCase: 'export', evidence: 'MRN 26NL1' })
    expect(changed.totals).toMatchObject({ grossCents: 20_661, vatCents: 0 })
  })

  test('two at once: one is refused', async () => {
    const order = await place({ buyer: german })
    const answers = await Promise.all(
      [1, 2].map(() => choose(order.id, { vatCase: 'reverse-charge', country: 'DE' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await documents(order.id)).toHaveLength(3)
  })
})

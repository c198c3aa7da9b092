import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder, testBuyer } from '../../../../test/place-order.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { readBooks } from '../../books/read-entries.ts'
import { InvoiceSnapshotSchema, ownAmounts } from '../../invoices/invoices.port.ts'

const german = { ...testBuyer, country: 'DE', company: 'Reederei GmbH', vatNumber: 'DE136695976' }
const lottery = { product: 'lottery', expectedGrossCents: 25_000 }
const whole = 1_750_000
const moved = { ...testBuyer, street: 'Parkkade 9', postalCode: '3016 DD' }

let register: Server
let url: string
let isConfirmed = true
beforeAll(async () => {
  register = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ isValid: isConfirmed, userError: 'VALID' }))
  })
  await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(register.address() as AddressInfo).port}`
})
afterAll(() => register.close())

describeEachEngine('the correction of an order', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  beforeEach(async () => {
    isConfirmed = true
    app = await buildTestApp(store(), {
      settings: {
        ORDERS_ENABLED: 'true',
        GUEST_OPEN_ORDERS: '100',
        VIES_URL: url,
        VAT_CASES: 'intra-community,reverse-charge=DE,distance=DE:19',
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
  const preview = async (id: string, buyer: Record<string, unknown>, version?: number) =>
    operator.post(`/desk/orders/${id}/correction/preview`, {
      buyer,
      version: version ?? (await now(id)).version,
    })
  const correct = async (
    id: string,
    buyer: Record<string, unknown>,
    change: Record<string, unknown> = {},
  ) => {
    const { order, version } = await now(id)
    return operator.post(`/desk/orders/${id}/correction`, {
      buyer,
      version,
      expectedGrossCents: order.totals.grossCents,
      reason: 'moved, says their mail of 3 May',
      ...change,
    })
  }
  const corrected = async (
    id: string,
    buyer: Record<string, unknown>,
    change: Record<string, unknown> = {},
  ) => {
    const answer = await correct(id, buyer, change)
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
    return answer.body.data.correction
  }
  const pay = async (id: string, amountCents: number) => {
    const body = { action: 'book-bank', amountCents, reason: 'as on the statement' }
    expect((await operator.post(`/desk/orders/${id}/actions`, body)).status).toBe(200)
  }
  const install = async (id: string) => {
    const path = `/desk/orders/${id}/actions`
    await operator.post(path, { action: 'schedule', on: '2026-06-01', reason: 'as agreed' })
    expect((await operator.post(path, { action: 'install', reason: 'fitted' })).status).toBe(200)
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
  const stated = async (orderId: string) =>
    (await documents(orderId)).map(({ kind, buyer, totals }) => [kind, buyer.street, totals.grossCents])
  const mailsOf = async (number: string) =>
    (await store().db.selectFrom('mails').selectAll().orderBy('id').execute()).filter(({ messageId }) =>
      messageId.startsWith(`order.${number}.`),
    )
  /** Everything that a change could touch. */
  const whatThereIs = async () =>
    Promise.all(
      (['orders', 'orderLines', 'orderEvents', 'invoices', 'mails', 'counters', 'refunds'] as const).map(
        (table) => store().db.selectFrom(table).selectAll().execute(),
      ),
    )

  test('who may not, what is wrong with it, and what is not there', async () => {
    const { id } = await place()
    const path = `/desk/orders/${id}/correction`
    expect((await testClient(app).post(path, {})).status).toBe(401)
    expect((await operator.post(path, {})).body.code).toBe('invalid-request')
    const missing = '00000000-0000-4000-8000-000000000000'
    const body = { buyer: moved, version: 1, expectedGrossCents: 1, reason: 'as agreed' }
    expect((await operator.post(`/desk/orders/${missing}/correction`, body)).body.code).toBe(
      'order-not-found',
    )
    expect((await correct(id, testBuyer)).body.code).toBe('order-unchanged')
    expect((await correct(id, { ...moved, city: '' })).body).toMatchObject({
      code: 'required-fields-missing',
      issues: [{ path: 'body.buyer.city' }],
    })
    expect((await correct(id, { ...moved, vatNumber: 'DE1' })).body.code).toBe('vat-number-invalid')
    expect((await correct(id, { ...moved, delivery: { street: 'Kaai 1' } })).body).toMatchObject({
      code: 'required-fields-missing',
      issues: [{ path: 'body.buyer.delivery.postalCode' }, {}, {}],
    })
    expect((await correct(id, moved, { expectedGrossCents: 1 })).body.code).toBe('order-changed')
    await operator.post(`/desk/orders/${id}/actions`, { action: 'cancel', reason: 'as agreed' })
    expect((await now(id)).canCorrect).toBe(false)
    expect((await correct(id, moved)).body.code).toBe('order-state-conflict')
  })

  test('before there is an invoice the order alone is changed, and its buyer is told', async () => {
    const { id, number } = await place({ method: 'pay_on_delivery' })
    const buyer = { ...moved, phone: '+31 6 99', shipName: 'Ms Aurora', email: 'anna@nieuw.nl' }
    const correction = await corrected(id, buyer)
    expect(correction).toMatchObject({ credited: [], issued: [], mailTo: ['anna@nieuw.nl'] })
    expect(correction.changes).toEqual([
      { field: 'email', from: 'anna@rederij.nl', to: 'anna@nieuw.nl' },
      { field: 'phone', from: testBuyer.phone, to: '+31 6 99' },
      { field: 'street', from: 'Maaskade 1', to: 'Parkkade 9' },
      { field: 'postalCode', from: '3071 ND', to: '3016 DD' },
      { field: 'shipName', from: null, to: 'Ms Aurora' },
    ])
    const { order, audit } = await now(id)
    expect(order.buyer).toMatchObject({ street: 'Parkkade 9', email: 'anna@nieuw.nl', shipName: 'Ms Aurora' })
    expect(order.events.at(-1)).toMatchObject({
      kind: 'details',
      actor: 'provider',
      note: 'moved, says their mail of 3 May',
    })
    expect(audit[0]).toMatchObject({ action: 'order.details', reason: 'moved, says their mail of 3 May' })
    const mail = (await mailsOf(number)).at(-1)
    expect(mail).toMatchObject({ recipient: 'anna@nieuw.nl', attachment: null })
    expect(mail?.subject).toBe(`De gegevens bij bestelling ${number} zijn gewijzigd`)
    expect(mail?.textBody).toContain('Parkkade 9, 3016 DD Rotterdam, NL')
    await install(id)
    expect((await documents(id)).map(({ kind, buyer: of }) => [kind, of.street])).toEqual([
      ['invoice', 'Parkkade 9'],
    ])
  })

  test('an invoice that asks for money is taken back and asked for anew, in one mail', async () => {
    const { id, number } = await place({ language: 'de' })
    const before = (await mailsOf(number)).length
    const { credited, issued } = await corrected(id, { ...moved, invoiceEmail: 'boek@rederij.nl' })
    const [first] = await documents(id)
    expect([credited, issued]).toEqual([[first?.number], ['invoice']])
    expect(await stated(id)).toEqual([
      ['invoice', 'Maaskade 1', whole],
      ['credit', 'Maaskade 1', -whole],
      ['invoice', 'Parkkade 9', whole],
    ])
    const [mail, copy, ...more] = (await mailsOf(number)).slice(before)
    const numbers = (await documents(id)).slice(1).map((one) => one.number)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: 'anna@rederij.nl', attachment: `invoice:${numbers.join(',')}` })
    expect(mail?.subject).toContain('wurden geändert')
    expect(copy?.recipient).toBe('boek@rederij.nl')
    await pay(id, whole)
    expect((await now(id)).order).toMatchObject({ payment: 'paid', state: 'confirmed' })
    expect(await documents(id)).toHaveLength(3)
  })

  test('what no document states is changed without one', async () => {
    const { id } = await place()
    const { credited, changes } = await corrected(id, {
      ...testBuyer,
      phone: '+31 6 99',
      notes: 'Bel eerst.',
    })
    expect([credited, changes.length]).toEqual([[], 2])
    expect(await documents(id)).toHaveLength(1)
  })

  test('after delivery: final and prepayment invoices anew, and each once in the books', async () => {
    const { id } = await place()
    await pay(id, 500_000)
    await pay(id, whole - 500_000)
    await install(id)
    const asked = await preview(id, { ...moved, company: 'Rederij BV', vatNumber: 'NL123456782B12' })
    expect([asked.status, asked.body.code]).toEqual([200, undefined])
    await corrected(id, { ...moved, company: 'Rederij BV', vatNumber: 'NL123456782B12' })
    const issued = await documents(id)
    const standing = issued.filter(
      ({ kind, number }) => kind !== 'credit' && !issued.some(({ credits }) => credits === number),
    )
    expect(standing.map(({ kind, buyer, totals }) => [kind, buyer.company, totals.grossCents])).toEqual([
      ['invoice', 'Rederij BV', whole],
    ])
    const { entries } = await readBooks(store().db, { from: '2020-01-01', to: '2030-01-01' })
    const booked = entries.map(({ source }) => source)
    const sums = new Map<string, number>()
    for (const { lines } of entries)
      for (const { account, cents } of lines) sums.set(account, (sums.get(account) ?? 0) + cents)
    expect(sums.get('vat')).toBe(-303_719)
    expect(sums.get('debtors')).toBe(0)
    expect(booked.toSorted()).toEqual([...new Set(booked)].toSorted())
    // A final invoice that deducts everything moves nothing.
    const moving = issued.filter((one) => ownAmounts(one).grossCents !== 0)
    expect(moving).toHaveLength(issued.length - 2)
    for (const { kind, number } of moving)
      expect(booked.filter((source) => source === `${kind}:${number}`)).toHaveLength(1)
    expect((await now(id)).order).toMatchObject({ payment: 'paid', state: 'installed' })
  })

  test('a preview says what would become of it, and leaves nothing', async () => {
    const { id } = await place()
    const before = await whatThereIs()
    const { correction } = (await preview(id, moved)).body.data
    expect(await whatThereIs()).toEqual(before)
    expect(await corrected(id, moved)).toEqual(correction)
  })

  test('where the chosen tax does not fit any more, the usual one holds again and the rest is asked for', async () => {
    const { id } = await place({ ...lottery, buyer: german })
    const vat = { vatCase: 'intra-community', country: null, evidence: 'CMR 1', reason: 'as advised' }
    await operator.post(`/desk/orders/${id}/vat`, { ...vat, adviserApproved: true })
    await pay(id, 20_661)
    expect((await now(id)).order.payment).toBe('paid')
    const dutch = { ...testBuyer, company: 'Rederij BV', vatNumber: '' }
    const { before, after } = (await preview(id, dutch)).body.data.correction
    expect([before.totals.grossCents, after.totals.grossCents]).toEqual([20_661, 25_000])
    expect([before.vatCase, after.vatCase, after.payment]).toEqual([
      'intra-community',
      'sent',
      'partially_paid',
    ])
    // What was not shown is not done.
    expect((await correct(id, dutch)).body.code).toBe('order-changed')
    await corrected(id, dutch, { expectedGrossCents: 25_000 })
    const { order, vat: kept } = await now(id)
    expect(order).toMatchObject({ remainingCents: 4_339, totals: { vatCents: 4_339 } })
    expect(kept).toMatchObject({ vatCase: 'sent', country: 'NL', percent: 21, chosen: null })
    expect(await stated(id)).toMatchObject([
      ['invoice', 'Maaskade 1', 25_000],
      ['credit', 'Maaskade 1', -25_000],
      ['invoice', 'Maaskade 1', 20_661],
      ['credit', 'Maaskade 1', -20_661],
      ['prepayment', 'Maaskade 1', 20_661],
    ])
  })

  test('a chosen tax that hangs on the number is kept when the register confirms the new one', async () => {
    const { id } = await place({ ...lottery, buyer: german })
    const vat = { vatCase: 'intra-community', country: null, evidence: 'CMR 1', reason: 'as advised' }
    await operator.post(`/desk/orders/${id}/vat`, { ...vat, adviserApproved: true })
    isConfirmed = false
    const other = { ...german, vatNumber: 'DE811569869' }
    expect((await preview(id, other)).body.code).toBe('vat-number-unconfirmed')
    // An address alone asks nobody.
    await corrected(id, { ...german, street: 'Hafen 2' })
    isConfirmed = true
    await corrected(id, { ...other, street: 'Hafen 2' })
    expect((await now(id)).vat).toMatchObject({ vatCase: 'intra-community', chosen: { evidence: 'CMR 1' } })
    expect((await documents(id)).at(-1)).toMatchObject({
      buyer: { vatNumber: 'DE811569869', street: 'Hafen 2' },
    })
  })

  test('a delivery address of its own decides where the goods go, and stands on the packing slip', async () => {
    const { id } = await place(lottery)
    const delivery = {
      name: 'Werf Antwerpen',
      street: 'Kaai 1',
      postalCode: '2000',
      city: 'Antwerpen',
      country: 'BE',
    }
    const { changes, after } = await corrected(id, { ...testBuyer, delivery })
    expect(changes).toEqual([
      { field: 'delivery', from: null, to: 'Werf Antwerpen, Kaai 1, 2000 Antwerpen, BE' },
    ])
    expect(after.vatCase).toBe('sent-afar')
    expect((await now(id)).order.buyer.delivery).toEqual(delivery)
    expect((await operator.get(`/desk/orders/${id}/packing-slip`)).status).toBe(200)
    expect((await corrected(id, { ...testBuyer, delivery: null })).after.vatCase).toBe('sent')
  })

  test('two operators at once: the second is shown what the first did', async () => {
    const { id } = await place()
    const { version: seen } = await now(id)
    const answers = await Promise.all(
      [moved, { ...moved, street: 'Kade 2' }].map((buyer) => correct(id, buyer, { version: seen })),
    )
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['order-changed', undefined])
    const { version } = await now(id)
    await pay(id, 1_000)
    expect((await preview(id, testBuyer, version)).body.code).toBe('order-changed')
  })
})

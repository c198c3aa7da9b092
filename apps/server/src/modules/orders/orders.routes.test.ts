import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anyText } from '@shipminer/testkit/any-text'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions, testClient } from '../../../test/build-test-app.ts'
import { placedOrder, placeOrder, testBuyer } from '../../../test/place-order.ts'
import { signUp } from '../../../test/sign-in.ts'
import { guessLimits } from '../../platform/auth/guess-policy.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'

describeEachEngine('orders', ({ store }) => {
  let app: TestApp
  const open = async (options: TestAppOptions = {}) => {
    app = await buildTestApp(store(), {
      ...options,
      settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', ...options.settings },
    })
  }
  const client = () => testClient(app)
  const setStock = (id: string, stock: number | null) =>
    store().db.updateTable('products').set({ stock }).where('id', '=', id).execute()
  const stockOf = async (id: string) =>
    (await store().db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow())
      .stock
  const count = async (table: 'orders' | 'invoices' | 'mails' | 'orderEvents') =>
    Number(
      (
        await store()
          .db.selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  beforeEach(() => open())
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  describe('the quote', () => {
    const quote = async (body: Record<string, unknown>) => (await client().post('/orders/quote', body)).body

    test('says what it costs with VAT and how it can be paid', async () => {
      const { data } = await quote({ product: 'sm19', quantity: 2 })
      expect(data).toMatchObject({
        ordersEnabled: true,
        availability: 'available',
        unitGrossCents: 1_750_000,
        totals: { netCents: 2_892_562, vatCents: 607_438, grossCents: 3_500_000, vatPercent: 21 },
        vatNumberCheck: 'none',
      })
      expect(data.methods.map(({ method }: { method: string }) => method)).toEqual([
        'bank_transfer',
        'pay_on_delivery',
      ])
    })

    test('what is only sent is not paid on board', async () => {
      const { data } = await quote({ product: 'lottery', quantity: 1 })
      expect(data.methods.map(({ method }: { method: string }) => method)).toEqual(['bank_transfer'])
    })

    test('knows what cannot be had', async () => {
      await setStock('sm19', 1)
      expect((await quote({ product: 'sm19', quantity: 2 })).data.availability).toBe('none')
      expect((await quote({ product: 'sm23', quantity: 1 })).data.availability).toBe('coming-soon')
      const many = (await quote({ product: 'sm21', quantity: 11 })).data
      expect(many).toMatchObject({ availability: 'quote', totals: { grossCents: 11 * many.unitGrossCents } })
      expect(await quote({ product: 'sm99', quantity: 1 })).toMatchObject({ code: 'product-not-found' })
      expect(await quote({ product: 'sm19', quantity: 0 })).toMatchObject({ code: 'invalid-request' })
    })

    test('says the week in which it would come, where that is known and it can be had', async () => {
      const week = async (quantity: number) => (await quote({ product: 'sm19', quantity })).data.deliveryWeek
      expect(await week(1)).toBeNull()
      await store()
        .db.updateTable('products')
        .set({ sheet: JSON.stringify({ leadWeeks: { value: 6, source: 'us' } }) })
        .where('id', '=', 'sm19')
        .execute()
      // The clock of the tests stands in week 18.
      expect(await week(2)).toEqual({ week: 24, year: 2026 })
      expect(await week(11)).toBeNull()
      await setStock('sm19', 1)
      expect(await week(1)).toEqual({ week: 24, year: 2026 })
      expect(await week(2)).toBeNull()
    })

    test('VIES says what it knows of a number, of a Dutch one too; without an answer it is not checked', async () => {
      await app.server.close()
      let answer: object | null = { isValid: true }
      const vies = createServer((_request, response) => {
        response.writeHead(answer === null ? 503 : 200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer))
      })
      await new Promise<void>((resolve) => vies.listen(0, '127.0.0.1', resolve))
      const { port } = vies.address() as AddressInfo
      await open({ settings: { VIES_URL: `http://127.0.0.1:${port}` }, fetch })
      const check = async (vatNumber: string) =>
        (await quote({ product: 'sm19', quantity: 1, country: 'NL', company: 'Rederij', vatNumber })).data
          .vatNumberCheck
      expect(await check('NL004495445B01')).toBe('confirmed')
      answer = { isValid: false }
      expect(await check('NL000099998B57')).toBe('unknown-to-vies')
      answer = null
      expect(await check('DE136695976')).toBe('form-valid')
      await new Promise((resolve) => vies.close(resolve))
    })

    test('a number that only its form speaks for shifts no VAT', async () => {
      const german = { product: 'sm19', quantity: 1, country: 'DE', company: 'Reederei GmbH' }
      expect((await quote({ ...german, vatNumber: 'DE 136 695 976' })).data).toMatchObject({
        vatNumberCheck: 'form-valid',
        totals: { reverseCharge: false, grossCents: 1_750_000 },
      })
      expect((await quote({ ...german, vatNumber: 'DE1' })).data.vatNumberCheck).toBe('malformed')
    })
  })

  describe('placing refuses', () => {
    test.each<[string, Record<string, unknown>, number, string]>([
      ['a product that is not there', { product: 'sm99' }, 404, 'product-not-found'],
      ['one that is coming', { product: 'sm23' }, 409, 'product-not-orderable'],
      ['more than ten', { quantity: 11 }, 409, 'quote-required'],
      ['no name', { buyer: { ...testBuyer, firstName: ' ' } }, 400, 'required-fields-missing'],
      ['no address', { buyer: { ...testBuyer, street: '', city: '' } }, 400, 'required-fields-missing'],
      ['no address of mail', { buyer: { ...testBuyer, email: 'anna' } }, 400, 'email-invalid'],
      [
        'a country that is not on the list',
        { buyer: { ...testBuyer, country: 'ZZ' } },
        400,
        'invalid-request',
      ],
      ['a wrong VAT number', { buyer: { ...testBuyer, vatNumber: 'NL1' } }, 400, 'vat-number-invalid'],
      ['a wrong Peppol id', { buyer: { ...testBuyer, peppolId: '0106:1' } }, 400, 'peppol-id-invalid'],
      [
        'no address for invoices',
        { buyer: { ...testBuyer, invoiceEmail: 'x' } },
        400,
        'invoice-email-invalid',
      ],
      ['terms nobody accepted', { acceptedTerms: false }, 400, 'terms-not-accepted'],
      ['another price', { expectedGrossCents: 1_749_999 }, 409, 'price-changed'],
      ['a way that is not set up', { method: 'bitcoin' }, 409, 'payment-method-unavailable'],
      [
        'payment on board of what is sent',
        { product: 'lottery', expectedGrossCents: 25_000, method: 'pay_on_delivery' },
        409,
        'payment-method-unavailable',
      ],
      ['a field nobody asked for', { status: 'paid' }, 400, 'invalid-request'],
    ])('%s', async (_name, change, status, code) => {
      expect(await placeOrder(client(), change)).toMatchObject({ status, body: { code } })
      expect(await count('orders')).toBe(0)
      expect(await count('mails')).toBe(0)
    })

    test('what is missing, by name', async () => {
      const { body } = await placeOrder(client(), { buyer: { email: 'a@b.nl', country: 'NL' } })
      expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([
        'body.buyer.firstName',
        'body.buyer.lastName',
        'body.buyer.phone',
        'body.buyer.street',
        'body.buyer.postalCode',
        'body.buyer.city',
      ])
    })

    test('without a key', async () => {
      expect(await placeOrder(client(), {}, null)).toMatchObject({
        status: 400,
        body: { code: 'idempotency-key-missing' },
      })
    })

    test('while orders are off', async () => {
      await app.server.close()
      await open({ settings: { ORDERS_ENABLED: 'false' } })
      expect(await placeOrder(client())).toMatchObject({ status: 409, body: { code: 'orders-disabled' } })
      expect((await client().get('/site')).body.data.ordersEnabled).toBe(false)
    })

    test('what the stock has not', async () => {
      await setStock('sm19', 1)
      expect(await placeOrder(client(), { quantity: 2, expectedGrossCents: 3_500_000 })).toMatchObject({
        status: 409,
        body: { code: 'out-of-stock' },
      })
      expect(await stockOf('sm19')).toBe(1)
    })
  })

  test('the week of the delivery is what the catalogue promised, from the confirmation until it has gone by', async () => {
    const weekOf = async (id: string, withKey: Awaited<ReturnType<typeof placedOrder>>['withKey']) =>
      (await client().get(`/orders/${id}`, withKey)).body.data.order.deliveryWeek
    const without = await placedOrder(client(), { method: 'pay_on_delivery' })
    expect(await weekOf(without.order.id, without.withKey)).toBeNull()
    const promise = (weeks: number) =>
      store()
        .db.updateTable('products')
        .set({ sheet: JSON.stringify({ leadWeeks: { value: weeks, source: 'us' } }) })
        .where('id', '=', 'sm19')
        .execute()
    await promise(6)
    const unpaid = await placedOrder(client(), { buyer: { ...testBuyer, email: 'c@d.nl' } })
    expect(await weekOf(unpaid.order.id, unpaid.withKey)).toBeNull()
    const { order, withKey } = await placedOrder(client(), {
      method: 'pay_on_delivery',
      buyer: { ...testBuyer, email: 'a@b.nl' },
    })
    expect(order).toMatchObject({ isFitted: true, installedAt: null })
    // The clock of the tests stands in week 18.
    expect(await weekOf(order.id, withKey)).toEqual({ week: 24, year: 2026 })
    await promise(20)
    expect(await weekOf(order.id, withKey)).toEqual({ week: 24, year: 2026 })
    app.clock.advance(7 * 7 * 86_400_000)
    expect(await weekOf(order.id, withKey)).toBeNull()
  })

  test('a guest buys: number, stock, totals, bank details, mails, and a key that opens it', async () => {
    await setStock('sm19', 3)
    const { order, orderKey, withKey } = await placedOrder(client())
    expect(order).toMatchObject({
      number: 'SM-2026-000001',
      state: 'placed',
      payment: 'pending',
      fulfilment: 'none',
      method: 'bank_transfer',
      totals: { netCents: 1_446_281, vatCents: 303_719, grossCents: 1_750_000, reverseCharge: false },
      receivedCents: 0,
      remainingCents: 1_750_000,
      buyer: { email: 'anna@rederij.nl', country: 'NL', vatNumberCheck: 'none' },
      expiresAt: '2026-05-15T10:00:00.000Z',
      bank: { example: true, dueAt: '2026-05-15T10:00:00.000Z' },
      invoiceNumber: 'INV-2026-000001',
      can: { cancel: true, changeMethod: true, withdraw: true },
    })
    expect(order.bank?.epc).toContain('EUR17500.00')
    expect(order.events.map(({ kind }) => kind)).toEqual(['place', 'invoice'])
    expect(await stockOf('sm19')).toBe(2)
    expect(await client().get(`/orders/${order.id}`)).toMatchObject({ status: 404 })
    const seen = await client().get(`/orders/${order.id}`, withKey)
    expect(seen).toMatchObject({ status: 200, body: { data: { order: { id: order.id } } } })
    const mails = await store().db.selectFrom('mails').selectAll().orderBy('id').execute()
    expect(mails).toMatchObject([
      { recipient: 'anna@rederij.nl', attachment: 'invoice:INV-2026-000001' },
      { recipient: null, replyTo: 'anna@rederij.nl' },
    ])
    expect(mails[0]?.textBody).toContain(`https://shipminer.example/order/${order.id}#key=${orderKey}`)
    expect(mails[1]?.textBody).not.toContain(orderKey)
    const row = await store().db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(orderKey)
    expect(app.log()).not.toContain(orderKey)
  })

  test('a user buys: the order is theirs and nobody else’s', async () => {
    const [anna, other] = [client(), client()]
    await signUp(anna)
    await signUp(other)
    const { order } = await placedOrder(anna, { method: 'pay_on_delivery' })
    expect(order).toMatchObject({
      state: 'confirmed',
      payment: 'unpaid',
      expiresAt: new Date(Date.parse(order.placedAt) + 60 * 86_400_000).toISOString(),
      bank: null,
      invoiceNumber: null,
    })
    const { body } = await anna.get('/user/orders')
    expect(body.data.orders).toMatchObject([{ id: order.id, number: order.number, lines: [{ quantity: 1 }] }])
    expect((await anna.get(`/orders/${order.id}`)).status).toBe(200)
    expect((await other.get('/user/orders')).body.data.orders).toEqual([])
    expect((await other.get(`/orders/${order.id}`)).body.code).toBe('order-not-found')
    expect((await client().get('/user/orders')).status).toBe(401)
  })

  test('whoever guesses keys is not answered any more', async () => {
    const { order, withKey } = await placedOrder(client())
    const guesser = client()
    for (let guess = 0; guess < guessLimits['order-key'].client; guess += 1) {
      const headers = { 'x-order-key': `guess-${guess}` }
      expect((await guesser.get(`/orders/${order.id}`, { headers })).status).toBe(404)
    }
    expect((await guesser.get(`/orders/${order.id}`, withKey)).status).toBe(429)
    expect((await client().get(`/orders/${order.id}`, withKey)).status).toBe(200)
  })

  describe('twice', () => {
    test('the same key gives the first answer, also when nothing is left or orders are off', async () => {
      await setStock('sm19', 1)
      const first = await placeOrder(client(), {}, 'click')
      await store()
        .db.insertInto('settings')
        .values({
          key: 'orders.enabled',
          value: 'false',
          version: 1,
          changedAt: new Date(),
          changedBy: 'test',
        })
        .execute()
      expect(await placeOrder(client(), {}, 'click')).toMatchObject({ status: 200, body: first.body })
      expect(await placeOrder(client(), { quantity: 2 }, 'click')).toMatchObject({
        status: 422,
        body: { code: 'idempotency-mismatch' },
      })
      expect(await count('orders')).toBe(1)
    })

    test('twenty clicks at once place one order', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => placeOrder(client(), {}, 'many')))
      expect(await count('orders')).toBe(1)
      const ids = new Set(
        answers.filter(({ status }) => status === 200).map(({ body }) => body.data.order.id),
      )
      expect(ids.size).toBe(1)
      for (const { status } of answers) expect([200, 409]).toContain(status)
    })

    test('of twenty people one gets the last box', async () => {
      await setStock('sm19', 1)
      const answers = await Promise.all(Array.from({ length: 20 }, () => placeOrder(client())))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
        new Set(['out-of-stock']),
      )
      expect(await stockOf('sm19')).toBe(0)
      expect(await count('orders')).toBe(1)
    })

    test('twenty people at once get twenty numbers in a row', async () => {
      await Promise.all(Array.from({ length: 20 }, () => placeOrder(client())))
      const rows = await store().db.selectFrom('orders').select('number').orderBy('number').execute()
      const expected = Array.from({ length: 20 }, (_, at) => `SM-2026-${String(at + 1).padStart(6, '0')}`)
      expect(rows.map(({ number }) => number)).toEqual(expected)
      const invoices = await store()
        .db.selectFrom('invoices')
        .select('sequence')
        .orderBy('sequence')
        .execute()
      expect(invoices.map(({ sequence }) => sequence)).toEqual(expected.map((_, at) => at + 1))
    })
  })

  test('whatever people write, it is an order or a refusal', async () => {
    const nasty = fc.oneof(
      anyText({ maxLength: 40 }),
      fc.constantFrom(
        '',
        '\0',
        '\ud800',
        'a\ud800b',
        '<b>',
        "'; DROP TABLE orders",
        '\u202e',
        '{{name}}',
        'x'.repeat(80),
      ),
    )
    const fields = Object.keys(testBuyer).filter((field) => field !== 'email' && field !== 'country')
    const buyer = fc.record(
      Object.fromEntries([...fields, 'company', 'notes', 'shipName'].map((field) => [field, nasty])),
      {
        requiredKeys: [],
      },
    )
    await fc.assert(
      fc.asyncProperty(buyer, nasty, async (change, text) => {
        const answer = await placeOrder(client(), { buyer: { ...testBuyer, ...change } })
        expect([200, 400]).toContain(answer.status)
        if (answer.status !== 200) return
        const { order, orderKey } = answer.body.data
        const headers = { 'x-order-key': orderKey }
        const said = { name: text || 'A', email: 'a@b.nl', statement: text }
        for (const [path, body] of [
          [`/orders/${order.id}/cancel`, { reason: text }],
          [`/orders/${order.id}/withdrawal`, said],
        ] as const)
          expect((await client().post(path, body, { headers })).status).toBeLessThan(500)
        expect((await client().get(`/orders/${order.id}/invoice`, { headers })).status).toBe(200)
      }),
      { numRuns: 30 },
    )
  })

  test('events of orders, stock and bookings cannot be changed or deleted', async () => {
    await placedOrder(client())
    const { db } = store()
    await expect(db.updateTable('orderEvents').set({ kind: 'pay' }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('orderEvents').execute()).rejects.toThrow('append-only')
    await expect(db.updateTable('stockMovements').set({ quantity: 1 }).execute()).rejects.toThrow(
      'append-only',
    )
  })
})

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { newTestAccounts } from '../../../test/chains/coin-shop.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { testBuyer } from '../../../test/place-order.ts'
import { signUp } from '../../../test/sign-in.ts'
import { guessLimits } from '../../platform/auth/guess-policy.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { forgetOffersJob } from './forget-offers.job.ts'

const dayMs = 86_400_000

describeEachEngine('offers', ({ store }) => {
  let app: TestApp
  let desk: TestClient
  const { email, ...details } = testBuyer

  beforeEach(async () => {
    // The shop is closed: an offer does not need it.
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'false', VIES_URL: 'off' } })
    desk = testClient(app)
    await signUpProvenOperator(app, desk, 'sales')
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  const dayIn = (days: number) => new Date(app.clock.now() + days * dayMs).toISOString().slice(0, 10)
  const once = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } })
  const draft = (change: Record<string, unknown> = {}) => ({
    product: 'sm21',
    quantity: 12,
    unitGrossCents: 3_900_000,
    validUntil: dayIn(30),
    language: 'de',
    note: 'Lieferung in Woche 12.\n\nMontage enthalten.',
    buyer: { firstName: 'Anna', lastName: 'de Vries', email },
    ...change,
  })
  const make = async (change: Record<string, unknown> = {}) => {
    const { status, body } = await desk.post('/desk/offers', draft(change), once())
    expect([status, body.code]).toEqual([200, undefined])
    return body.data.offer as { id: string; number: string }
  }
  const mails = () =>
    store()
      .db.selectFrom('mails')
      .selectAll()
      .where('messageId', 'not like', 'token.%')
      .where('messageId', 'not like', 'account.%')
      .orderBy('id')
      .execute()
  /** The key in the newest mail of an offer. */
  const keyOf = async (id: string) => {
    const found = (await mails()).findLast(({ textBody }) => textBody.includes(`/offer/${id}#key=`))
    return /#key=([\w-]+)/.exec(found?.textBody ?? '')?.[1] ?? ''
  }
  const withKey = async (id: string) => ({ headers: { 'x-order-key': await keyOf(id) } })
  const acceptance = (change: Record<string, unknown> = {}) => ({
    method: 'bank_transfer',
    buyer: details,
    language: 'nl',
    acceptedTerms: true,
    ...change,
  })
  const accept = async (id: string, change: Record<string, unknown> = {}, key?: string) => {
    const headers = { ...once(key).headers, ...(await withKey(id)).headers }
    return testClient(app).post(`/offers/${id}/acceptance`, acceptance(change), { headers })
  }
  const listed = async (query = '') => (await desk.get(`/desk/offers${query}`)).body.data.offers

  describe('making one refuses', () => {
    test.each<[string, (day: (days: number) => string) => Record<string, unknown>, number, string]>([
      ['a product that is not there', () => ({ product: 'sm99' }), 404, 'product-not-found'],
      ['a day gone by', (day) => ({ validUntil: day(-1) }), 400, 'invalid-request'],
      ['a day too far', (day) => ({ validUntil: day(181) }), 400, 'invalid-request'],
      ['more money than any offer has', () => ({ unitGrossCents: 900_000_000 }), 400, 'invalid-request'],
      ['nobody', () => ({ buyer: { email: 'a@b.nl' } }), 400, 'required-fields-missing'],
      ['no address', () => ({ buyer: { ...testBuyer, email: 'anna' } }), 400, 'email-invalid'],
      ['an inquiry that is not there', () => ({ leadId: randomUUID() }), 404, 'not-found'],
    ])('%s', async (_, change, status, code) => {
      const answer = await desk.post('/desk/offers', draft(change(dayIn)), once())
      expect(answer).toMatchObject({ status, body: { code } })
      expect(await listed()).toEqual([])
      expect(await mails()).toEqual([])
    })

    test('anyone whose work it is not', async () => {
      expect((await testClient(app).post('/desk/offers', draft(), once())).status).toBe(401)
      const user = testClient(app)
      await signUp(user)
      expect((await user.post('/desk/offers', draft(), once())).body.code).toBe('forbidden')
      const service = testClient(app)
      await signUpProvenOperator(app, service, 'service')
      expect((await service.post('/desk/offers', draft(), once())).body.code).toBe('role-required')
      expect((await service.get('/desk/offers')).status).toBe(200)
    })
  })

  test('it is mailed once with its paper, in the language of the customer', async () => {
    const key = randomUUID()
    const [first, second] = [
      await desk.post('/desk/offers', draft(), once(key)),
      await desk.post('/desk/offers', draft(), once(key)),
    ]
    expect(second.body).toEqual(first.body)
    const { offer } = first.body.data
    expect(offer).toMatchObject({
      number: `OF-${new Date(app.clock.now()).getUTCFullYear()}-000001`,
      state: 'open',
      totals: { grossCents: 46_800_000, netCents: 38_677_686, vatCents: 8_122_314 },
      buyer: { email: email.toLowerCase() },
      order: null,
    })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      recipient: email.toLowerCase(),
      subject: `Angebot ${offer.number} von Shipminer`,
      attachment: `offer:${offer.id}`,
    })
    expect(mail?.textBody).toContain('Lieferung in Woche 12.')
    expect(mail?.textBody).toContain('468.000,00')
    const { body } = await desk.get(`/desk/offers/${offer.id}/document`)
    expect(Buffer.from(body.data.pdfBase64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('where coins are taken too, what takes them is asked before the offer is stored', async () => {
    await app.server.close()
    app = await buildTestApp(store(), {
      settings: {
        ...{ ORDERS_ENABLED: 'false', VIES_URL: 'off', BITCOIN_NETWORK: 'regtest' },
        ...{ BITCOIN_XPUB: newTestAccounts().bitcoin, PAYMENT_ESPLORA_URL: 'https://esplora.example/api' },
        PAYMENT_RATE_SOURCES: 'BTC/EUR=https://one.example/,BTC/EUR=https://two.example/',
      },
    })
    desk = testClient(app)
    await signUpProvenOperator(app, desk, 'sales')
    const { id } = await make()
    expect((await desk.post(`/desk/offers/${id}/actions`, { action: 'resend' })).status).toBe(200)
    expect(await listed()).toMatchObject([
      { methods: expect.arrayContaining([expect.objectContaining({ method: 'bitcoin' })]) },
    ])
  })

  test('a note of any length has room on its paper', async () => {
    const notes = [
      ['Woche '.repeat(200), 1],
      ['x'.repeat(1999), 2],
      ['a\n'.repeat(999), 19],
    ] as const
    for (const [note, pages] of notes) {
      const { id } = await make({ note })
      const { status, body } = await desk.get(`/desk/offers/${id}/document`)
      expect(status).toBe(200)
      const pdf = Buffer.from(body.data.pdfBase64, 'base64').toString('latin1')
      expect(pdf.match(/\/Type \/Page\b/g)?.length).toBe(pages)
    }
  })

  test('only its key opens it, and guesses are limited', async () => {
    const { id } = await make()
    const read = async (key: string | null) =>
      testClient(app).get(`/offers/${id}`, key === null ? {} : { headers: { 'x-order-key': key } })
    expect((await read(null)).body.code).toBe('offer-not-found')
    expect((await read('wrong')).body.code).toBe('offer-not-found')
    expect((await testClient(app).get(`/offers/${randomUUID()}`, await withKey(id))).status).toBe(404)
    const other = await make()
    expect((await read(await keyOf(other.id))).status).toBe(404)
    expect((await read(await keyOf(id))).body.data.offer).toMatchObject({
      state: 'open',
      quantity: 12,
      product: { id: 'sm21' },
      buyer: { firstName: 'Anna' },
    })
    const guesser = testClient(app)
    for (let guess = 0; guess < guessLimits['order-key'].client; guess += 1)
      await guesser.get(`/offers/${id}`, { headers: { 'x-order-key': `wrong-${guess}` } })
    expect((await guesser.get(`/offers/${id}`, await withKey(id))).status).toBe(429)
  })

  test('accepting places the order at its price, also a quantity and a product that the shop does not sell by itself', async () => {
    const { id, number } = await make({ product: 'sm23' })
    const { status, body } = await accept(id)
    expect([status, body.code]).toEqual([200, undefined])
    const { order, orderKey } = body.data
    expect(order).toMatchObject({
      state: 'placed',
      method: 'bank_transfer',
      totals: { grossCents: 46_800_000 },
      lines: [{ productId: 'sm23', quantity: 12, unitGrossCents: 3_900_000 }],
      buyer: { email: email.toLowerCase(), city: 'Rotterdam' },
      language: 'nl',
    })
    expect(
      (await testClient(app).get(`/orders/${order.id}`, { headers: { 'x-order-key': orderKey } })).status,
    ).toBe(200)
    expect(await listed('?state=accepted')).toMatchObject([
      { id, state: 'accepted', order: { number: order.number } },
    ])
    const place = await store()
      .db.selectFrom('orderEvents')
      .select(['actor', 'data'])
      .where('kind', '=', 'place')
      .executeTakeFirstOrThrow()
    expect(place).toMatchObject({ actor: 'buyer', data: { offer: number } })
    expect((await accept(id)).body.code).toBe('offer-over')
    const shown = (await testClient(app).get(`/offers/${id}`, await withKey(id))).body.data.offer
    expect(shown).toMatchObject({ state: 'accepted', methods: [] })
  })

  test('an order that we offered and that is paid at delivery has no end: we agreed to it', async () => {
    const { id } = await make()
    const { order } = (await accept(id, { method: 'pay_on_delivery' })).body.data
    expect(order).toMatchObject({ state: 'confirmed', payment: 'unpaid', expiresAt: null })
  })

  test.each<[string, Record<string, unknown>, number, string]>([
    ['no terms', { acceptedTerms: false }, 400, 'terms-not-accepted'],
    ['half an address', { buyer: { ...details, city: '' } }, 400, 'required-fields-missing'],
    ['a way to pay that there is not', { method: 'bitcoin' }, 409, 'payment-method-unavailable'],
    ['another address for the mail', { buyer: testBuyer }, 400, 'invalid-request'],
  ])('accepting refuses %s', async (_, change, status, code) => {
    const { id } = await make()
    expect(await accept(id, change)).toMatchObject({ status, body: { code } })
    expect(await listed('?state=open')).toHaveLength(1)
  })

  test('it refuses what is not in stock, and stays open', async () => {
    await store().db.updateTable('products').set({ stock: 11 }).where('id', '=', 'sm21').execute()
    const { id } = await make()
    expect(await accept(id)).toMatchObject({ status: 409, body: { code: 'out-of-stock' } })
    expect(await listed('?state=open')).toHaveLength(1)
    await store().db.updateTable('products').set({ stock: 12 }).where('id', '=', 'sm21').execute()
    expect((await accept(id)).status).toBe(200)
  })

  test('of ten who accept at one moment one is served; a repeated press gets the same order', async () => {
    const { id } = await make()
    const headers = (await withKey(id)).headers
    const press = (key: string) =>
      testClient(app).post(`/offers/${id}/acceptance`, acceptance(), {
        headers: { ...headers, 'idempotency-key': key },
      })
    const answers = await Promise.all(Array.from({ length: 10 }, () => press(randomUUID())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'offer-over']))
    expect(await store().db.selectFrom('orders').select('id').execute()).toHaveLength(1)
    const again = await make()
    const key = randomUUID()
    const first = await accept(again.id, {}, key)
    expect((await accept(again.id, {}, key)).body).toEqual(first.body)
  })

  test('withdrawn or past its last day it cannot be accepted', async () => {
    const [one, two] = [await make(), await make({ validUntil: dayIn(0) })]
    expect((await desk.post(`/desk/offers/${one.id}/actions`, { action: 'withdraw' })).status).toBe(200)
    expect((await accept(one.id)).body.code).toBe('offer-over')
    app.clock.advance(2 * dayMs)
    expect((await accept(two.id)).body.code).toBe('offer-over')
    desk = testClient(app)
    await signUpProvenOperator(app, desk, 'sales')
    expect(await listed('?state=withdrawn')).toMatchObject([{ id: one.id }])
    expect(await listed('?state=expired')).toMatchObject([{ id: two.id }])
    for (const action of ['resend', 'withdraw'])
      expect((await desk.post(`/desk/offers/${one.id}/actions`, { action })).body.code).toBe('offer-over')
  })

  test('they are sorted over all of them, paged, searched and counted', async () => {
    const first = await make({ buyer: { ...testBuyer, lastName: 'Żuk', email: 'zuk@kade.nl' } })
    const { searchWords: _, ...row } = await store()
      .db.selectFrom('offers')
      .selectAll()
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 59 }, (_, index) => ({
      ...row,
      id: randomUUID(),
      number: `OF-2025-${String(index).padStart(6, '0')}`,
      keyHash: Buffer.from(`key ${index}`),
      email: `buyer-${index}@kade.nl`,
      buyer: JSON.stringify({
        firstName: 'Aad',
        lastName: 'Bos',
        ...(index === 7 && { company: 'Aal B.V.' }),
      }),
      unitGrossCents: 1_000_00 + (index === 30 ? -1 : index),
      // Some at the same moment, where a page ends.
      createdAt: new Date(row.createdAt.getTime() - (1 + Math.floor(index / 7)) * 1000),
      ...(index === 12 && { withdrawnAt: row.createdAt }),
      ...(index === 13 && { validUntil: dayIn(-3) }),
    }))
    await store().db.insertInto('offers').values(copies).execute()
    const list = async (query: string) => {
      const { offers, total, perPage, byState } = (await desk.get(`/desk/offers?${query}`)).body.data
      expect([perPage, byState]).toEqual([50, { open: 58, accepted: 0, withdrawn: 1, expired: 1 }])
      return { total, of: offers.map(({ number }: { number: string }) => number) }
    }
    const pages = async (query: string) => {
      const [one, two] = [await list(query), await list(`${query}&page=2`)]
      expect([one.of.length, two.of.length, one.total]).toEqual([50, 10, 60])
      const all = [...one.of, ...two.of]
      expect(new Set(all).size).toBe(60)
      return all
    }
    expect((await pages(''))[0]).toBe(first.number)
    expect((await pages('direction=ascending')).at(-1)).toBe(first.number)
    expect((await pages('sort=number&direction=ascending')).slice(0, 2)).toEqual([
      'OF-2025-000000',
      'OF-2025-000001',
    ])
    expect((await pages('sort=amount&direction=ascending'))[0]).toBe('OF-2025-000030')
    expect((await pages('sort=buyer&direction=ascending'))[0]).toBe('OF-2025-000007')
    expect((await pages('sort=buyer&direction=descending'))[0]).toBe(first.number)
    expect((await pages('sort=validUntil&direction=ascending'))[0]).toBe('OF-2025-000013')
    expect(await list('state=withdrawn')).toEqual({ total: 1, of: ['OF-2025-000012'] })
    expect(await list('state=expired')).toEqual({ total: 1, of: ['OF-2025-000013'] })
    expect(await list('search=zuk')).toEqual({ total: 1, of: [first.number] })
    expect(await list('search=aal')).toEqual({ total: 1, of: ['OF-2025-000007'] })
    expect(await list('state=open&search=buyer-12')).toEqual({ total: 0, of: [] })
    for (const bad of ['page=0', 'sort=email', 'state=late', 'direction=up'])
      expect((await desk.get(`/desk/offers?${bad}`)).status).toBe(400)
    expect((await desk.get(`/desk/offers/${first.id}`)).body.data.offer).toMatchObject({
      number: first.number,
    })
    expect((await desk.get(`/desk/offers/${randomUUID()}`)).body.code).toBe('offer-not-found')
  })

  test('it can be sent again', async () => {
    const { id } = await make()
    expect((await desk.post(`/desk/offers/${id}/actions`, { action: 'resend' })).status).toBe(200)
    const sent = await mails()
    expect(sent).toHaveLength(2)
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2)
  })

  test('the desk orders for somebody on the telephone, with a line in the log', async () => {
    const { id, number } = await make()
    const act = (change: Record<string, unknown>) =>
      desk.post(`/desk/offers/${id}/actions`, { action: 'order', method: 'bank_transfer', ...change })
    expect((await act({ buyer: details })).body.code).toBe('terms-not-accepted')
    expect((await act({ acceptedTerms: true })).body.code).toBe('required-fields-missing')
    const { body } = await act({ acceptedTerms: true, buyer: details })
    expect(body.data.offer).toMatchObject({ state: 'accepted', order: { number: expect.any(String) } })
    const { actor } = await store()
      .db.selectFrom('orderEvents')
      .select('actor')
      .where('kind', '=', 'place')
      .executeTakeFirstOrThrow()
    expect(actor).toBe('provider')
    const log = await store().db.selectFrom('deskAudit').select(['action', 'subject']).orderBy('id').execute()
    expect(log).toEqual(
      expect.arrayContaining([
        { action: 'offer.make', subject: `offer ${number}` },
        { action: 'offer.order', subject: `offer ${number}` },
      ]),
    )
    const kinds = (await mails()).map(({ messageId }) => messageId.split('.')[0])
    expect(kinds).toEqual(['offer', 'order', 'desk'])
  })

  test('it closes the inquiry that it answers', async () => {
    await testClient(app).post('/inquiries/contact', {
      name: 'Anna',
      email,
      subject: 'Offerte',
      message: 'Wat kost een grote?',
    })
    const { leads } = (await desk.get('/desk/leads')).body.data
    const { number } = await make({ leadId: leads[0].id })
    expect((await desk.get('/desk/leads')).body.data.leads).toEqual([])
    expect(await listed()).toMatchObject([{ number, lead: { reference: leads[0].reference } }])
  })

  describe('one that a buyer asks for', () => {
    const ask = (change: Record<string, unknown> = {}, key: string = randomUUID()) =>
      testClient(app).post(
        '/offers',
        {
          product: 'sm21',
          quantity: 2,
          language: 'de',
          buyer: { firstName: 'Anna', lastName: 'de Vries', email, company: 'Reederei de Vries' },
          ...change,
        },
        once(key),
      )
    const open = () =>
      store()
        .db.insertInto('settings')
        .values({
          key: 'orders.enabled',
          value: 'true',
          version: 1,
          changedAt: new Date(),
          changedBy: 'test',
        })
        .execute()

    test('is refused while the shop is closed, and for what nobody may order without us', async () => {
      expect((await ask()).body.code).toBe('orders-disabled')
      await open()
      expect((await ask({ product: 'sm99' })).body.code).toBe('product-not-found')
      expect((await ask({ product: 'sm23' })).body.code).toBe('product-not-orderable')
      expect((await ask({ quantity: 11 })).body.code).toBe('quote-required')
      expect((await ask({ buyer: { email } })).body.code).toBe('required-fields-missing')
      expect((await ask({ buyer: { ...testBuyer, email: 'anna' } })).body.code).toBe('email-invalid')
      expect((await testClient(app).post('/offers', {})).body.code).toBe('invalid-request')
      expect(await mails()).toEqual([])
      expect(await listed()).toEqual([])
    })

    test('is mailed once at the price of the catalogue, and its link alone accepts it', async () => {
      await open()
      const key = randomUUID()
      const [first, second] = [await ask({}, key), await ask({}, key)]
      expect([first.status, first.body.data]).toEqual([
        200,
        { sentTo: email.toLowerCase(), validUntil: dayIn(30) },
      ])
      expect(second.body).toEqual(first.body)
      expect(JSON.stringify(first.body)).not.toContain('Key')
      const [offer, ...others] = await listed()
      expect(others).toEqual([])
      expect(offer).toMatchObject({
        state: 'open',
        operator: null,
        quantity: 2,
        unitGrossCents: 4_250_000,
        validUntil: dayIn(30),
        buyer: { company: 'Reederei de Vries' },
        lead: null,
      })
      const [mail] = await mails()
      expect(mail).toMatchObject({
        recipient: email.toLowerCase(),
        subject: `Angebot ${offer.number} von Shipminer`,
        attachment: `offer:${offer.id}`,
      })
      const { status, body } = await accept(offer.id)
      expect([status, body.code]).toEqual([200, undefined])
      expect(body.data.order.totals.grossCents).toBe(8_500_000)
    })

    test('holds its price when the catalogue changes', async () => {
      await open()
      await ask()
      await store()
        .db.updateTable('products')
        .set({ priceCents: 4_900_000 })
        .where('id', '=', 'sm21')
        .execute()
      const [offer] = await listed()
      expect((await accept(offer.id)).body.data.order.totals.grossCents).toBe(8_500_000)
    })

    test('a guest accepts one at a time: nobody of ours agreed to more', async () => {
      await app.server.close()
      const settings = { ORDERS_ENABLED: 'true', VIES_URL: 'off', GUEST_OPEN_ORDERS: '1' }
      app = await buildTestApp(store(), { settings })
      desk = testClient(app)
      await signUpProvenOperator(app, desk, 'sales')
      await ask()
      await ask()
      const [one, two] = await listed()
      expect((await accept(one.id)).status).toBe(200)
      expect((await accept(two.id)).body.code).toBe('open-order-exists')
    })

    test('paid at delivery it lapses like any order, until we agree to it', async () => {
      await open()
      await ask()
      const [{ id }] = await listed()
      const { order } = (await accept(id, { method: 'pay_on_delivery' })).body.data
      expect(order.expiresAt).toBe(new Date(app.clock.now() + 60 * dayMs).toISOString())
    })

    test('an address gets five mails a day, also when they are asked for at one moment', async () => {
      await open()
      const answers = await Promise.all(Array.from({ length: 7 }, () => ask()))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(answers.filter(({ body }) => body.code === 'rate-limited')).toHaveLength(2)
      expect(await mails()).toHaveLength(5)
    })

    test('a program that fills in everything gets an answer and no mail', async () => {
      await open()
      expect((await ask({ website: 'https://example.org' })).status).toBe(200)
      expect(await mails()).toEqual([])
    })
  })

  test('what nobody accepted is forgotten two years after its last day', async () => {
    const [kept, forgotten] = [await make(), await make()]
    await accept(kept.id)
    app.clock.advance(30 * dayMs + 2 * 366 * dayMs)
    const clock = () => app.clock.now()
    await forgetOffersJob({ store: store(), clock }).run(new AbortController().signal)
    const rows = await store().db.selectFrom('offers').select('id').execute()
    expect(rows.map(({ id }) => id)).toEqual([kept.id])
    expect(rows).not.toContainEqual({ id: forgotten.id })
  })
})

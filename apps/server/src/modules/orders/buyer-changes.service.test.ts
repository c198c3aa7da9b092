import type { Order } from '@shipminer/contract/shop/orders'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../../test/build-test-app.ts'
import { placedOrder, testBuyer } from '../../../test/place-order.ts'
import { receiveMoney } from '../../../test/receive-money.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'

const dayMs = 86_400_000

describeEachEngine('changes of an order', ({ store }) => {
  let app: TestApp
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    await store().db.updateTable('products').set({ stock: 3 }).where('id', '=', 'sm19').execute()
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const client = () => testClient(app)
  type Placed = Awaited<ReturnType<typeof placedOrder>>
  const place = (change: Record<string, unknown> = {}) => placedOrder(client(), change)
  const read = async ({ order, withKey }: Placed): Promise<Order> =>
    (await client().get(`/orders/${order.id}`, withKey)).body.data.order
  const stock = async () =>
    (
      await store()
        .db.selectFrom('products')
        .select('stock')
        .where('id', '=', 'sm19')
        .executeTakeFirstOrThrow()
    ).stock
  const mails = async () =>
    await store()
      .db.selectFrom('mails')
      .select(['recipient', 'subject', 'textBody', 'attachment'])
      .orderBy('id')
      .execute()
  const pay = ({ order }: Placed, receivedCents: number) => receiveMoney(app, order.id, receivedCents)

  describe('cancelling', () => {
    test('gives the stock free once, takes the invoice back and tells both', async () => {
      const placed = await place()
      expect(await stock()).toBe(2)
      const cancel = () =>
        client().post(`/orders/${placed.order.id}/cancel`, { reason: 'Toch niet' }, placed.withKey)
      const answers = await Promise.all([cancel(), cancel(), cancel()])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      expect(await stock()).toBe(3)
      const order = await read(placed)
      expect(order).toMatchObject({
        state: 'cancelled',
        payment: 'unpaid',
        invoiceNumber: 'INV-2026-000002',
        bank: null,
      })
      expect(order.events.at(-2)).toMatchObject({ kind: 'cancel', actor: 'buyer', note: 'Toch niet' })
      const [, , buyer, provider] = await mails()
      expect(buyer).toMatchObject({
        subject: 'Bestelling SM-2026-000001 is geannuleerd',
        attachment: 'invoice:INV-2026-000002',
      })
      expect(provider).toMatchObject({ recipient: null })
    })

    test('is not for what is paid, nor for strangers', async () => {
      const placed = await place()
      expect((await client().post(`/orders/${placed.order.id}/cancel`, {})).status).toBe(404)
      await pay(placed, 1_750_000)
      expect(await client().post(`/orders/${placed.order.id}/cancel`, {}, placed.withKey)).toMatchObject({
        status: 409,
        body: { code: 'order-state-conflict' },
      })
      expect(await stock()).toBe(2)
    })
  })

  describe('another way of paying', () => {
    const choose = (placed: Placed, method: string) =>
      client().call('PUT', `/orders/${placed.order.id}/payment-method`, { method }, placed.withKey)

    test('at delivery: confirmed, kept for 60 days from the order; the same again changes nothing', async () => {
      const placed = await place()
      expect(await choose(placed, 'pay_on_delivery')).toMatchObject({
        status: 200,
        body: {
          data: {
            order: {
              state: 'confirmed',
              method: 'pay_on_delivery',
              expiresAt: new Date(Date.parse(placed.order.placedAt) + 60 * 86_400_000).toISOString(),
              bank: null,
            },
          },
        },
      })
      expect((await choose(placed, 'pay_on_delivery')).status).toBe(200)
      expect((await choose(placed, 'bank_transfer')).body.code).toBe('order-state-conflict')
    })

    test('only one that is offered', async () => {
      const placed = await place()
      expect(await choose(placed, 'usdt')).toMatchObject({
        status: 409,
        body: { code: 'payment-method-unavailable' },
      })
      expect(await choose(placed, 'gold')).toMatchObject({ status: 400 })
      const sent = await place({ product: 'lottery', expectedGrossCents: 25_000 })
      expect((await choose(sent, 'pay_on_delivery')).body.code).toBe('payment-method-unavailable')
    })
  })

  describe('withdrawing', () => {
    const withdraw = ({ order, withKey }: Placed, body: Record<string, unknown> = {}) =>
      client().post(
        `/orders/${order.id}/withdrawal`,
        { name: 'Anna de Vries', email: 'ander@adres.nl', statement: 'Ik herroep de koop.', ...body },
        withKey,
      )

    test('the receipt goes at once to the address given, with time and words; the money goes back', async () => {
      const placed = await place()
      await pay(placed, 1_750_000)
      expect(await withdraw(placed)).toMatchObject({
        status: 200,
        body: {
          data: { order: { state: 'cancelled', payment: 'refund_pending', can: { withdraw: false } } },
        },
      })
      expect((await read(placed)).withdrawal?.requestedAt).toBe('2026-05-01T10:00:00.000Z')
      const receipt = (await mails()).find(({ recipient }) => recipient === 'ander@adres.nl')
      expect(receipt?.textBody).toContain('1 mei 2026')
      expect(receipt?.textBody).toContain('Ik herroep de koop.')
      expect(receipt?.attachment).toBe('invoice:INV-2026-000002')
      expect(await store().db.selectFrom('refunds').select(['amountCents']).execute()).toEqual([
        { amountCents: 1_750_000 },
      ])
      expect(await stock()).toBe(3)
      expect((await withdraw(placed)).body.code).toBe('order-state-conflict')
    })

    test.each([
      [{ name: '' }, 'required-fields-missing'],
      [{ email: '' }, 'required-fields-missing'],
      [{ email: 'nowhere' }, 'email-invalid'],
    ])('%j is refused', async (body, code) => {
      const placed = await place()
      expect(await withdraw(placed, body)).toMatchObject({ status: 400, body: { code } })
      expect((await read(placed)).state).toBe('placed')
    })

    test('is for consumers, until 14 days after the delivery', async () => {
      const business = await place({ buyer: { ...testBuyer, company: 'Rederij B.V.' } })
      expect(await read(business)).toMatchObject({ withdrawal: null, can: { withdraw: false } })
      expect((await withdraw(business)).body.code).toBe('order-state-conflict')
      const placed = await place()
      await store()
        .db.updateTable('orders')
        .set({
          state: 'installed',
          payment: 'paid',
          fulfilment: 'installed',
          installedAt: new Date(app.clock.now()),
        })
        .where('id', '=', placed.order.id)
        .execute()
      expect((await read(placed)).withdrawal).toEqual({
        until: '2026-05-15T22:00:00.000Z',
        requestedAt: null,
      })
      app.clock.advance(16 * dayMs)
      expect((await withdraw(placed)).body.code).toBe('order-state-conflict')
    })
  })
})

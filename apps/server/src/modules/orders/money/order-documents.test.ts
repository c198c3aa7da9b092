import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { receiveMoney } from '../../../../test/receive-money.ts'
import { describeEachEngine } from '../../../platform/db/testing.ts'
import { InvoiceSnapshotSchema, ownAmounts } from '../../invoices/invoices.port.ts'

const gross = 1_750_000
const vat = 303_719

type Step = { source: 'bank' | 'intent:a'; cents: number } | { act: (typeof acts)[number] }
const acts = ['again', 'install', 'cancel', 'withdraw', 'request-refund', 'complete', 'refund'] as const

const money = (cents: number, source: 'bank' | 'intent:a' = 'bank'): Step => ({ source, cents })
/** Histories in which everything happens. */
const stories: [method: string, steps: Step[]][] = [
  [
    'bank_transfer',
    [
      money(500_001),
      money(700_000, 'intent:a'),
      { act: 'again' },
      money(0, 'intent:a'),
      money(gross),
      { act: 'install' },
      money(900_000),
      money(gross),
      { act: 'complete' },
      { act: 'request-refund' },
      { act: 'refund' },
    ],
  ],
  ['pay_on_delivery', [money(1), { act: 'install' }, money(gross), { act: 'withdraw' }, { act: 'refund' }]],
  ['bank_transfer', [money(gross), money(2), money(gross - 1), { act: 'cancel' }, { act: 'refund' }]],
]

describeEachEngine('documents of an order', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  beforeAll(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    operator = testClient(app)
    await signUpProvenOperator(app, operator)
    await store().db.updateTable('products').set({ stock: null }).execute()
  })
  afterAll(() => app.server.close())

  type Placed = Awaited<ReturnType<typeof placedOrder>>
  const book = (orderId: string, source: string, receivedCents: number) =>
    receiveMoney(app, orderId, receivedCents, { source, actor: 'provider' })
  const documents = async (orderId?: string) =>
    (
      await store()
        .db.selectFrom('invoices')
        .selectAll()
        .where(({ eb, val }) => (orderId === undefined ? val(true) : eb('orderId', '=', orderId)))
        .orderBy('sequence')
        .execute()
    ).map((row) => ({ ...row, snapshot: InvoiceSnapshotSchema.parse(row.snapshot) }))
  const said = async (orderId: string) =>
    (await documents(orderId)).map(({ kind, snapshot }) => [kind, ownAmounts(snapshot).grossCents])
  const act = (id: string, action: string, more: Record<string, unknown> = {}) =>
    operator.post(`/desk/orders/${id}/actions`, { action, reason: 'for the test', ...more })
  const install = async (id: string) => {
    await act(id, 'schedule', { on: '2026-05-01' })
    expect((await act(id, 'install')).status).toBe(200)
  }
  const mailed = async (number: string) =>
    (
      await store()
        .db.selectFrom('mails')
        .select('attachment')
        .where('subject', 'like', `%${number}%`)
        .where('attachment', 'is not', null)
        .orderBy('id')
        .execute()
    ).map(({ attachment }) => attachment?.replaceAll(/INV-\d+-0*/g, ''))

  test('in two payments: an invoice over each, and a final one that deducts them', async () => {
    const { order, withKey } = await placedOrder(testClient(app))
    const first = (await documents()).length
    await book(order.id, 'bank', 500_001)
    await book(order.id, 'bank', 500_001)
    await book(order.id, 'bank', gross)
    await install(order.id)
    expect(await said(order.id)).toEqual([
      ['invoice', gross],
      ['credit', -gross],
      ['prepayment', 500_001],
      ['prepayment', gross - 500_001],
      ['invoice', 0],
    ])
    const [, , one, other, final] = await documents(order.id)
    expect(one?.snapshot).toMatchObject({
      isPaid: true,
      dueAt: null,
      totals: { netCents: 413_224, vatCents: 86_777, vatPercent: 21 },
      receivedAt: new Date(app.clock.now()).toISOString(),
    })
    expect(final?.snapshot.deducts?.map(({ number }) => number)).toEqual([one?.number, other?.number])
    expect(final?.snapshot.totals).toMatchObject({ grossCents: gross, vatCents: vat })
    expect(await mailed(order.number)).toEqual([
      `invoice:${first}`,
      `invoice:${first + 1},${first + 2}`,
      `invoice:${first + 3}`,
      `invoice:${first + 4}`,
    ])
    const buyer = testClient(app)
    const { documents: listed } = (await buyer.get(`/orders/${order.id}`, withKey)).body.data.order
    expect(listed.map(({ kind }: { kind: string }) => kind)).toEqual([
      'invoice',
      'credit',
      'prepayment',
      'prepayment',
      'invoice',
    ])
    const file = (number: string, kind = 'e-invoice') =>
      buyer.get(`/orders/${order.id}/${kind}?number=${number}`, withKey)
    expect((await file(one?.number ?? '')).body.data.xml).toContain('>386<')
    expect((await file(one?.number ?? '', 'invoice')).body.data.filename).toBe(`${one?.number}.pdf`)
    expect((await file(final?.number ?? '')).body.data.xml).toContain(
      'PrepaidAmount currencyID="EUR">17500.00<',
    )
    const stranger = await placedOrder(testClient(app))
    const [foreign] = await documents(stranger.order.id)
    expect((await file(foreign?.number ?? '')).body.code).toBe('invoice-not-found')
    expect((await file('x'.repeat(31))).status).toBe(400)
  })

  test('told at the same time, twice and from two sides: each payment has one', async () => {
    const { order } = await placedOrder(testClient(app))
    const told = [book(order.id, 'bank', 500_001), book(order.id, 'intent:a', 700_000)]
    await Promise.all([...told, book(order.id, 'bank', 500_001), book(order.id, 'intent:a', 700_000)])
    const prepaid = (await said(order.id)).filter(([kind]) => kind === 'prepayment')
    expect(prepaid.map(([, cents]) => cents).toSorted()).toEqual([500_001, 700_000])
    await compare(order.id)
  })

  test('paid in one go: the invoice over the whole stays the only one', async () => {
    const { order } = await placedOrder(testClient(app))
    await book(order.id, 'bank', gross)
    await install(order.id)
    expect(await said(order.id)).toEqual([['invoice', gross]])
    const later = await placedOrder(testClient(app), { method: 'pay_on_delivery' })
    await install(later.order.id)
    await book(later.order.id, 'bank', gross)
    expect(await said(later.order.id)).toEqual([['invoice', gross]])
  })

  test('an invoice of before stays the only one, whatever is paid', async () => {
    const { order } = await placedOrder(testClient(app))
    const [
      {
        number,
        snapshot: { deducts: _, receivedAt: __, ...before },
      } = expect.fail(),
    ] = await documents(order.id)
    await store()
      .db.updateTable('invoices')
      .set({ snapshot: JSON.stringify(before) })
      .where('number', '=', number)
      .execute()
    await book(order.id, 'bank', 500_000)
    await book(order.id, 'bank', gross)
    await install(order.id)
    expect(await said(order.id)).toEqual([['invoice', gross]])
  })

  test('whatever is paid, goes back, is delivered or ends: VAT once, no gap, nothing twice', async () => {
    const cents = fc.oneof(
      fc.constantFrom(0, 1, 2, gross - 1, gross, gross + 100, 500_001),
      fc.integer({ min: 0, max: gross }),
    )
    const step: fc.Arbitrary<Step> = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ source: fc.constantFrom('bank' as const, 'intent:a' as const), cents }),
      },
      { weight: 2, arbitrary: fc.record({ act: fc.constantFrom(...acts) }) },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('bank_transfer', 'pay_on_delivery'),
        fc.array(step, { minLength: 3, maxLength: 12 }),
        async (method, steps) => {
          app.clock.advance(86_400_000)
          operator = testClient(app)
          await signUpProvenOperator(app, operator)
          const placed = await placedOrder(testClient(app), { method })
          let last: Exclude<Step, { act: string }> = { source: 'bank', cents: 0 }
          for (const one of steps) {
            app.clock.advance(20_000)
            if ('source' in one) {
              last = one
              await book(placed.order.id, one.source, one.cents)
            } else await perform(placed, one.act, last)
            await compare(placed.order.id)
          }
        },
      ),
      { numRuns: 25, examples: stories },
    )
    const all = await documents()
    expect(all.map(({ sequence }) => Number(sequence))).toEqual(all.map((_, index) => index + 1))
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['invoice', 'prepayment', 'credit']))
  })

  async function perform(
    { order: { id }, withKey }: Placed,
    what: Exclude<Step, { cents: number }>['act'],
    last: { source: string; cents: number },
  ) {
    if (what === 'again') return book(id, last.source, last.cents)
    if (what === 'install') await act(id, 'schedule', { on: '2026-05-01' })
    if (what === 'withdraw')
      return testClient(app).post(
        `/orders/${id}/withdrawal`,
        { name: 'Anna', email: 'anna@rederij.nl' },
        withKey,
      )
    if (what !== 'refund') return act(id, what)
    const { refunds } = (await operator.get(`/desk/orders/${id}`)).body.data
    const open = refunds.find(({ paidAt }: { paidAt: number | null }) => paidAt === null)
    const on = new Date(app.clock.now()).toISOString().slice(0, 10)
    return open && act(id, 'refund-paid', { refundId: open.id, way: 'bank', proof: 'REF-1', on })
  }

  async function compare(orderId: string) {
    const order = await store()
      .db.selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const all = await documents(orderId)
    const taken = all.flatMap(({ credits }) => (credits === null ? [] : [credits]))
    expect(new Set(taken).size).toBe(taken.length)
    const standing = all.filter(({ number, kind }) => kind !== 'credit' && !taken.includes(number))
    const total = (key: 'vatCents' | 'grossCents') =>
      all.reduce((sum, { snapshot }) => sum + ownAmounts(snapshot)[key], 0)
    const isOver = order.state === 'cancelled' || order.state === 'expired' || order.payment === 'refunded'
    if (isOver) expect([standing.length, total('grossCents'), total('vatCents')]).toEqual([0, 0, 0])
    else if (order.installedAt !== null || standing.some(({ kind }) => kind === 'invoice')) {
      expect([total('grossCents'), total('vatCents')]).toEqual([gross, vat])
      expect(standing.filter(({ kind }) => kind === 'invoice')).toHaveLength(1)
    } else {
      const kept = Math.min(order.receivedCents, gross)
      expect(total('grossCents')).toBe(kept)
      expect(Math.abs(total('vatCents') - (kept * vat) / gross)).toBeLessThan(standing.length + 1)
    }
    for (const { snapshot } of all) {
      const { netCents, vatCents, grossCents } = snapshot.totals
      expect(netCents + vatCents).toBe(grossCents)
      expect(snapshot.lines.reduce((sum, line) => sum + line.vatCents, 0)).toBe(vatCents)
    }
  }
})

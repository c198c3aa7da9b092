import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { camtSample, type SampleEntry } from '../../../test/papers/camt-sample.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { signUp } from '../../../test/sign-in.ts'
import { parseConfig } from '../../config.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { exportBooks } from './books.service.ts'
import { booksSettings } from './books-settings.ts'

const iban = 'NL91ABNA0417164300'
const year = { from: '2026-01-01', to: '2026-12-31' }

type Row = { account: string; cents: number; order: string; on: string; source: string; coin: string }

/** The journal as its file says it. */
function rowsOf(contentBase64: string): Row[] {
  const [titles = [], ...rows] = Buffer.from(contentBase64, 'base64')
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(';'))
  const read = (row: string[], title: string) => row[titles.indexOf(title)] ?? ''
  return rows.map((row) => ({
    account: read(row, 'account'),
    cents: Number(read(row, 'amount_cents')),
    order: read(row, 'order_no'),
    on: read(row, 'date'),
    source: read(row, 'source'),
    coin: read(row, 'coin_amount'),
  }))
}

const sum = (rows: readonly Row[], account: string) =>
  rows.filter((row) => row.account === account).reduce((all, { cents }) => all + cents, 0)

type Step = { order: number; what: (typeof acts)[number] }
const acts = ['pay', 'part', 'over', 'typo', 'back', 'rent', 'cancel', 'install', 'refund', 'cash'] as const
/** A history in which everything happens. */
const story: Step[] = [
  { order: 0, what: 'over' },
  { order: 0, what: 'refund' },
  { order: 0, what: 'install' },
  { order: 1, what: 'part' },
  { order: 1, what: 'back' },
  { order: 1, what: 'typo' },
  { order: 2, what: 'part' },
  { order: 2, what: 'cash' },
  { order: 2, what: 'cancel' },
  { order: 2, what: 'rent' },
]

describeEachEngine('the books', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store(), {
      settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', COMPANY_IBAN: iban, BOOKS_ACCOUNTS: 'bank=1105' },
    })
    operator = testClient(app)
    await signUpProvenOperator(app, operator)
    await store().db.updateTable('products').set({ stock: null }).execute()
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const exported = async (change: Record<string, unknown> = {}) =>
    operator.post('/desk/books/exports', { ...year, format: 'csv', language: 'nl', ...change })
  const journal = async (change: Record<string, unknown> = {}) =>
    rowsOf((await exported(change)).body.data.contentBase64)
  const act = (id: string, action: string, more: Record<string, unknown> = {}) =>
    operator.post(`/desk/orders/${id}/actions`, { action, reason: 'for the test', ...more })

  test('who may, what is offered, which spans', async () => {
    const guest = testClient(app)
    expect((await guest.get('/desk/books')).status).toBe(401)
    await signUp(guest)
    expect((await guest.post('/desk/books/exports', {})).status).toBe(403)
    expect((await operator.get('/desk/books')).body.data).toEqual({
      formats: ['csv', 'xaf4', 'xaf'],
      firstDay: null,
      today: '2026-05-01',
    })
    for (const [change, code] of [
      [{ from: '2026-02-30' }, 'invalid-request'],
      [{ from: '2026-12-31', to: '2026-01-01' }, 'invalid-request'],
      [{ from: '0000-01-01', to: '0000-12-31' }, 'invalid-request'],
      [{ from: '0001-01-01', to: '0001-12-31', format: 'xaf' }, 'invalid-request'],
      [{ from: '9999-01-01', to: '9999-12-31' }, 'invalid-request'],
      [{ from: '2025-12-31', format: 'xaf' }, 'books-one-year'],
      [{ from: '2025-12-31', format: 'xaf4' }, 'books-one-year'],
      [{ format: 'datev' }, 'invalid-request'],
    ] as const)
      expect((await exported(change)).body.code).toBe(code)
    const { body } = await exported({ from: '2025-01-01' })
    expect(body.data).toMatchObject({
      filename: 'books-2025-01-01-2026-12-31.csv',
      entries: 0,
      debitCents: 0,
    })
    const audit = (await operator.get('/desk/audit')).body.data.entries
    expect(audit[0]).toMatchObject({
      action: 'books.export',
      subject: 'books 2025-01-01 2026-12-31',
      reason: 'csv',
    })
  })

  test('what arrives while the books are read is in all of them or in none', async () => {
    // The embedded engine runs one transaction at a time.
    if (store().engine === 'embedded') return
    const { order } = await placedOrder(testClient(app))
    const reference = (order.bank?.reference ?? '').replaceAll(' ', '')
    const count = async () => (await exported()).body.data.entries
    const before = await count()
    let isPaid = false
    const whileReading: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isPaid) return result
        isPaid = true
        const xml = camtSample([{ amount: '17500.00', reference, bankReference: 'B1' }])
        expect((await operator.post('/desk/bank/statements', { xml, preview: false })).status).toBe(200)
        return result
      },
    }
    const seen = { ...store(), db: store().db.withPlugin(whileReading) }
    const deps = { ...booksSettings(parseConfig({})), store: seen, clock: app.clock.now }
    const { entries } = await exportBooks(deps, { ...year, format: 'csv', language: 'nl' })
    expect([isPaid, entries]).toEqual([true, before])
    expect(await count()).toBeGreaterThan(before)
  })

  test('whatever happens to orders, the journal is what their events tell, and balances', async () => {
    const step: fc.Arbitrary<Step> = fc.record({
      order: fc.nat({ max: 2 }),
      what: fc.constantFrom(...acts),
    })
    let serial = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        // Histories add up: the journal is compared with all of them.
        app.clock.advance(86_400_000)
        operator = testClient(app)
        await signUpProvenOperator(app, operator)
        const day = new Date(app.clock.now()).toISOString().slice(0, 10)
        const orders: Awaited<ReturnType<typeof placedOrder>>['order'][] = []
        for (let at = 0; at < 3; at++) orders.push((await placedOrder(testClient(app))).order)
        for (const { order: at, what } of steps) {
          const order = orders[at]
          if (!order) continue
          app.clock.advance(20_000)
          serial += 1
          const reference = (order.bank?.reference ?? '').replaceAll(' ', '')
          const entry: Record<string, Partial<SampleEntry>> = {
            pay: { amount: '17500.00', reference },
            part: { amount: '5000.01', reference },
            over: { amount: '20000.00', reference },
            typo: { amount: '17500.00', text: 'fout kenmerk' },
            back: { amount: '5000.01', reference, direction: 'DBIT', returnReason: 'AC04' },
            rent: { amount: '99.99', direction: 'DBIT', text: 'huur' },
          }
          const line = entry[what]
          if (line)
            await operator.post('/desk/bank/statements', {
              xml: camtSample([{ amount: '0', day, bankReference: `B${serial}`, ...line }], {
                id: `S-${serial}`,
              }),
              preview: false,
            })
          else if (what === 'cash') await act(order.id, 'book-bank', { amountCents: 100_000 })
          else if (what === 'refund') {
            const { refunds } = (await operator.get(`/desk/orders/${order.id}`)).body.data
            const open = refunds.find(({ paidAt }: { paidAt: number | null }) => paidAt === null)
            if (open)
              await act(order.id, 'refund-paid', {
                refundId: open.id,
                way: 'bank',
                proof: `REF-${serial}`,
                on: day,
              })
          } else {
            if (what === 'install') await act(order.id, 'schedule', { on: day })
            await act(order.id, what)
          }
        }
        await compareWithEvents()
      }),
      { numRuns: 6, examples: [[story]] },
    )
    const kinds = await store().db.selectFrom('orderEvents').select('kind').distinct().execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'invoice',
        'prepayment',
        'credit-note',
        'install',
        'refund-paid',
        'pay',
        'pay-part',
      ]),
    )
  })

  async function compareWithEvents() {
    const { db } = store()
    const { body } = await exported()
    const rows = rowsOf(body.data.contentBase64)
    const bySource = Map.groupBy(rows, ({ source }) => source)
    for (const lines of bySource.values()) expect(lines.reduce((all, { cents }) => all + cents, 0)).toBe(0)
    expect(body.data.entries).toBe(bySource.size)
    const debit = rows.reduce((all, { cents }) => all + Math.max(0, cents), 0)
    expect(body.data.debitCents).toBe(debit)

    const events = await db.selectFrom('orderEvents').selectAll().orderBy('id').execute()
    const orders = await db.selectFrom('orders').selectAll().execute()
    let [vat, prepaid, sales, transit] = [0, 0, 0, 0]
    for (const order of orders) {
      let [owed, received, net] = [0, 0, 0]
      let isInstalled = false
      for (const { kind, data } of events.filter(({ orderId }) => orderId === order.id)) {
        const {
          receivedCents = 0,
          amountCents = 0,
          grossCents = 0,
          vatCents = 0,
        } = data as Partial<Record<'receivedCents' | 'amountCents' | 'grossCents' | 'vatCents', number>>
        if (['invoice', 'prepayment', 'credit-note'].includes(kind)) {
          owed += grossCents
          vat -= vatCents
          net += grossCents - vatCents
        }
        if (kind === 'install') isInstalled = true
        // The order has one source here: what it tells is the whole.
        if (kind === 'money') received = receivedCents
        if (kind === 'refund-paid') {
          owed += amountCents
          transit -= amountCents
        }
      }
      if (isInstalled) sales -= net
      else prepaid -= net
      const own = rows.filter((row) => row.order === order.number)
      expect(sum(own, '1300') + sum(own, '1720')).toBe(owed - received)
    }
    expect(sum(rows, '1500')).toBe(vat)
    expect(sum(rows, '1700')).toBe(prepaid)
    expect(sum(rows, '8000')).toBe(sales)
    const entries = await db.selectFrom('bankEntries').selectAll().execute()
    const total = (list: typeof entries) => list.reduce((all, { amountCents }) => all + amountCents, 0)
    expect(sum(rows, '1105')).toBe(total(entries))
    expect(sum(rows, '1710')).toBe(-total(entries.filter(({ outcome }) => outcome === 'open')))
    expect(sum(rows, '1190')).toBe(transit - total(entries.filter(({ outcome }) => outcome === 'ignored')))
  }

  test('a span holds its days alone, by the calendar of the seller; two halves are the whole', async () => {
    const { order } = await placedOrder(testClient(app))
    // Half past eleven in the evening of 31 May in London is June in Amsterdam.
    app.clock.advance(Date.parse('2026-05-31T22:30:00Z') - app.clock.now())
    operator = testClient(app)
    await signUpProvenOperator(app, operator)
    await act(order.id, 'book-bank', { amountCents: order.totals.grossCents })
    await act(order.id, 'schedule', { on: '2026-06-02' })
    await act(order.id, 'install')
    const may = await journal({ to: '2026-05-31' })
    const june = await journal({ from: '2026-06-01' })
    expect([...new Set(may.map(({ on }) => on))]).toEqual(['2026-05-01'])
    expect([...new Set(june.map(({ on }) => on))]).toEqual(['2026-06-01'])
    expect(sum(june, '8000')).toBe(-order.totals.netCents)
    expect([...may, ...june]).toEqual(await journal())
  })

  test('a prepayment has its VAT on the day of the statement, however late that is imported', async () => {
    const { order } = await placedOrder(testClient(app))
    app.clock.advance(40 * 86_400_000)
    operator = testClient(app)
    await signUpProvenOperator(app, operator)
    const reference = (order.bank?.reference ?? '').replaceAll(' ', '')
    const xml = camtSample([{ amount: '12100.00', day: '2026-05-03', reference, bankReference: 'P1' }])
    await operator.post('/desk/bank/statements', { xml, preview: false })
    const may = await journal({ to: '2026-05-31' })
    expect(
      sum(
        may.filter(({ on }) => on === '2026-05-03'),
        '1500',
      ),
    ).toBe(-210_000)
    const june = await journal({ from: '2026-06-01' })
    expect(sum(june, '1500')).toBe(order.totals.vatCents)
    expect([...may, ...june]).toEqual(await journal())
  })

  test('income of pools, payouts and fees at the price of their moment; without one they are named', async () => {
    const { db } = store()
    const { user } = await signUp(testClient(app))
    const at = (text: string) => new Date(`${text}T12:00:00Z`)
    const receipt = (reference: string, day: string, change: Record<string, unknown> = {}) => ({
      userId: user.id,
      shipId: null,
      coin: 'BTC' as const,
      amountSat: 100_000,
      at: at(day),
      source: 'pool-csv' as const,
      paidTo: 'provider' as const,
      reference,
      importedAt: at(day),
      ...change,
    })
    await db
      .insertInto('receipts')
      .values([
        receipt('early', '2026-04-01'),
        receipt('good', '2026-04-20'),
        receipt('direct', '2026-04-21', { paidTo: 'owner' }),
        receipt('cash', '2026-04-21', { coin: 'BCH' }),
      ])
      .execute()
    await db
      .insertInto('priceQuotes')
      .values([
        { currency: 'EUR', centsPerBtc: 8_000_000, source: 'x', observedAt: at('2026-04-19') },
        { currency: 'USD', centsPerBtc: 10_000_000, source: 'x', observedAt: at('2026-04-20') },
        { currency: 'EUR', centsPerBtc: 9_000_000, source: 'x', observedAt: at('2026-04-21') },
      ])
      .execute()
    await db
      .insertInto('coinDays')
      .values({
        coin: 'BCH',
        day: '2026-04-21',
        difficulty: '1',
        height: 1,
        subsidySat: 1,
        usdCentsPerCoin: 50_000,
        source: 'x',
        observedAt: at('2026-04-21'),
      })
      .execute()
    const payout = { userId: user.id, note: null, recordedAt: at('2026-04-22') }
    await db
      .insertInto('payouts')
      .values([
        { ...payout, amountSat: 50_000, paidAt: at('2026-04-22'), txid: 'ab'.repeat(32) },
        { ...payout, amountSat: 1, paidAt: at('2026-04-30'), txid: 'cd'.repeat(32) },
      ])
      .execute()
    const { body } = await exported()
    expect(body.data.leftOut).toEqual({
      foreignEntries: 0,
      receiptsWithoutPrice: 1,
      payoutsWithoutPrice: 1,
      otherCoins: 0,
    })
    const rows = rowsOf(body.data.contentBase64)
    // 100 000 sat at 80 000 euro, 100 000 at 90 000 straight to the owner, and of the other coin at 450 euro.
    expect(sum(rows, '8200')).toBe(-(8_000 + 9_000 + 45))
    expect(sum(rows, '7100')).toBe(6_000 + 6_750 + 33)
    expect(sum(rows, '1730')).toBe(-(6_000 + 6_750 + 33) + 9_000 + 4_500)
    expect(sum(rows, '1150')).toBe(8_000 - 4_500)
    expect(sum(rows, '1152')).toBe(45)
    expect(rows.find(({ source }) => source.startsWith('payout:'))?.coin).toBe('0.00050000')
  })

  test('coins come in at their value of the moment, and the order counts them at the agreed rate', async () => {
    const { db } = store()
    const { order } = await placedOrder(testClient(app))
    const at = new Date(app.clock.now())
    const later = new Date(app.clock.now() + 3_600_000)
    const id = '00000000-0000-4000-8000-000000000001'
    const intent = {
      orderId: order.id,
      asset: 'BTC' as const,
      chain: 'bitcoin',
      decimals: 8,
      address: 'bc1q',
      xpubId: 'x',
      priceCents: 1_750_000,
      amountDue: '25000000',
      minDue: '24900000',
      rate: '7000000',
      rateSources: ['x'],
      rateQuotes: '[]',
      rateAt: at,
      confirmationsRequired: 3,
      createdAt: at,
      expiresAt: later,
      monitorUntil: later,
      exceptions: [],
      effectiveExpiresAt: later,
    }
    await db
      .insertInto('paymentIntents')
      .values({ ...intent, id, matchKey: 'a', derivationIndex: 0, status: 'confirmed', amountConfirmed: '1' })
      .execute()
    const payment = {
      intentId: id,
      chain: 'bitcoin',
      asset: 'BTC',
      decimals: 8,
      outputIndex: 0,
      kind: 'expected' as const,
      spends: [],
      firstSeenAt: at,
      confirmations: 3,
    }
    await db
      .insertInto('observedPayments')
      .values([
        { ...payment, txId: 'aa'.repeat(32), amount: '15000000', valueCentsAtFirstSeen: 1_060_000 },
        { ...payment, txId: 'bb'.repeat(32), amount: '9999999', valueCentsAtFirstSeen: 690_000 },
        // Not deep enough, replaced, and on a wrong network: not in the wallet, or of unknown worth.
        { ...payment, txId: 'cc'.repeat(32), amount: '5', confirmations: 2 },
        {
          ...payment,
          txId: 'dd'.repeat(32),
          amount: '5',
          unaccountedAt: at,
          unaccountedBecause: 'replaced' as const,
        },
        { ...payment, txId: 'ee'.repeat(32), amount: '5', kind: 'wrong_network' as const },
      ])
      .execute()
    for (const receivedCents of [1_050_000, 1_750_000])
      await db.transaction().execute((trx) =>
        app.orders.setSourceBalance(trx, {
          orderId: order.id,
          source: `intent:${id}`,
          pendingCents: 0,
          receivedCents,
          actor: 'watcher',
          note: null,
          at,
        }),
      )
    const { body } = await exported()
    const rows = rowsOf(body.data.contentBase64)
    expect(body.data.leftOut).toMatchObject({ otherCoins: 1 })
    expect(sum(rows, '1150')).toBe(1_750_000)
    expect(sum(rows, '1300')).toBe(0)
    expect(sum(rows, '1710')).toBe(0)
    // The agreed rate made 17 499.99 of it; the last cent was let go.
    expect(sum(rows, '4710')).toBe(-1)
    expect(sum(rows, '4720')).toBe(1)
    expect(rows.filter(({ coin }) => coin !== '').map(({ coin }) => coin)).toContain('0.09999999')
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatRfReference } from '@shipminer/domain/payments/bank/rf-reference'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../test/build-test-app.ts'
import { camtSample, type SampleEntry } from '../../test/papers/camt-sample.ts'
import { placedOrder } from '../../test/place-order.ts'
import { runAdminCommand } from '../platform/admin/admin-socket.ts'
import { describeEachEngine, resetTestStore } from '../platform/db/testing.ts'
import { createSettings, defaultRunTimeSettings } from '../platform/settings/settings.ts'
import { createOrderCommands } from './order-commands.ts'

const iban = 'NL91ABNA0417164300'

describeEachEngine('orders from the shell', ({ store }) => {
  let app: TestApp
  let folder: string
  const run = async (command: string, args: Record<string, string> = {}, hasServer = true) => {
    const commands = createOrderCommands({
      store: store(),
      clock: app.clock.now,
      settings: createSettings(defaultRunTimeSettings({ ORDERS_ENABLED: false })),
      bank: hasServer ? { store: store(), clock: app.clock.now, orders: app.orders, iban } : null,
    })
    const answer = await runAdminCommand(commands, command, args)
    if (!answer.ok) throw new Error(answer.error)
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return answer.result as any
  }
  const place = () => placedOrder(testClient(app), { expectedGrossCents: 1_750_000 })
  const read = async ({ order, withKey }: Awaited<ReturnType<typeof place>>) =>
    (await testClient(app).get(`/orders/${order.id}`, withKey)).body.data.order
  const reference = ({ order }: Awaited<ReturnType<typeof place>>) =>
    (order.bank?.reference ?? '').replaceAll(' ', '')
  const statement = (entries: SampleEntry[], id = 'S-1', version: '02' | '08' = '08') => {
    const file = join(folder, `${id}.xml`)
    writeFileSync(file, camtSample(entries, { id, version }))
    return file
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sm-bank-'))
    app = await buildTestApp(store(), {
      settings: { VIES_URL: 'off', ORDERS_ENABLED: 'true', COMPANY_IBAN: iban },
    })
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
    rmSync(folder, { recursive: true })
  })

  test('accepting orders is switched for all servers at once', async () => {
    const accepts = async () => (await testClient(app).get('/site')).body.data.ordersEnabled
    expect(await accepts()).toBe(true)
    expect(await run('orders', { accept: 'off' })).toEqual({ accept: 'off' })
    expect(await accepts()).toBe(false)
    await expect(place()).rejects.toThrow('orders-disabled')
    await run('orders', { accept: 'on' })
    expect(await run('orders')).toEqual({ accept: 'on' })
    expect((await place()).order.state).toBe('placed')
  })

  describe('a statement', () => {
    test('books what names an order, once, and leaves the rest to a person', async () => {
      const [first, second, third] = [await place(), await place(), await place()]
      const file = statement([
        { amount: '17500.00', reference: reference(first), bankReference: 'B1' },
        { amount: '10000.00', text: `betaling ${formatRfReference(reference(second))}`, bankReference: 'B2' },
        { amount: '7600.00', reference: reference(second), bankReference: 'B3' },
        { amount: '17500.00', text: third.order.number, bankReference: 'B4' },
        { amount: '99.00', text: 'iets anders', bankReference: 'B5' },
        { amount: '12.00', direction: 'DBIT', bankReference: 'B6' },
        { amount: '17500.00', currency: 'USD', reference: reference(third), bankReference: 'B7' },
        { amount: '17500.00', reference: reference(first), bankReference: 'B1' },
      ])
      const results = [
        'booked',
        'booked',
        'booked',
        'to look at',
        'to look at',
        'outgoing',
        'to look at',
        // The same again in one file, with the bank's own reference: a person has to decide whether it is a different payment.
        'to look at',
      ]
      const resultsOf = (rows: { result: string }[]) => rows.map(({ result }) => result)
      expect(resultsOf(await run('import-statement', { file, 'dry-run': '' }))).toEqual(results)
      expect(await read(first)).toMatchObject({ payment: 'pending' })
      const rows = await run('import-statement', { file })
      expect(resultsOf(rows)).toEqual(results)
      expect(rows[1]).toMatchObject({ orders: second.order.number, why: 'reference; under by 7500.00' })
      expect(rows[2]).toMatchObject({ why: 'reference; over by 100.00' })
      expect(resultsOf(await run('import-statement', { file }))).toEqual(results.map(() => 'known'))
      expect(await read(first)).toMatchObject({
        state: 'confirmed',
        payment: 'paid',
        receivedCents: 1_750_000,
      })
      expect(await read(second)).toMatchObject({ payment: 'paid', remainingCents: -10_000 })
      expect(await read(third)).toMatchObject({ state: 'placed', payment: 'pending' })
      expect(await store().db.selectFrom('refunds').select('amountCents').execute()).toEqual([
        { amountCents: 10_000 },
      ])
      const open = await run('statement:open')
      expect(open.map(({ why }: { why: string }) => why)).toEqual([
        'order-number; full',
        'no-order',
        'other-currency',
        'looks like an entry that was imported before',
      ])

      await run('book-payment', {
        order: third.order.number.toLowerCase(),
        euro: '17500',
        reason: 'nummer in de tekst',
        entry: String(open[0].entry),
      })
      expect(await read(third)).toMatchObject({ state: 'confirmed', payment: 'paid' })
      expect(await run('statement:open')).toHaveLength(3)
      await expect(
        run('book-payment', {
          order: third.order.number,
          euro: '1',
          reason: 'twice',
          entry: String(open[0].entry),
        }),
      ).rejects.toThrow('no open entry')
      await expect(store().db.deleteFrom('bankBookings').execute()).rejects.toThrow('append-only')
    })

    test('imported twice at once books once', async () => {
      const placed = await place()
      const file = statement([{ amount: '17500.00', reference: reference(placed) }], 'S-2', '02')
      await Promise.all([run('import-statement', { file }), run('import-statement', { file })])
      expect(await read(placed)).toMatchObject({ payment: 'paid', receivedCents: 1_750_000 })
    })

    test('of another account, or none, is refused whole', async () => {
      const file = join(folder, 'x.xml')
      writeFileSync(file, camtSample([{ amount: '1.00' }], { account: 'DE89370400440532013000' }))
      await expect(run('import-statement', { file })).rejects.toThrow('DE89370400440532013000')
      writeFileSync(file, 'MT940')
      await expect(run('import-statement', { file })).rejects.toThrow('not XML')
      await expect(run('import-statement', { file: join(folder, 'none.xml') })).rejects.toThrow('ENOENT')
      await expect(run('import-statement', { file }, false)).rejects.toThrow('running server')
    })
  })

  test('an order at delivery is scheduled, installed, paid and completed; the buyer hears the day', async () => {
    const placed = await placedOrder(testClient(app), { method: 'pay_on_delivery' })
    const { number } = placed.order
    const advance = (event: string, more: Record<string, string> = {}) =>
      run('order:advance', { order: number, event, ...more })
    await expect(advance('install')).rejects.toThrow('wrong-state')
    await expect(advance('schedule')).rejects.toThrow('--on')
    expect(await advance('schedule', { on: '2026-06-01' })).toMatchObject({ installationOn: '2026-06-01' })
    await advance('install')
    await expect(advance('complete')).rejects.toThrow('not-paid')
    await run('book-payment', { order: number, euro: '17500', reason: 'pin 0042' })
    expect(await advance('complete')).toMatchObject({
      state: 'completed',
      payment: 'paid',
      fulfilment: 'installed',
    })
    expect(await read(placed)).toMatchObject({
      invoiceNumber: 'INV-2026-000001',
      withdrawal: { until: '2026-05-15T22:00:00.000Z' },
      can: { withdraw: true },
    })
    const mails = await store()
      .db.selectFrom('mails')
      .select('subject')
      .where('recipient', 'is not', null)
      .orderBy('id')
      .execute()
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Uw bestelling ${number} bij Shipminer`,
      `Inbouw van bestelling ${number} op 1 juni 2026`,
      `INV-2026-000001 bij bestelling ${number}`,
      `Betaling ontvangen voor bestelling ${number}`,
    ])
  })

  test('a paid order that the provider cancels is to be paid back, until it was', async () => {
    const placed = await place()
    await run('book-payment', { order: placed.order.number, euro: '17500', reason: 'met pas' })
    const advance = (event: string) =>
      run('order:advance', { order: placed.order.number, event, note: 'kan niet' })
    expect(await advance('cancel')).toMatchObject({ state: 'cancelled', payment: 'refund_pending' })
    const refunds = () => store().db.selectFrom('refunds').select(['status', 'amountCents']).execute()
    expect(await refunds()).toEqual([{ status: 'requested', amountCents: 1_750_000 }])
    expect(await advance('refund')).toMatchObject({ payment: 'refunded' })
    expect(await refunds()).toEqual([{ status: 'paid', amountCents: 1_750_000 }])
    await expect(advance('refund')).rejects.toThrow('wrong-payment')
  })

  test('refunds are listed until they are made', async () => {
    const [over, ended] = [await place(), await place()]
    await run('book-payment', { order: over.order.number, euro: '17600', reason: 'te veel' })
    await testClient(app).post(`/orders/${ended.order.id}/cancel`, {}, ended.withKey)
    await run('book-payment', { order: ended.order.number, euro: '17500', reason: 'te laat' })
    const open = await run('refund:list')
    expect(open).toMatchObject([{ amountEuro: '100.00' }, { amountEuro: '17500.00' }])
    const paid = { way: 'bank', proof: 'MT-2026-001' }
    await expect(run('refund:paid', { id: open[0].id, way: 'bitcoin', proof: 'MT-1' })).rejects.toThrow(
      'no proof',
    )
    for (const { id } of open) await run('refund:paid', { id, ...paid })
    expect(await run('refund:list')).toEqual([])
    expect(await read(over)).toMatchObject({ state: 'confirmed', payment: 'paid' })
    expect(await read(ended)).toMatchObject({ state: 'cancelled', payment: 'refunded' })
    await expect(run('refund:paid', { id: open[0].id, ...paid })).rejects.toThrow('not to be made')
  })

  test('a booking is taken back, but not more than there was', async () => {
    const placed = await place()
    await run('book-payment', { order: placed.order.number, euro: '17500', reason: 'met pas' })
    expect(await read(placed)).toMatchObject({ state: 'confirmed', payment: 'paid' })
    await run('book-payment', { order: placed.order.number, euro: '-500', reason: 'teruggeboekt' })
    expect(await read(placed)).toMatchObject({ payment: 'partially_paid', remainingCents: 50_000 })
    expect(await run('order:events', { order: placed.order.number })).toMatchObject([
      { kind: 'place', actor: 'buyer', state: 'placed, pending' },
      { kind: 'invoice', note: 'INV-2026-000001' },
      { kind: 'money', receivedEuro: '17500.00 bank', note: 'met pas' },
      { kind: 'pay', actor: 'provider', state: 'confirmed, paid', note: 'met pas' },
      { kind: 'money', receivedEuro: '17000.00 bank', note: 'teruggeboekt' },
      { kind: 'revert-payment' },
      { kind: 'pay-part', state: 'confirmed, partially_paid' },
      { kind: 'credit-note', note: 'INV-2026-000002' },
      { kind: 'prepayment', note: 'INV-2026-000003' },
    ])
    await expect(run('order:events', { order: 'SM-2026-999999' })).rejects.toThrow('no order')
    await expect(
      run('book-payment', { order: placed.order.number, euro: '-17001', reason: 'te veel' }),
    ).rejects.toThrow('taken back')
    expect(await read(placed)).toMatchObject({ receivedCents: 1_700_000 })
    expect(await run('order:list', { state: 'confirmed' })).toMatchObject([
      { number: placed.order.number, totalEuro: '17500.00', leftEuro: '500.00' },
    ])
  })

  test.each([
    [{ order: 'SM-2026-999999', euro: '1', reason: 'none' }],
    [{ order: 'SM-2026-000001', euro: '0', reason: 'none' }],
    [{ order: 'SM-2026-000001', euro: '1,50', reason: 'comma' }],
    [{ order: 'SM-2026-000001', euro: '1' }],
  ])('booking %j is refused', async (args) => {
    await place()
    await expect(run('book-payment', args as Record<string, string>)).rejects.toThrow()
  })
})

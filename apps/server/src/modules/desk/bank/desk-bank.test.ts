import { longestPlainStatement } from '@shipminer/contract/desk/bank'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { signUpOperator } from '../../../../test/operator.ts'
import { camtSample, type SampleEntry } from '../../../../test/papers/camt-sample.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { totpCode, totpStep } from '../../operators/totp.ts'

const iban = 'NL91ABNA0417164300'

describeEachEngine('the bank at the desk', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store(), {
      settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', COMPANY_IBAN: iban },
    })
    operator = testClient(app)
    const { secret } = await signUpOperator(app, operator)
    await operator.post('/desk/second-factor', { code: totpCode(secret, totpStep(app.clock.now())) })
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const place = async (change: Record<string, unknown> = {}) =>
    (await placedOrder(testClient(app), change)).order
  const referenceOf = (order: Awaited<ReturnType<typeof place>>) =>
    (order.bank?.reference ?? '').replaceAll(' ', '')
  const take = (entries: SampleEntry[], preview: boolean) =>
    operator.post('/desk/bank/statements', { xml: camtSample(entries), preview })
  const orderNow = async (id: string) => (await operator.get(`/desk/orders/${id}`)).body.data
  const bank = async () => (await operator.get('/desk/bank')).body.data
  const audit = async () =>
    (await operator.get('/desk/audit')).body.data.entries.filter(({ action }: { action: string }) =>
      action.startsWith('bank.'),
    )

  test('a statement is looked at, imported, and imported again for nothing', async () => {
    const [first, second] = [await place(), await place()]
    const entries: SampleEntry[] = [
      { amount: '17500.00', reference: referenceOf(first), bankReference: 'B1', name: 'A. de Vries' },
      { amount: '17000.00', text: `voor ${second.number}`, bankReference: 'B2' },
      { amount: '99.00', text: 'iets anders', bankReference: 'B3' },
      { amount: '12.00', direction: 'DBIT', bankReference: 'B4', name: 'KPN' },
      { amount: '1.00', status: 'PDNG' },
    ]
    const seen = await take(entries, true)
    expect(seen.body.data).toEqual({
      id: null,
      state: 'preview',
      total: 4,
      done: 0,
      counts: { booked: 1, open: 2, known: 0, outgoing: 1 },
      statementIds: ['S-1'],
      notBooked: 1,
      entries: [
        {
          bookedOn: '2026-05-03',
          amountCents: 1_750_000,
          currency: 'EUR',
          from: 'A. de Vries',
          text: referenceOf(first),
          result: 'booked',
          why: 'matched',
          matches: [
            {
              orderId: first.id,
              orderNumber: first.number,
              because: 'reference',
              fit: 'full',
              differenceCents: 0,
            },
          ],
        },
        expect.objectContaining({
          result: 'open',
          why: 'matched',
          matches: [
            expect.objectContaining({ because: 'order-number', fit: 'under', differenceCents: -50_000 }),
          ],
        }),
        expect.objectContaining({ result: 'open', why: 'no-order', from: null, matches: [] }),
        expect.objectContaining({ result: 'outgoing', why: 'not-incoming', amountCents: -1_200 }),
      ],
    })
    expect(await bank()).toEqual({ iban, open: [], openCount: 0, perPage: 50, imports: [], importsTotal: 0 })
    expect((await orderNow(first.id)).order.payment).toBe('pending')
    expect(await audit()).toEqual([])

    const done = await take(entries, false)
    expect(done.body.data).toEqual({ ...seen.body.data, id: '1', state: 'done', done: 4 })
    expect((await orderNow(first.id)).order).toMatchObject({ state: 'confirmed', payment: 'paid' })
    expect(await audit()).toMatchObject([
      { action: 'bank.import', subject: 'statement S-1', reason: 'booked 1 · open 2 · outgoing 1' },
    ])
    const again = await take(entries, false)
    expect(again.body.data.entries.map(({ result }: { result: string }) => result)).toEqual(
      Array(4).fill('known'),
    )
    expect(await audit()).toHaveLength(1)
    expect((await bank()).openCount).toBe(2)
    expect((await operator.get('/desk/today')).body.data.openBankEntries).toBe(2)
  })

  test('the imports so far are sorted and come a page at a time', async () => {
    const at = app.clock.now()
    await store()
      .db.insertInto('statementImports')
      .values(
        Array.from({ length: 51 }, (_, index) => ({
          createdAt: new Date(at + index),
          createdBy: index === 7 ? 'Zoë' : 'Anna',
          operatorId: null,
          file: Buffer.from(''),
          state: 'done' as const,
          total: index === 3 ? 900 : index,
          statementIds: [`S-${index}`],
          notBooked: 0,
        })),
      )
      .execute()
    const list = async (query: string) => {
      const { imports, importsTotal } = (await operator.get(`/desk/bank?${query}`)).body.data
      expect(importsTotal).toBe(51)
      return imports.map(({ statementIds }: { statementIds: string[] }) => statementIds[0])
    }
    const newest = await list('')
    expect([newest.length, newest[0]]).toEqual([50, 'S-50'])
    expect(await list('importsPage=2')).toEqual(['S-0'])
    expect((await list('importsSort=createdAt&importsDirection=ascending'))[0]).toBe('S-0')
    expect((await list('importsSort=total'))[0]).toBe('S-3')
    expect((await list('importsSort=createdBy'))[0]).toBe('S-7')
    expect(await list('importsPage=3')).toEqual([])
    for (const bad of ['importsPage=0', 'importsSort=state'])
      expect((await operator.get(`/desk/bank?${bad}`)).status).toBe(400)
  })

  test('open entries are sorted and come a page at a time', async () => {
    await take(
      [
        ...Array.from({ length: 50 }, (_, line) => ({
          amount: `${line + 10}.00`,
          bankReference: `L${line}`,
        })),
        { amount: '9.00', bankReference: 'small', name: 'Zwaan' },
        { amount: '99.00', bankReference: 'large', name: 'Aal' },
      ],
      false,
    )
    const list = async (query: string) => {
      const { status, body } = await operator.get(`/desk/bank?${query}`)
      expect([query, status]).toEqual([query, 200])
      expect(body.data.openCount).toBe(52)
      return body.data.open.map(({ amountCents }: { amountCents: number }) => amountCents)
    }
    expect(await list('')).toEqual(Array.from({ length: 50 }, (_, line) => (line + 10) * 100))
    expect(await list('page=2')).toEqual([900, 9_900])
    expect(await list('sort=amount')).toContain(900)
    expect((await list('sort=amount&direction=descending'))[0]).toBe(9_900)
    expect(await list('sort=amount&page=2')).toEqual([5_900, 9_900])
    expect((await list('sort=from')).slice(0, 2)).toEqual([9_900, 900])
    expect(await list('page=3')).toEqual([])
    const file = (await operator.post('/desk/bank/export', {})).body.data
    expect(file).toMatchObject({ rows: 52, isWhole: true })
    expect(file.csv.split('\r\n')[51]).toMatch(/^2026-05-03,9\.00,EUR,Zwaan,,,S-1,20/)
    const [noted] = (await operator.get('/desk/audit')).body.data.entries
    expect(noted).toMatchObject({ action: 'entries.export', subject: 'entry', reason: '52' })
    for (const bad of ['page=0', 'sort=iban', 'direction=up'])
      expect((await operator.get(`/desk/bank?${bad}`)).status).toBe(400)
  })

  test('an open entry is booked once onto an order that is chosen, or set aside', async () => {
    const order = await place()
    await take(
      [
        { amount: '17500.00', text: 'box', bankReference: 'B1' },
        { amount: '5.00', text: 'rente', bankReference: 'B2' },
        { amount: '9.00', text: 'dollars', currency: 'USD', bankReference: 'B3' },
      ],
      false,
    )
    const [box, interest, dollars] = (await bank()).open
    expect(box).toMatchObject({ text: 'box', why: 'no-order', statementId: 'S-1' })
    const act = (id: string, body: object) =>
      operator.post(`/desk/bank/entries/${id}/actions`, { reason: 'as on the phone', ...body })
    const codes = async (id: string, body: object) => {
      const { status, body: answer } = await act(id, body)
      return [status, answer.code]
    }
    const book = { action: 'book', orderNumber: order.number.toLowerCase() }
    for (const id of ['0', '999999', 'x', '1e3', '99999999999999999999'])
      expect([id, ...(await codes(id, book))]).toEqual([id, 404, 'not-found'])
    expect(await codes(box.id, { ...book, orderNumber: 'SM-2026-999999' })).toEqual([404, 'order-not-found'])
    expect(await codes(box.id, { ...book, orderNumber: 'nonsense' })).toEqual([404, 'order-not-found'])
    expect(await codes(box.id, { action: 'book' })).toEqual([400, 'invalid-request'])
    expect(await codes(box.id, { ...book, amountCents: 1 })).toEqual([400, 'invalid-request'])
    expect(await codes(dollars.id, book)).toEqual([400, 'invalid-request'])
    expect(await codes(box.id, { action: 'set-aside', orderNumber: order.number })).toEqual([
      400,
      'invalid-request',
    ])
    const both = await Promise.all([act(box.id, book), act(box.id, book)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await codes(box.id, book)).toEqual([409, 'bank-entry-settled'])
    expect((await act(interest.id, { action: 'set-aside' })).status).toBe(200)
    expect((await act(dollars.id, { ...book, amountCents: 800 })).status).toBe(200)
    const after = await orderNow(order.id)
    expect(after).toMatchObject({
      order: { state: 'confirmed', payment: 'paid', receivedCents: 1_750_800 },
      refunds: [{ amountCents: 800, reason: 'too-much' }],
    })
    expect(after.audit).toMatchObject([
      { action: 'bank.book', reason: `as on the phone · 8.00 EUR · entry ${dollars.id}` },
      { action: 'bank.book', reason: `as on the phone · 17500.00 EUR · entry ${box.id}` },
    ])
    expect(await audit()).toMatchObject([
      {},
      { action: 'bank.set-aside', subject: `entry ${interest.id}`, reason: 'as on the phone · 5.00 EUR' },
      {},
      { action: 'bank.import' },
    ])
    expect(await bank()).toMatchObject({ open: [], openCount: 0 })
  })

  test('a reversal takes back what was booked, and no more', async () => {
    const [paid, other] = [await place(), await place()]
    await take([{ amount: '17500.00', reference: referenceOf(paid), bankReference: 'B1' }], false)
    const back = { amount: '17500.00', direction: 'DBIT', reversal: true, bankReference: 'B2' } as const
    expect((await take([back], false)).body.data.entries).toMatchObject([
      { result: 'open', why: 'taken-back' },
    ])
    const [entry] = (await bank()).open
    expect(entry).toMatchObject({ why: 'taken-back', amountCents: -1_750_000 })
    const book = (orderNumber: string) =>
      operator.post(`/desk/bank/entries/${entry.id}/actions`, {
        action: 'book',
        orderNumber,
        reason: 'reversed',
      })
    expect(await book(other.number)).toMatchObject({ status: 409, body: { code: 'bank-takes-too-much' } })
    expect((await book(paid.number)).status).toBe(200)
    expect((await orderNow(paid.id)).order.payment).not.toBe('paid')
  })

  test('two payments of a day that the bank gives one word for are two, and true twins are counted', async () => {
    const [first, second] = [await place(), await place()]
    const nonref = { amount: '17500.00', bankReference: 'NONREF' }
    const rest = { amount: '9.00', text: 'rente', bankReference: 'NOTPROVIDED' }
    const entries = [
      { ...nonref, reference: referenceOf(first) },
      { ...nonref, reference: referenceOf(second) },
      rest,
      rest,
    ]
    const results = async (list: SampleEntry[]) =>
      (await take(list, false)).body.data.entries.map(({ result }: { result: string }) => result)
    expect(await results(entries.slice(0, 3))).toEqual(['booked', 'booked', 'open'])
    expect(await results(entries)).toEqual(['known', 'known', 'known', 'open'])
    expect(await results(entries.toReversed())).toEqual(['known', 'known', 'known', 'known'])
    for (const order of [first, second]) expect((await orderNow(order.id)).order.payment).toBe('paid')
    expect((await bank()).openCount).toBe(2)
  })

  test('what looks like an entry of before is shown with its order, and booked by a person alone', async () => {
    const order = await place()
    const paid = { amount: '17500.00', reference: referenceOf(order) }
    await take([paid], false)
    expect((await orderNow(order.id)).order.receivedCents).toBe(1_750_000)
    // The same money, with a reference that the bank had not given yet.
    const named = await take([{ ...paid, bankReference: 'B1' }], false)
    expect(named.body.data.entries).toMatchObject([
      { result: 'open', why: 'maybe-imported', matches: [{ orderNumber: order.number, fit: 'over' }] },
    ])
    expect((await orderNow(order.id)).order.receivedCents).toBe(1_750_000)
    expect((await bank()).open).toMatchObject([{ why: 'maybe-imported', amountCents: 1_750_000 }])
    expect((await take([{ ...paid, bankReference: 'B1' }], false)).body.data.entries).toMatchObject([
      { result: 'known' },
    ])
  })

  test('a batch without amounts is for a person, with both orders; one with amounts is split', async () => {
    const [first, second] = [await place(), await place()]
    const parts = [first, second].map((order) => ({ amount: '', reference: referenceOf(order) }))
    const whole = await take([{ amount: '35000.00', bankReference: 'B1', parts }], true)
    expect(whole.body.data.entries).toMatchObject([
      {
        result: 'open',
        why: 'matched',
        matches: [{ orderNumber: first.number }, { orderNumber: second.number }],
      },
    ])
    const split = parts.map((part, at) => ({ ...part, amount: '17500.00', id: `T${at}` }))
    expect(
      (await take([{ amount: '35000.00', bankReference: 'B1', parts: split }], false)).body.data.entries,
    ).toMatchObject([{ result: 'booked' }, { result: 'booked' }])
    expect(
      (await take([{ amount: '35000.00', bankReference: 'B1', parts }], false)).body.data.entries,
    ).toMatchObject([{ result: 'known' }])
  })

  test.each([
    ['the flag', { reversal: true }],
    ['return information alone', { returnReason: 'FOCR' }],
    ['a debit that names the order', {}],
  ] as [string, Partial<SampleEntry>][])(
    'a payment that comes back reopens its order: %s',
    async (_, change) => {
      const order = await place()
      const paid = { amount: '17500.00', reference: referenceOf(order), bankReference: 'B1' }
      const back = { ...paid, ...change, direction: 'DBIT', bankReference: 'B2' } as const
      await take([paid], false)
      expect((await orderNow(order.id)).order.payment).toBe('paid')
      expect((await take([back], false)).body.data.entries).toMatchObject([
        { result: 'booked', why: 'taken-back', matches: [{ orderNumber: order.number }] },
      ])
      const answer = await orderNow(order.id)
      expect(answer.order).toMatchObject({ payment: 'pending', receivedCents: 0 })
      expect(JSON.stringify(answer)).toContain('taken back: statement S-1')
      expect((await take([paid, back], false)).body.data.entries).toMatchObject([
        { result: 'known' },
        { result: 'known' },
      ])
    },
  )

  test('a payment of ours that comes back is never money for an order', async () => {
    const order = await place()
    const back = {
      amount: '17500.00',
      reference: referenceOf(order),
      bankReference: 'B1',
      returnReason: 'AC04',
    }
    expect((await take([back], false)).body.data.entries).toMatchObject([
      { result: 'open', why: 'returned-to-us' },
    ])
    expect((await orderNow(order.id)).order.payment).toBe('pending')
  })

  test('what is no statement, of another account, or too long is refused, and nobody unknown may send much', async () => {
    const send = async (xml: string, client = operator) => {
      const { status, body } = await client.post('/desk/bank/statements', { xml, preview: false })
      return [status, body.code]
    }
    expect(await send('MT940')).toEqual([400, 'statement-unreadable'])
    expect(await send('')).toEqual([400, 'statement-unreadable'])
    expect(await send(camtSample([{ amount: '1.00' }], { account: 'DE89370400440532013000' }))).toEqual([
      400,
      'statement-of-other-account',
    ])
    expect(await send(' '.repeat(longestPlainStatement + 1))).toEqual([413, 'payload-too-large'])
    expect(await send('"'.repeat(9_000_000))).toEqual([413, 'payload-too-large'])
    const long = camtSample([{ amount: '1.00', text: 'x'.repeat(100_000) }])
    expect(await send(long)).toEqual([200, undefined])
    expect(await send(long, testClient(app))).toEqual([401, 'unauthorized'])
    expect(await bank()).toMatchObject({ openCount: 1 })
  })
})

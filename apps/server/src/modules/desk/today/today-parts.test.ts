import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { paidOwner, receive } from '../../../../test/chains/payout-owners.ts'
import { openEachDesk } from '../../../../test/each-desk.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { receiveMoney } from '../../../../test/receive-money.ts'
import { describeEachEngine, testLogger } from '../../../platform/db/testing.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { readToday } from './desk-today.service.ts'

const minuteMs = 60_000
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

describeEachEngine('the parts of the day', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  openEachDesk(store, (desk) => {
    ;({ app, operator } = desk)
  })
  const run = (statement: string) => sql.raw(statement).execute(store().db)
  const today = async (who = operator) => {
    const { status, body } = await who.get('/desk/today')
    expect([status, body.code]).toEqual([200, undefined])
    return body.data
  }

  test('one owner whose balance cannot be added up is named, and the others are paid', async () => {
    await run('ALTER TABLE receipts DROP CONSTRAINT receipts_amount_sat_check')
    try {
      await paidOwner(app, { name: 'Piet', receivedSat: 200_000, address })
      const kees = await paidOwner(app, { name: 'Kees', receivedSat: 100_000, address })
      await receive(store(), kees.id, -300_000, new Date(app.clock.now()))
      const told = await today()
      expect(told).toMatchObject({
        unread: [],
        payoutsDue: { owners: 1, totalSat: 150_000 },
        unreadOwners: [{ id: kees.id, name: 'Kees' }],
      })
      const payouts = (await operator.get('/desk/payouts')).body.data
      expect(payouts).toMatchObject({
        owners: [{ name: 'Piet', amountSat: 150_000 }],
        totalSat: 150_000,
        unreadOwners: [{ id: kees.id, name: 'Kees' }],
      })
      const take = async (body: object) => {
        const { rows, csv } = (await operator.post('/desk/payouts/owners/export', body)).body.data
        return [rows, ...csv.trim().split('\r\n').slice(1)]
      }
      const unreadable = 'Kees,,unreadable,,,,,,,'
      expect(await take({})).toEqual([2, expect.stringMatching(/^Piet,150000,,/), unreadable])
      expect(await take({ search: 'kee' })).toEqual([1, unreadable])
      expect(await take({ standing: 'out' })).toEqual([1, unreadable])
      expect(await take({ standing: 'due' })).toEqual([1, expect.stringMatching(/^Piet,/)])
      const made = await operator.post('/desk/payouts', { lines: 1, totalSat: 150_000 })
      expect([made.status, made.body.code]).toEqual([200, undefined])
    } finally {
      await run('DELETE FROM receipts WHERE amount_sat <= 0')
      await run('ALTER TABLE receipts ADD CONSTRAINT receipts_amount_sat_check CHECK (amount_sat > 0)')
    }
  })

  test('balances are added up when something was entered, and not for every operator each minute', async () => {
    const piet = await paidOwner(app, { name: 'Piet', receivedSat: 200_000, address })
    const colleague = testClient(app)
    await signUpProvenOperator(app, colleague)
    const due = async (who?: TestClient) => (await today(who)).payoutsDue.totalSat
    expect(await due()).toBe(150_000)
    // Changed behind its back, so that it shows whether anything is added up.
    await run('UPDATE receipts SET amount_sat = 400000')
    app.clock.advance(minuteMs)
    expect([await due(), await due(colleague)]).toEqual([150_000, 150_000])
    await receive(store(), piet.id, 4_000, new Date(app.clock.now()))
    expect([await due(), await due(colleague)]).toEqual([303_000, 303_000])
    await run('UPDATE receipts SET amount_sat = 800000 WHERE amount_sat = 400000')
    app.clock.advance(11 * minuteMs)
    await signUpProvenOperator(app, operator)
    expect(await due()).toBe(603_000)
  })

  test.each([
    ['bank_entries', ['bank']],
    ['mails', ['mails']],
    ['inquiries', ['leads']],
    ['fault_reports', ['reports']],
    ['set_aside', ['setAside']],
    ['desk_claims', ['claims']],
    ['proposals', ['proposals']],
    ['payment_intents', ['decisions']],
    ['alerts', ['silent', 'doubted']],
    ['receipts', ['firstPayouts', 'payouts']],
    ['controllers', ['firstPayouts', 'silent', 'online', 'doubted', 'setAside']],
    ['orders', ['orders', 'installations', 'unpaid', 'receivable', 'distance', 'refunds']],
  ] as const)('without what is in %s all else is told', async (table, parts) => {
    const service = testClient(app)
    await signUpProvenOperator(app, service, 'service')
    await run(`ALTER TABLE ${table} RENAME TO not_there`)
    try {
      expect((await today()).unread.toSorted()).toEqual([...parts].toSorted())
      const hidden = ['bank', 'decisions', 'firstPayouts', 'payouts']
      const { unread } = await today(service)
      expect(unread.filter((part: string) => hidden.includes(part))).toEqual([])
    } finally {
      await run(`ALTER TABLE not_there RENAME TO ${table}`)
    }
  })

  test('a row that cannot be shown costs its own part alone', async () => {
    const { order } = await placedOrder(testClient(app))
    await receiveMoney(app, order.id, 1_750_000)
    const { db } = store()
    await db.updateTable('orders').set({ buyer: '7' }).where('id', '=', order.id).execute()
    await db
      .insertInto('payoutRuns')
      .values({ createdAt: new Date(app.clock.now()), createdBy: 'Anna', state: 'draft', totalSat: 1 })
      .execute()
    await run('UPDATE payout_runs SET total_sat = 1152921504606846976')
    const told = await today()
    expect(told.unread).toEqual(['orders', 'payouts'])
    expect(told).toMatchObject({ ordersToPlan: { count: 0 }, openPayoutRuns: [], unpaidOrders: [] })
  })
})

test('while the database is away nothing more is asked of it', async () => {
  const away = Object.assign(new Error('the database system is starting up'), { code: '57P03' })
  let asked = 0
  const readNothing = () => {
    asked += 1
    return Promise.reject(away)
  }
  const reading = { toPlan: readNothing, installations: readNothing, unpaid: readNothing }
  const deps = { clock: () => 0, logger: testLogger, reading } as unknown as DeskDeps
  await expect(readToday(deps, { userId: 'anna', name: 'Anna', role: 'owner' })).rejects.toBe(away)
  expect(asked).toBe(1)
})

import type { Fitting } from '@shipminer/contract/desk/calendar'
import { addDays, mondayOf } from '@shipminer/domain/stock/calendar-week'
import { languages } from '@shipminer/i18n/languages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { insertShip } from '../../../../test/fleet-rows.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder, testBuyer } from '../../../../test/place-order.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { fittingSheet } from './fitting-sheet.ts'

const dayMs = 86_400_000

describeEachEngine('the calendar of installations', ({ store }) => {
  let app: TestApp
  let desk: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    desk = testClient(app)
    await signUpProvenOperator(app, desk, 'service')
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  const dayIn = (days: number) => addDays(new Date(app.clock.now()).toISOString().slice(0, 10), days)
  const data = async (path: string) => {
    const { status, body } = await desk.get(path)
    expect([path, status, body.code]).toEqual([path, 200, undefined])
    return body.data
  }
  /** An order of a signed-in buyer that is paid on delivery, so that it is confirmed at once. */
  const order = async (change: Record<string, unknown> = {}, client = testClient(app)) =>
    (await placedOrder(client, { method: 'pay_on_delivery', ...change })).order
  const plan = (id: string, body: Record<string, unknown>) => desk.post(`/desk/installations/${id}`, body)
  const numbers = (list: { number: string }[]) => list.map(({ number }) => number)

  test('is for those whose work it is', async () => {
    const { id } = await order()
    const body = { on: dayIn(3) }
    expect((await testClient(app).get('/desk/installations')).status).toBe(401)
    const user = testClient(app)
    await signUp(user)
    expect((await user.get('/desk/installations')).body.code).toBe('forbidden')
    const bookkeeper = testClient(app)
    await signUpProvenOperator(app, bookkeeper, 'bookkeeper')
    expect((await bookkeeper.post(`/desk/installations/${id}`, body)).body.code).toBe('role-required')
    expect((await bookkeeper.get(`/desk/installations/${id}`)).status).toBe(200)
  })

  test('refuses days gone by, days too far, other orders and those that are over', async () => {
    const { id } = await order()
    for (const on of [dayIn(-1), dayIn(800)])
      expect((await plan(id, { on })).body.code).toBe('invalid-request')
    for (const startsAt of ['25:00', '8:30', 'noon'])
      expect((await plan(id, { on: dayIn(3), startsAt })).body.code).toBe('invalid-request')
    expect((await plan(crypto.randomUUID(), { on: dayIn(3) })).body.code).toBe('order-not-found')
    const owner = testClient(app)
    await signUpProvenOperator(app, owner)
    await owner.post(`/desk/orders/${id}/actions`, { action: 'cancel', reason: 'as agreed' })
    expect((await plan(id, { on: dayIn(3) })).body.code).toBe('order-state-conflict')
    expect(await data('/desk/installations')).toMatchObject({ installations: [], overdue: [], unplanned: [] })
  })

  test('an order waits for a day, stands on it, and is late when it was not fitted', async () => {
    const { id, number } = await order({ buyer: { ...testBuyer, shipName: 'Ms Aurora' } })
    expect(numbers((await data('/desk/installations')).unplanned)).toEqual([number])
    const on = dayIn(9)
    const { status, body } = await plan(id, {
      on,
      startsAt: '08:30',
      fitter: 'Piet',
      berth: 'Waalhaven, pier 7',
    })
    expect([status, body.code]).toEqual([200, undefined])
    expect(body.data.installation).toMatchObject({ on, state: 'scheduled', shipName: 'Ms Aurora' })
    const now = await data('/desk/installations')
    expect([now.unplanned, now.installations, now.days[0]]).toEqual([[], [], mondayOf(now.today)])
    const week = await data(`/desk/installations?day=${on}`)
    expect(week.days).toContain(on)
    expect(week.installations).toMatchObject([
      { number, on, startsAt: '08:30', fitter: 'Piet', boxes: { chosen: 0, onBoard: 0, of: 1 } },
    ])
    expect((await desk.get(`/orders/${id}`)).status).toBe(404)

    app.clock.advance(10 * dayMs)
    await signUpProvenOperator(app, desk, 'service')
    const later = await data('/desk/installations')
    expect(numbers(later.overdue)).toEqual([number])
  })

  test('the buyer is told of a new day, and of nothing else', async () => {
    const { id, number } = await order()
    const told = async () =>
      (
        await store()
          .db.selectFrom('orderEvents')
          .select('kind')
          .where('orderId', '=', id)
          .where('kind', '=', 'schedule')
          .execute()
      ).length
    await plan(id, { on: dayIn(5), fitter: 'Piet' })
    expect(await told()).toBe(1)
    const { body } = await plan(id, { on: dayIn(5), fitter: 'Klaas', notes: 'Bel bij de sluis.' })
    expect(body.data.plan).toMatchObject({ fitter: 'Klaas', notes: 'Bel bij de sluis.', berth: null })
    expect(body.data.fitters).toEqual(['Klaas'])
    expect(await told()).toBe(1)
    await plan(id, { on: dayIn(6), fitter: 'Klaas' })
    expect(await told()).toBe(2)
    const owner = testClient(app)
    await signUpProvenOperator(app, owner)
    const { entries } = (await owner.get('/desk/audit')).body.data
    expect(
      entries
        .filter(({ action }: { action: string }) => action === 'fitting.plan')
        .map(({ subject, reason }: { subject: string; reason: string }) => [subject, reason]),
    ).toEqual([
      [`order ${number}`, `${dayIn(6)} · Klaas`],
      [`order ${number}`, `${dayIn(5)} · Klaas`],
      [`order ${number}`, `${dayIn(5)} · Piet`],
    ])
  })

  test('the sheet names ship, generator, boxes and what the check on board found, in four languages', async () => {
    const { db } = store()
    const buyer = testClient(app)
    const { user } = await signUp(buyer)
    await insertShip(db, { userId: user.id, name: 'Ms Bella' })
    const ship = await insertShip(db, {
      userId: user.id,
      name: 'ms aurora',
      homePort: 'Lobith',
      generatorCapacityKw: 80,
    })
    const { id, number } = await order({ buyer: { ...testBuyer, shipName: 'Ms Aurora' } }, buyer)
    await plan(id, { on: dayIn(0), generator: 'Paneel achter', cabling: '30 m, 5 x 35 mm²' })
    expect(await data(`/desk/installations/${id}`)).toMatchObject({
      ship: { name: 'ms aurora', homePort: 'Lobith', generatorCapacityKw: 80 },
      needs: { powerKw: 25, generatorKw: 50 },
      contact: { name: 'Anna de Vries' },
      reports: [],
    })
    const owner = testClient(app)
    await signUpProvenOperator(app, owner)
    await owner.post('/desk/controllers', { name: 'Achterschip' })
    const controller = await db.selectFrom('controllers').select('id').executeTakeFirstOrThrow()
    await db.updateTable('controllers').set({ ownerId: user.id, shipId: ship }).execute()
    await desk.post('/desk/boxes', { product: 'sm19', state: 'tested', serials: ['SM19-1'] })
    const { boxes } = await data('/desk/boxes')
    await desk.post(`/desk/boxes/${boxes[0].id}`, { controllerId: controller.id })
    const moved = await desk.post('/desk/boxes/moves', {
      action: 'install',
      serials: ['SM19-1'],
      order: number,
    })
    expect(moved.body.data.refused).toEqual([])
    const at = app.clock.now()
    const report = {
      controllerId: controller.id,
      version: '1.0.0',
      position: 'done',
      checkedElsewhere: null,
      startedAt: at,
      finishedAt: at,
      capacityKw: 80,
      limitPercent: 80,
      reserveKw: 12,
      requiredReserveKw: 10,
      largestStepKw: 8,
      results: {},
    }
    const times = { finishedAt: new Date(at), receivedAt: new Date(at) }
    await db
      .insertInto('commissioningReports')
      .values({ controllerId: controller.id, ...times, report: JSON.stringify(report) })
      .execute()
    const fitting: Fitting = await data(`/desk/installations/${id}`)
    expect(fitting).toMatchObject({
      installation: { state: 'installed', boxes: { chosen: 1, onBoard: 1, of: 1 } },
      reports: [{ controllerId: controller.id, reserveKw: 12 }],
    })
    for (const language of languages) {
      const { pdfBase64, filename } = await data(`/desk/installations/${id}/sheet?language=${language}`)
      expect(Buffer.from(pdfBase64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
      expect(filename).toContain(number)
      const text = JSON.stringify(fittingSheet(fitting, language, 'Shipminer'))
      for (const part of ['ms aurora', 'SM19-1', 'Paneel achter', '30 m, 5 x 35 mm²', controller.id])
        expect([language, part, text.includes(part)]).toEqual([language, part, true])
    }
  })
})

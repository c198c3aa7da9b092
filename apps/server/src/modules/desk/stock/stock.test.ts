import type { DeskBox } from '@shipminer/contract/desk/stock'
import { deliveryWeek } from '@shipminer/domain/catalogue/data-sheet'
import { addMonths } from '@shipminer/domain/stock/supply'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder, testBuyer } from '../../../../test/place-order.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'

const dayMs = 86_400_000

describeEachEngine('boxes at the desk', ({ store }) => {
  let app: TestApp
  let desk: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    desk = testClient(app)
    await signUpProvenOperator(app, desk)
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  const dayIn = (days: number) => new Date(app.clock.now() + days * dayMs).toISOString().slice(0, 10)
  const data = async (path: string) => {
    const { status, body } = await desk.get(path)
    expect([path, status]).toEqual([path, 200])
    return body.data
  }
  const stock = (
    query = '',
  ): Promise<{ boxes: DeskBox[]; total: number; byState: object; supply: object[] }> =>
    data(`/desk/boxes${query}`)
  const add = async (serials: string[], change: Record<string, unknown> = {}) => {
    const { status, body } = await desk.post('/desk/boxes', {
      product: 'sm19',
      state: 'ordered',
      serials,
      ...change,
    })
    expect([status, body.code]).toEqual([200, undefined])
    return body.data as { boxes: DeskBox[]; refused: { serial: string; reason: string }[] }
  }
  const move = async (action: string, serials: string[], change: Record<string, unknown> = {}) => {
    const { status, body } = await desk.post('/desk/boxes/moves', { action, serials, ...change })
    expect([status, body.code]).toEqual([200, undefined])
    const { boxes, refused } = body.data
    return [
      ...boxes.map(({ state }: DeskBox) => state),
      ...refused.map((one: { reason: string }) => one.reason),
    ]
  }
  const act = async (id: string, body: object) => {
    const answer = await desk.post(`/desk/orders/${id}/actions`, { reason: 'as agreed', ...body })
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
  }
  const order = async (quantity = 1) => {
    const { order: placed, withKey } = await placedOrder(testClient(app), {
      quantity,
      expectedGrossCents: 1_750_000 * quantity,
    })
    await act(placed.id, { action: 'book-bank', amountCents: 1_750_000 * quantity })
    return { ...placed, withKey }
  }
  const read = async (id: string) => (await data(`/desk/orders/${id}`)).order
  /** The words of the packing slip as it is now. */
  const slip = async (id: string) => {
    const { pdfBase64 } = await data(`/desk/orders/${id}/packing-slip`)
    const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(pdfBase64, 'base64')))
    return (await extractText(pdf, { mergePages: true })).text.replaceAll(/\s+/g, ' ')
  }
  const kinds = async (id: string) => (await read(id)).events.map(({ kind }: { kind: string }) => kind)

  describe('refuses', () => {
    test('anyone whose work it is not', async () => {
      const body = { product: 'sm19', state: 'ordered', serials: ['SM19-1'] }
      expect((await testClient(app).post('/desk/boxes', body)).status).toBe(401)
      const user = testClient(app)
      await signUp(user)
      expect((await user.post('/desk/boxes', body)).body.code).toBe('forbidden')
      const bookkeeper = testClient(app)
      await signUpProvenOperator(app, bookkeeper, 'bookkeeper')
      expect((await bookkeeper.post('/desk/boxes', body)).body.code).toBe('role-required')
      expect((await bookkeeper.get('/desk/boxes')).status).toBe(200)
      expect((await stock()).total).toBe(0)
    })

    test('a product that is not there, and a day of boxes that are there already', async () => {
      const body = { product: 'sm19', state: 'ordered', serials: ['SM19-1'] }
      expect((await desk.post('/desk/boxes', { ...body, product: 'sm99' })).body.code).toBe(
        'product-not-found',
      )
      const there = { ...body, state: 'tested', expectedOn: dayIn(3) }
      expect((await desk.post('/desk/boxes', there)).body.code).toBe('invalid-request')
      expect((await desk.get(`/desk/boxes/${crypto.randomUUID()}`)).status).toBe(404)
      expect((await desk.post(`/desk/boxes/${crypto.randomUUID()}`, {})).status).toBe(404)
    })

    test('each box for itself, with the reason', async () => {
      const { number } = await order()
      await add(['SM19-1', 'SM19-2'], { state: 'tested' })
      await add(['SM21-1'], { product: 'sm21', state: 'tested' })
      expect(await move('build', ['?', 'SM19-9', 'SM19-1'])).toEqual([
        'not-a-serial',
        'unknown',
        'wrong-state',
      ])
      expect(await move('ship', ['SM19-1'])).toEqual(['no-order'])
      expect(await move('bind', ['SM19-1'], { order: 'SM-2000-000001' })).toEqual(['order-unknown'])
      expect(await move('bind', ['SM21-1', 'SM19-1', 'SM19-2'], { order: number })).toEqual([
        'tested',
        'other-product',
        'order-full',
      ])
      // It is paid, yet no day is set.
      expect(await move('install', ['SM19-1'])).toEqual(['order-not-ready'])
      expect(await move('remove', ['SM19-2'])).toEqual(['wrong-state'])
    })
  })

  test('are entered once, found, counted and recorded', async () => {
    const first = await add([' sm19-0001', 'SM19-0002', 'x'], { expectedOn: dayIn(20) })
    expect(first.boxes.map(({ serial, state }) => [serial, state])).toEqual([
      ['SM19-0001', 'ordered'],
      ['SM19-0002', 'ordered'],
    ])
    expect(first.refused).toEqual([{ serial: 'x', reason: 'not-a-serial' }])
    expect((await add(['SM19-0002', 'SM19-0003'])).refused).toEqual([
      { serial: 'SM19-0002', reason: 'known' },
    ])
    expect((await stock()).byState).toMatchObject({ ordered: 3, built: 0 })
    expect((await stock('?search=0002')).boxes.map(({ serial }) => serial)).toEqual(['SM19-0002'])
    const { hits } = await data('/desk/search?text=sm19-0002')
    expect(hits).toMatchObject([{ kind: 'box', id: 'SM19-0002' }])
    expect(await move('build', ['SM19-0001'])).toEqual(['built'])
    expect((await stock('?state=built')).total).toBe(1)
    expect(await move('remove', ['SM19-0003'], { note: 'mistyped' })).toEqual([])
    expect((await stock()).total).toBe(2)

    const [box] = first.boxes
    const { events } = await data(`/desk/boxes/${box?.id}`)
    expect(events).toMatchObject([
      { what: 'build', state: 'built' },
      { what: 'add', state: 'ordered', on: dayIn(20) },
    ])
    const { entries } = await data('/desk/audit')
    const lines = entries.filter(({ subject }: { subject: string }) => subject.startsWith('box '))
    expect(
      lines.map(({ action, subject }: { action: string; subject: string }) => `${action} ${subject}`),
    ).toEqual([
      'box.remove box SM19-0003',
      'box.build box SM19-0001',
      'box.add box SM19-0003',
      'box.add box SM19-0002',
      'box.add box SM19-0001',
    ])
  })

  test('an order of two is delivered in parts, and each box has its own day and warranty', async () => {
    const { id, number, withKey } = await order(2)
    app.clock.advance(10 * dayMs)
    await signUpProvenOperator(app, desk)
    await add(['SM19-1', 'SM19-2'])
    expect(await move('build', ['SM19-1', 'SM19-2'], { order: number })).toEqual(['built', 'built'])
    expect(await kinds(id)).toContain('built')
    await move('test', ['SM19-1', 'SM19-2'])
    await act(id, { action: 'schedule', on: dayIn(3) })
    expect(await slip(id)).toMatch(/ 2 .*SM19-1, SM19-2/)
    expect(await move('ship', ['SM19-1'])).toEqual(['shipped'])
    expect(await slip(id)).toMatch(/ 1 .*SM19-1 .*Volgt later: 1/)
    expect(await kinds(id)).not.toContain('shipped')
    expect(await move('install', ['SM19-1'], { on: dayIn(1) })).toEqual(['wrong-day'])
    expect(await move('install', ['SM19-1'], { on: dayIn(-30) })).toEqual(['wrong-day'])
    const day = dayIn(-2)
    expect(await move('install', ['SM19-1'], { on: day })).toEqual(['installed'])
    expect(await read(id)).toMatchObject({ state: 'scheduled', fulfilment: 'scheduled' })
    expect(await kinds(id)).toContain('installed-part')
    expect(await slip(id)).toMatch(/ 1 .*SM19-2 .*Eerder geleverd: 1/)
    // The rest of it is planned for a day of its own.
    await desk.post(`/desk/installations/${id}`, { on: dayIn(5) })
    const { installations, overdue } = await data(`/desk/installations?day=${dayIn(5)}`)
    expect([...installations, ...overdue]).toMatchObject([
      { number, on: dayIn(5), state: 'scheduled', boxes: { chosen: 2, onBoard: 1, of: 2 } },
    ])
    const papers = async () =>
      (await data(`/desk/orders/${id}`)).documents.map(({ kind }: { kind: string }) => kind)
    expect(await papers(), 'the final invoice waits for the last box').toEqual(['invoice'])

    // The fitter took the other one along.
    expect(await move('install', ['SM19-2'])).toEqual(['installed'])
    expect(await read(id)).toMatchObject({ state: 'installed', fulfilment: 'installed' })
    expect((await read(id)).installedAt.slice(0, 10)).toBe(dayIn(0))
    const seen = (await testClient(app).get(`/orders/${id}`, withKey)).body.data.order.boxes
    expect(seen).toEqual([
      { serial: 'SM19-1', state: 'installed', installedOn: day, warrantyUntil: addMonths(day, 24) },
      { serial: 'SM19-2', state: 'installed', installedOn: dayIn(0), warrantyUntil: addMonths(dayIn(0), 24) },
    ])
    const audit = await data(`/desk/audit`)
    expect(audit.entries[0]).toMatchObject({ action: 'box.install', subject: 'box SM19-2' })
  })

  test('a box that came back leaves its place to another, and begins anew on the workbench', async () => {
    const { id, number } = await order()
    await act(id, { action: 'schedule', on: dayIn(1) })
    await add(['SM19-1', 'SM19-2'], { state: 'tested' })
    expect(await move('install', ['SM19-1'], { order: number })).toEqual(['installed'])
    expect(await move('bind', ['SM19-2'], { order: number })).toEqual(['order-full'])
    expect(await move('return', ['SM19-1'])).toEqual(['returned'])
    expect(await move('ship', ['SM19-2'], { order: number })).toEqual(['shipped'])
    expect(await move('install', ['SM19-2'])).toEqual(['installed'])
    expect(await move('rework', ['SM19-1'])).toEqual(['built'])
    const [again] = (await stock('?search=sm19-1')).boxes
    expect(again).toMatchObject({ order: null, installedOn: null, warrantyUntil: null })
  })

  test('two at once never put more boxes on an order than it has', async () => {
    const { number } = await order()
    await add(['SM19-1', 'SM19-2'], { state: 'tested' })
    const both = await Promise.all([
      move('bind', ['SM19-1'], { order: number }),
      move('bind', ['SM19-2'], { order: number }),
    ])
    expect(both.flat().toSorted()).toEqual(['order-full', 'tested'])
  })

  test('an order that is cancelled gives back what is in the house', async () => {
    const { id, number } = await order()
    await add(['SM19-1'], { state: 'tested' })
    await move('bind', ['SM19-1'], { order: number })
    await act(id, { action: 'cancel' })
    const [box] = (await stock()).boxes
    expect(box).toMatchObject({ state: 'tested', order: null })
    const { events } = await data(`/desk/boxes/${box?.id}`)
    expect(events[0]).toMatchObject({ what: 'release', operator: null, orderNumber: number })
  })

  test('the week that the shop promises comes from them, after those who ordered before', async () => {
    const promised = async () =>
      (await testClient(app).get('/products/sm19')).body.data.product.sheet.leadWeeks ?? null
    const bySheet = await promised()
    await add(['SM19-1', 'SM19-2'], { state: 'tested' })
    expect(await promised()).toBe(1)
    const [sm19] = (await stock()).supply
    expect(sm19).toMatchObject({
      free: { ordered: 0, built: 0, tested: 2 },
      waiting: 0,
      deliveryWeek: deliveryWeek(app.clock.now(), 1),
      isFromBoxes: true,
    })
    const { order: placed, withKey } = await placedOrder(testClient(app))
    expect(await promised()).toBe(1)
    await act(placed.id, { action: 'book-bank', amountCents: 1_750_000 })
    const { deliveryWeek: week } = (await testClient(app).get(`/orders/${placed.id}`, withKey)).body.data
      .order
    expect(week).toEqual(deliveryWeek(app.clock.now(), 1))
    await move('bind', ['SM19-1'], { order: placed.number })
    await move('rework', ['SM19-2'])
    expect(await promised()).toBe(2)
    // Somebody waits for it; the next one comes in two weeks.
    await placedOrder(testClient(app), { buyer: { ...testBuyer, email: 'other@vloot.nl' } })
    expect(await promised()).toBe(bySheet)
    await add(['SM19-3'], { expectedOn: dayIn(14) })
    expect(await promised()).toBe(4)
  })

  test('the day on which one comes and its controller can be noted', async () => {
    const { boxes } = await add(['SM19-1'])
    await desk.post('/desk/controllers', { name: 'Achterschip' })
    const { id } = await store().db.selectFrom('controllers').select('id').executeTakeFirstOrThrow()
    const path = `/desk/boxes/${boxes[0]?.id}`
    expect((await desk.post(path, { controllerId: 'SM-NOBODY' })).status).toBe(404)
    const { body } = await desk.post(path, { controllerId: id, expectedOn: dayIn(5) })
    expect(body.data.box).toMatchObject({ controllerId: id, expectedOn: dayIn(5) })
    const { entries } = await data('/desk/audit')
    expect(entries[0]).toMatchObject({ action: 'box.change', reason: `- → ${dayIn(5)} · - → ${id}` })
  })
})

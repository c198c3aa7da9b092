import { splitRevenue } from '@shipminer/domain/revenue/split'
import { expect, test } from 'vitest'
import { type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { openEachDesk } from '../../../../test/each-desk.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { placedOrder, testBuyer } from '../../../../test/place-order.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine } from '../../../platform/db/testing.ts'

describeEachEngine('customers at the desk', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  openEachDesk(store, (desk) => {
    ;({ app, operator } = desk)
  })
  const read = async (path: string) => {
    const { status, body } = await operator.get(path)
    expect([path, status]).toEqual([path, 200])
    return body.data
  }
  const actions = async () =>
    (await read('/desk/audit')).entries.map(({ action }: { action: string }) => action)

  test('the owner of the desk takes out what a person would download, and nobody else does', async () => {
    const person = testClient(app)
    const { user } = await signUp(person)
    const path = `/desk/customers/${user.id}/export`
    const { status, body } = await operator.post(path)
    expect(status).toBe(200)
    const { data: own } = (await person.get('/user/data')).body
    expect(body.data).toEqual(own)
    expect(body.data).toMatchObject({ profile: { user: { email: user.email } } })
    expect((await actions()).filter((action: string) => action === 'customer.export')).toHaveLength(1)
    for (const role of ['sales', 'service', 'bookkeeper', 'read-only'] as const) {
      const colleague = testClient(app)
      await signUpProvenOperator(app, colleague, role)
      expect([role, (await colleague.post(path)).status]).toEqual([role, 403])
    }
    expect(await operator.post(`/desk/customers/${crypto.randomUUID()}/export`)).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    })
    expect((await actions()).filter((action: string) => action === 'customer.export')).toHaveLength(1)
  })

  test('one page has all that belongs to a person, and that it was read is recorded once', async () => {
    const owner = testClient(app)
    const { user } = await signUp(owner)
    const { db } = store()
    const own = await placedOrder(owner)
    // Somebody who did not sign in, with the address of the account in other letters; and somebody else.
    const guest = await placedOrder(testClient(app), {
      buyer: { ...testBuyer, email: user.email.toUpperCase() },
    })
    await placedOrder(testClient(app), { buyer: { ...testBuyer, email: 'other@vloot.nl' } })
    const act = (body: object) =>
      operator.post(`/desk/orders/${own.order.id}/actions`, { reason: 'as agreed', ...body })
    await act({ action: 'book-bank', amountCents: 1_750_000 })
    await act({ action: 'schedule', on: '2026-06-01' })
    await act({ action: 'install' })
    const ship = await db
      .insertInto('ships')
      .values({ userId: user.id, name: 'Ms Aurora', homePort: 'Nijmegen' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await operator.post('/desk/controllers', { name: 'Achterschip' })
    const { id } = await db.selectFrom('controllers').select('id').executeTakeFirstOrThrow()
    const claimedAt = new Date(app.clock.now())
    await db.updateTable('controllers').set({ ownerId: user.id, shipId: ship.id, claimedAt }).execute()
    await db
      .insertInto('miners')
      .values({ controllerId: id, deviceKey: 'mac:1', name: 'hydro-01', serial: 'SM19-2411-0203' })
      .execute()

    const path = `/desk/customers/${user.id}`
    const customer = await read(path)
    expect(customer).toMatchObject({
      person: { id: user.id, email: user.email },
      ships: [{ name: 'Ms Aurora', controllers: [{ id }], miners: [{ serial: 'SM19-2411-0203' }] }],
      looseControllers: [],
      boxes: [{ orderNumber: own.order.number, warrantyMonths: 24 }],
      money: [{ orderId: own.order.id, orderNumber: own.order.number, cents: 1_750_000 }],
      claims: [{ id, name: 'Achterschip', at: claimedAt.getTime() }],
      reports: [],
      payouts: [],
      notes: [],
    })
    const [box] = customer.boxes
    expect(box.warrantyUntil.slice(4)).toBe(box.installedOn.slice(4))
    expect(Number(box.warrantyUntil.slice(0, 4)) - Number(box.installedOn.slice(0, 4))).toBe(2)
    expect(customer.orders.map(({ number }: { number: string }) => number).toSorted()).toEqual(
      [own.order.number, guest.order.number].toSorted(),
    )
    const ordered = customer.orders.find(({ number }: { number: string }) => number === own.order.number)
    expect(ordered.documents).toMatchObject([{ kind: 'invoice' }])

    await read(path)
    const readings = async () =>
      (await actions()).filter((action: string) => action === 'customer.read').length
    expect(await readings()).toBe(1)
    const colleague = testClient(app)
    await signUpProvenOperator(app, colleague)
    expect((await colleague.get(path)).status).toBe(200)
    expect(await readings()).toBe(2)
    expect((await operator.get(`/desk/customers/${crypto.randomUUID()}`)).status).toBe(404)
  })

  /** Wherever the desk lists or counts controllers, there is one, however often it changed hands. */
  async function expectOneBox(id: string): Promise<void> {
    const { controllers, total, byStatus } = await read('/desk/controllers')
    expect([controllers.map((one: { id: string }) => one.id), total]).toEqual([[id], 1])
    expect(byStatus).toEqual({ online: 0, silent: 0, 'never-seen': 1, revoked: 0 })
    expect((await read(`/desk/controllers?id=${id}.2`)).total).toBe(0)
    expect((await operator.post('/desk/controllers/export', {})).body.data.rows).toBe(1)
    expect((await read('/desk/today')).controllers.all).toBe(1)
    const { controllers: ofAll, versions } = await read('/desk/fleet')
    expect([ofAll.all, versions]).toEqual([1, [{ version: null, controllers: 1 }]])
    const { hits } = await read('/desk/search?text=aurora')
    expect(hits.filter(({ kind }: { kind: string }) => kind === 'controller')).toHaveLength(1)
    const { customers } = await read('/desk/customers?sort=createdAt')
    const counted = customers.map((one: { name: string; controllers: number }) => [one.name, one.controllers])
    expect(counted).toContainEqual(['Bram', 0])
    expect(counted).toContainEqual(['Anna', 1])
  }

  test('controllers that went from one owner to another are told to both, and to who had them in between', async () => {
    const { controllers } = (await operator.post('/desk/controllers', { name: 'Aurora' })).body.data
    const [{ controllerId: id, claimKey }] = controllers
    const [anna, bram, cato] = [testClient(app), testClient(app), testClient(app)]
    const people: string[] = []
    for (const [client, name] of [
      [anna, 'Anna'],
      [bram, 'Bram'],
      [cato, 'Cato'],
    ] as const) {
      const { user } = await signUp(client)
      await store().db.updateTable('users').set({ name }).where('id', '=', user.id).execute()
      people.push(user.id)
    }
    const told = async () => {
      const pages = []
      for (const person of people) {
        const { claims, transfers } = await read(`/desk/customers/${person}`)
        pages.push([...claims, ...transfers])
      }
      return pages
    }
    const claim = async (client: TestClient, key: string) => {
      app.clock.advance(60_000)
      expect((await client.post('/miners/claim', { claimKey: key })).status).toBe(200)
      return app.clock.now()
    }
    const act = async (action: string) => {
      const answer = await operator.post(`/desk/controllers/${id}/actions`, { action, reason: 'sold' })
      expect([action, answer.status]).toEqual([action, 200])
      return answer.body.data.created.claimKey
    }
    const box = { id, name: 'Aurora' }
    const first = await claim(anna, claimKey)
    expect(await told()).toEqual([[{ ...box, at: first }], [], []])
    const second = await claim(bram, await act('start-transfer'))
    const third = await claim(cato, await act('start-transfer'))
    app.clock.advance(60_000)
    const fourth = app.clock.now()
    const key = await act('release-owner')
    const fifth = await claim(anna, key)
    expect(await told()).toEqual([
      [
        { ...box, at: fifth },
        { ...box, at: first },
        { ...box, at: second, way: 'given', other: 'Bram' },
      ],
      [
        { ...box, at: third, way: 'given', other: 'Cato' },
        { ...box, at: second, way: 'received', other: 'Anna' },
      ],
      [
        { ...box, at: fourth, way: 'given', other: null },
        { ...box, at: third, way: 'received', other: 'Bram' },
      ],
    ])
    const { looseControllers } = await read(`/desk/customers/${people[1]}`)
    expect(looseControllers).toMatchObject([{ id: `${id}.2`, pastUntil: third }])
    const { looseControllers: own } = await read(`/desk/customers/${people[0]}`)
    expect(own).toContainEqual(expect.objectContaining({ id, pastUntil: null }))
    await expectOneBox(id)
    await store().db.deleteFrom('controllers').where('id', '=', `${id}.1`).execute()
    expect((await told())[1]?.at(-1)).toEqual({ ...box, at: second, way: 'received', other: null })
  })

  test('an order, its papers, the sheet of its installation and a lead are read, each recorded once', async () => {
    const { order } = await placedOrder(testClient(app), { method: 'pay_on_delivery' })
    await testClient(app).post('/inquiries/contact', {
      name: 'Otto',
      email: 'otto@schip.nl',
      message: 'Past de box?',
      language: 'nl',
    })
    const [lead] = (await read('/desk/leads')).leads
    const readings = async () =>
      (await read('/desk/audit')).entries
        .filter(({ action }: { action: string }) => action.endsWith('.read'))
        .map(({ action, subject }: { action: string; subject: string }) => `${action} ${subject}`)
        .toSorted()
    expect(await readings()).toEqual([])
    const number = `order ${order.number}`
    const look = async () => {
      await read(`/desk/orders/${order.id}`)
      expect((await read(`/desk/leads/${lead.id}`)).lead).toMatchObject({ email: 'otto@schip.nl' })
      await read(`/desk/installations/${order.id}`)
      await read(`/desk/installations/${order.id}/sheet?language=de`)
      await read(`/desk/orders/${order.id}/packing-slip`)
    }
    await look()
    await look()
    const once = [`fitting.read ${number}`, `lead.read lead ${lead.reference}`, `order.read ${number}`]
    expect(await readings()).toEqual(once)
    // Who looked is in the log of the house, and no part of what was done to the order.
    expect((await read(`/desk/orders/${order.id}`)).audit).toEqual([])
    const colleague = testClient(app)
    await signUpProvenOperator(app, colleague)
    await colleague.get(`/desk/orders/${order.id}`)
    expect(await readings()).toEqual([...once, `order.read ${number}`])
    for (const path of ['/desk/orders', '/desk/leads', '/desk/installations'])
      expect((await operator.get(`${path}/${crypto.randomUUID()}`)).status).toBe(404)
  })

  test('what was not paid out yet is shown in satoshi and at the last price; unknown is null', async () => {
    const { user } = await signUp(testClient(app))
    const { db } = store()
    const path = `/desk/customers/${user.id}`
    const { minimumSat } = (await read(path)).balance
    expect((await read(path)).balance).toEqual({ sat: null, cents: null, minimumSat })
    const at = new Date(app.clock.now())
    const receipt = {
      userId: user.id,
      at,
      source: 'pool-csv',
      importedAt: at,
      coin: 'BTC',
      paidTo: 'provider',
    } as const
    await db
      .insertInto('receipts')
      .values({ ...receipt, amountSat: 20_000, reference: 'r1' })
      .execute()
    const { ownerSat } = splitRevenue(20_000)
    expect((await read(path)).balance).toEqual({ sat: ownerSat, cents: null, minimumSat })
    await db
      .insertInto('priceQuotes')
      .values({ currency: 'EUR', centsPerBtc: 8_000_000, source: 'x', observedAt: at })
      .execute()
    expect((await read(path)).balance).toEqual({
      sat: ownerSat,
      cents: Math.round((ownerSat * 8) / 100),
      minimumSat,
    })
  })

  test('people are found by how a word begins, and sorted', async () => {
    const owner = testClient(app)
    const { user } = await signUp(owner)
    const { db } = store()
    await db.updateTable('users').set({ name: 'Zwaantje Bos' }).where('id', '=', user.id).execute()
    const names = async (query: string) =>
      (await read(`/desk/customers?${query}`)).customers.map(({ name }: { name: string }) => name)
    expect(await names('search=zwa')).toEqual(['Zwaantje Bos'])
    expect(await names('search=aantje')).toEqual([])
    expect((await names('sort=name&direction=descending'))[0]).toBe('Zwaantje Bos')
    expect(await read('/desk/customers?page=2')).toMatchObject({ customers: [], total: 2 })
  })

  test('a note is kept, and a mail is sent once more to the address it went to, and to no other', async () => {
    const owner = testClient(app)
    const { user } = await signUp(owner)
    await placedOrder(owner, { buyer: { ...testBuyer, email: user.email } })
    const { db } = store()
    await db.updateTable('mails').set({ status: 'sent' }).execute()
    const path = `/desk/customers/${user.id}`
    const noted = await operator.post(`/desk/customers/${user.id}/notes`, {
      text: ' Belt liever na vijven. ',
    })
    expect(noted.body.data.notes).toMatchObject([
      { operator: 'Anna de Vries', text: 'Belt liever na vijven.' },
    ])
    const before = (await read(path)).mails
    const [mail] = before
    const again = await operator.post(`/desk/customers/${user.id}/mails/${mail.id}/resend`)
    expect(again.body.data.mails).toHaveLength(before.length + 1)
    expect(again.body.data.mails[0]).toMatchObject({ subject: mail.subject, status: 'queued' })
    await db
      .insertInto('mails')
      .values({
        messageId: 'm@x',
        recipient: 'other@vloot.nl',
        replyTo: null,
        subject: 's',
        textBody: 't',
        htmlBody: 'h',
        nextAttemptAt: new Date(app.clock.now()),
        createdAt: new Date(app.clock.now()),
      })
      .execute()
    const { id } = await db
      .selectFrom('mails')
      .select('id')
      .where('messageId', '=', 'm@x')
      .executeTakeFirstOrThrow()
    expect((await operator.post(`${path}/mails/${id}/resend`)).status).toBe(404)
    expect((await actions()).slice(0, 2)).toEqual(['customer.resend', 'customer.read'])
  })
})

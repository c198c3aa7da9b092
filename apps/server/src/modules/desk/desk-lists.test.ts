import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { openEachDesk } from '../../../test/each-desk.ts'
import { insertOwner } from '../../../test/fleet-rows.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'

const dayMs = 86_400_000

describeEachEngine('lists of the desk', ({ store }) => {
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

  test('orders are sorted, paged and counted', async () => {
    const products = [
      { product: 'sm19', expectedGrossCents: 1_750_000 },
      { product: 'lottery', expectedGrossCents: 25_000 },
      { product: 'sm19', expectedGrossCents: 1_750_000 },
    ]
    const numbers: string[] = []
    for (const change of products) {
      numbers.push((await placedOrder(testClient(app), change)).order.number)
      app.clock.advance(1_000)
    }
    const [first, second, third] = numbers
    const list = async (query: string) => {
      const { orders, total } = await read(`/desk/orders?${query}`)
      return [total, ...orders.map(({ number }: { number: string }) => number)]
    }
    expect(await list('page=1')).toEqual([3, third, second, first])
    expect(await list('sort=placedAt&direction=ascending')).toEqual([3, first, second, third])
    expect((await list('sort=amount&direction=ascending'))[1]).toBe(second)
    expect(await list('sort=number&perPage=2&page=2')).toEqual([3, first])
    expect(await list('sort=number&page=9')).toEqual([3])
    expect(await list('payment=pending&search=nobody&page=1')).toEqual([0])
    const { byState, perPage } = await read('/desk/orders?state=cancelled')
    expect(Object.values<number>(byState).reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(perPage).toBe(50)
    for (const bad of ['page=0', 'perPage=501', 'sort=buyer'])
      expect((await operator.get(`/desk/orders?${bad}`)).status).toBe(400)
  })

  test('leads are sorted over all of them, paged, searched and counted', async () => {
    const at = app.clock.now()
    const lead = (index: number, more: object) => ({
      kind: 'contact' as const,
      reference: `C-${String(index).padStart(8, '0')}`,
      email: `reader-${index}@schip.nl`,
      name: null,
      language: 'nl',
      // Some at the same moment, where a page ends.
      createdAt: new Date(at - Math.floor(index / 7) * dayMs),
      ...more,
    })
    const values = Array.from({ length: 60 }, (_, index) =>
      lead(index, {
        ...(index === 3 && { name: 'Ząb', phone: '+31 24 555 777' }),
        ...(index === 59 && { name: 'aaron', stage: 'offered', nextContactOn: '2026-03-01' }),
        ...(index === 58 && { stage: 'lost', lostReason: 'sold', handledAt: new Date(at) }),
        ...(index === 57 && { kind: 'waiting-list', nextContactOn: '2026-02-01' }),
      }),
    )
    await store().db.insertInto('inquiries').values(values).execute()
    const list = async (query: string) => {
      const { leads, total, perPage } = await read(`/desk/leads?${query}`)
      expect(perPage).toBe(50)
      return { total, of: leads.map(({ email }: { email: string }) => Number(/\d+/.exec(email)?.[0])) }
    }
    const pages = async (query: string) => {
      const [first, second] = [await list(query), await list(`${query}&page=2`)]
      expect([first.of.length, second.of.length]).toEqual([50, first.total - 50])
      return [...first.of, ...second.of]
    }
    const oldest = await pages('status=open')
    expect(new Set(oldest).size).toBe(59)
    expect(oldest.slice(0, 3).toSorted()).toEqual([56, 57, 59])
    expect((await pages('status=all')).at(-1)).toBeGreaterThan(55)
    expect(new Set(await pages('status=all&sort=createdAt&direction=ascending')).size).toBe(60)
    // Whoever gave no name stands under the address.
    expect((await pages('status=all&sort=name&direction=ascending'))[0]).toBe(59)
    expect((await pages('status=all&sort=name&direction=descending'))[0]).toBe(3)
    expect((await pages('status=all&sort=stage&direction=descending')).slice(0, 2)).toEqual([58, 59])
    expect((await pages('status=all&sort=nextContactOn&direction=ascending')).slice(0, 2)).toEqual([57, 59])
    expect((await pages('status=all&sort=nextContactOn&direction=descending')).slice(0, 2)).toEqual([59, 57])
    expect(await list('status=all&search=zab')).toEqual({ total: 1, of: [3] })
    expect(await list('search=555')).toEqual({ total: 1, of: [3] })
    expect(await list('search=C-00000058')).toEqual({ total: 0, of: [] })
    expect(await list('status=all&stage=lost&search=reader-58')).toEqual({ total: 1, of: [58] })
    expect(await list('status=all&kind=waiting-list&page=2')).toEqual({ total: 1, of: [] })
    for (const bad of ['page=0', 'page=x', 'sort=email', 'direction=up'])
      expect((await operator.get(`/desk/leads?${bad}`)).status).toBe(400)
  })

  test('refunds are sorted and paged, those to be paid without what a run pays', async () => {
    const { db } = store()
    const at = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour))
    const orders = []
    for (let order = 0; order < 3; order += 1) orders.push((await placedOrder(testClient(app))).order)
    const [one, two, three] = orders
    const { id: runId } = await db
      .insertInto('refundRuns')
      .values({ way: 'bank', createdAt: at(0), createdBy: 'Anna', file: '<x/>' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = [
      [two, 100, 'requested', 3, null, null],
      [one, 300, 'requested', 2, null, null],
      [three, 200, 'requested', 1, null, null],
      [three, 400, 'requested', 1, null, runId],
      [one, 50, 'paid', 1, 5, null],
      [two, 70, 'paid', 2, 4, runId],
    ] as const
    for (const [order, amountCents, status, asked, settled, run] of rows)
      await db
        .insertInto('refunds')
        .values({
          ...{ id: crypto.randomUUID(), orderId: order?.id ?? '', amountCents, status },
          ...{ reason: 'too-much', requestedAt: at(asked), settledAt: settled && at(settled), runId: run },
        })
        .execute()
    const list = async (query: string) => {
      const { refunds, byStatus } = await read(`/desk/refunds?${query}`)
      expect(byStatus).toEqual({ open: 3, unpaid: 4, paid: 2 })
      return refunds.map(({ amountCents }: { amountCents: number }) => amountCents)
    }
    expect(await list('')).toEqual([200, 300, 100])
    expect((await list('status=unpaid')).toSorted()).toEqual([100, 200, 300, 400])
    expect(await list('status=unpaid&sort=amount&page=1')).toEqual([400, 300, 200, 100])
    expect(await list('sort=requestedAt&direction=ascending')).toEqual([200, 300, 100])
    expect(await list('sort=amount')).toEqual([300, 200, 100])
    expect(await list('sort=number&direction=ascending&page=1')).toEqual([300, 100, 200])
    expect(await list('page=2')).toEqual([])
    expect(await list('status=paid&page=1')).toEqual([50, 70])
    expect(await list('status=paid&sort=amount&direction=descending')).toEqual([70, 50])
    for (const bad of ['page=0', 'sort=buyer', 'direction=up'])
      expect((await operator.get(`/desk/refunds?${bad}`)).status).toBe(400)
  })

  test('controllers are filtered, sorted and counted by state', async () => {
    await operator.post('/desk/controllers', { name: 'Box', count: 3 })
    const { db } = store()
    const rows = await db.selectFrom('controllers').select(['id', 'name']).orderBy('name').execute()
    const [one, two, three] = rows.map(({ id }) => id)
    const set = (id: string | undefined, values: object) =>
      db
        .updateTable('controllers')
        .set(values)
        .where('id', '=', id ?? '')
        .execute()
    await set(one, { lastSeenAt: new Date(app.clock.now()), location: 'Machinekamer_100%' })
    await set(two, { lastSeenAt: new Date(app.clock.now() - dayMs) })
    const list = async (query: string) => {
      const { controllers, total } = await read(`/desk/controllers?${query}`)
      return [total, ...controllers.map(({ id }: { id: string }) => id)]
    }
    expect(await list('sort=name&direction=ascending')).toEqual([3, one, two, three])
    expect(await list('sort=lastSeenAt')).toEqual([3, one, two, three])
    expect(await list('status=silent')).toEqual([1, two])
    expect(await list('status=never-seen')).toEqual([1, three])
    expect(await list('search=kamer_100%25')).toEqual([1, one])
    expect(await list(`id=${three}`)).toEqual([1, three])
    expect(await list('page=2')).toEqual([3])
    expect((await read('/desk/controllers?status=online')).byStatus).toEqual({
      online: 1,
      silent: 1,
      'never-seen': 1,
      revoked: 0,
    })
  })

  test('a search that finds more than a page is chosen from is counted and paged like any other', async () => {
    const { db } = store()
    const userId = await insertOwner(db, { name: 'Ana Many', email: null })
    await sql`
      INSERT INTO inquiries (reference, kind, name, email, language, created_at)
      SELECT 'C-' || n, 'contact', 'Ana Many', 'many' || n || '@schip.nl', 'nl', now() - n * interval '1 s' FROM generate_series(1, 510) n`.execute(
      db,
    )
    await sql`
      INSERT INTO fault_reports (reference, user_id, subject, opened_at, asked_at, moved_at, data)
      SELECT 'S-' || n, ${userId}, 'other', now(), now(), now() - n * interval '1 s', '{}' FROM generate_series(1, 510) n`.execute(
      db,
    )
    await sql`
      INSERT INTO offers (id, number, key_hash, product_id, product_name, quantity, unit_gross_cents, language, email, buyer, valid_until, operator, created_at)
      SELECT gen_random_uuid(), 'OF-' || n, decode(md5(n::text), 'hex'), 'sm19', 'Box', 1, 1, 'nl', 'many@schip.nl', '{"lastName": "Many"}', '2099-01-01', 'Anna',
        now() - n * interval '1 s' FROM generate_series(1, 510) n`.execute(db)
    for (const [path, rows] of [
      ['/desk/leads?status=all&', 'leads'],
      ['/desk/service?', 'reports'],
      ['/desk/offers?', 'offers'],
    ]) {
      const whole = await read(`${path}search=many&page=11`)
      expect([path, whole.total, whole[rows ?? ''].length]).toEqual([path, 510, 10])
      const one = await read(`${path}search=${path === '/desk/leads?status=all&' ? 'ana+' : ''}many+77`)
      const [found] = one[rows ?? '']
      expect([path, one.total, found?.reference ?? found?.number]).toEqual([
        path,
        1,
        expect.stringMatching(/-77$/),
      ])
    }
  })

  test('what a list is searched by fits into its index at its longest', async () => {
    const { db } = store()
    const userId = await insertOwner(db, { name: 'Anna', email: null })
    // Letters in no order, which the database can hardly store shorter; those of Hangul are taken apart into up to three.
    for (const [letter, many] of [
      ['ö', 1],
      ['가', 11_172],
      ['一', 20_000],
      ['𠀀', 40_000],
    ] as const) {
      const long = Array.from({ length: 600 }, (_, index) =>
        String.fromCodePoint(
          (letter.codePointAt(0) ?? 0) + ((Math.imul(index + 1, 2_654_435_761) >>> 0) % many),
        ),
      ).join('')
      await sql`
        INSERT INTO inquiries (reference, kind, name, email, language, created_at)
        VALUES (${`C-${letter}`}, 'contact', ${long}, ${long}, 'nl', now())`.execute(db)
      await sql`
        INSERT INTO fault_reports (reference, user_id, ship_name, miner_name, subject, opened_at, asked_at, moved_at, data)
        VALUES (${`S-${letter}`}, ${userId}, ${long}, ${long}, 'other', now(), now(), now(), '{}')`.execute(
        db,
      )
      await sql`
        INSERT INTO offers (id, number, key_hash, product_id, product_name, quantity, unit_gross_cents, language, email, buyer, valid_until, operator, created_at)
        VALUES (gen_random_uuid(), ${`OF-${letter}`}, '\\x00', 'sm19', 'Box', 1, 1, 'nl', ${long}, jsonb_build_object('lastName', ${long}::text), '2099-01-01', 'Anna', now())`.execute(
        db,
      )
    }
  })
})

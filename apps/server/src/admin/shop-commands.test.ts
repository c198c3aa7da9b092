import { beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../test/build-test-app.ts'
import { runAdminCommand } from '../platform/admin/admin-socket.ts'
import { describeEachEngine } from '../platform/db/testing.ts'
import { createShopCommands } from './shop-commands.ts'

describeEachEngine('the shop from the shell', ({ store }) => {
  let app: TestApp
  const run = async (command: string, args: Record<string, string> = {}) => {
    const answer = await runAdminCommand(
      createShopCommands({ store: store(), clock: app.clock.now }),
      command,
      args,
    )
    if (!answer.ok) throw new Error(answer.error)
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return answer.result as any
  }
  const product = async (id: string) => (await testClient(app).get(`/products/${id}`)).body.data?.product

  beforeEach(async () => {
    for (const table of ['mails', 'inquiries', 'products'] as const)
      await store().db.deleteFrom(table).execute()
    app = await buildTestApp(store())
    return () => app.server.close()
  })

  test('price, stock and display of a product', async () => {
    await run('product:set', { id: 'sm19', price: '16999.50', stock: '2', 'original-price': 'none' })
    expect(await product('sm19')).toMatchObject({
      priceCents: 1_699_950,
      status: 'in-stock',
      price: '€16,999.50',
    })
    expect(await product('sm19')).not.toHaveProperty('originalPrice')
    await run('product:set', { id: 'sm19', stock: 'none', 'coming-soon': 'yes' })
    expect(await product('sm19')).toMatchObject({ priceCents: 1_699_950, status: 'coming-soon' })
    await run('product:set', { id: 'sm19', hidden: 'yes' })
    expect(await product('sm19')).toBeUndefined()
    const [first] = await run('product:list')
    expect(first).toMatchObject({ id: 'sm19', priceEuro: '16999.50', stock: 'made to order', hidden: true })
  })

  test('a change is a version, and one that breaks the rule of the earlier price is done with a warning', async () => {
    const set = (args: Record<string, string>) => run('product:set', { id: 'sm21', ...args })
    const { version } = await set({ stock: '4', reason: 'stocktaking' })
    expect(await set({ stock: '4' })).toEqual({ id: 'sm21', changed: false, version })
    expect(await set({ 'original-price': '45000' })).toMatchObject({
      changed: true,
      version: version + 1,
      warning: expect.stringContaining('30-day rule'),
    })
    const versions = await store()
      .db.selectFrom('productVersions')
      .select(['version', 'changedBy', 'reason', 'before', 'after'])
      .where('productId', '=', 'sm21')
      .orderBy('version', 'desc')
      .limit(2)
      .execute()
    expect(versions).toMatchObject([
      {
        version: version + 1,
        before: { originalPriceCents: null },
        after: { originalPriceCents: 4_500_000 },
      },
      { version, changedBy: 'shell', reason: 'stocktaking', before: { stock: null }, after: { stock: 4 } },
    ])
  })

  test.each([
    [{ id: 'sm99', price: '1' }],
    [{ id: 'sm19', price: '1,50' }],
    [{ id: 'sm19', price: '-1' }],
    [{ id: 'sm19', stock: '-1' }],
    [{ id: 'sm19', hidden: 'maybe' }],
    [{ id: 'sm19', colour: 'red' }],
  ])('refuses %j', async (args: Record<string, string>) => {
    await expect(run('product:set', args)).rejects.toThrow()
    expect(await product('sm19')).toMatchObject({ priceCents: 1_750_000 })
  })

  test('inquiries are listed until they are handled', async () => {
    const { body } = await testClient(app).post('/inquiries/waiting-list', { email: 'a@b.nl' })
    const { reference } = body.data as { reference: string }
    expect(await run('inquiry:list')).toMatchObject([{ reference, kind: 'waiting-list' }])
    await run('inquiry:done', { reference })
    expect(await run('inquiry:list')).toEqual([])
    await expect(run('inquiry:done', { reference })).rejects.toThrow(reference)
  })

  test('mails that were given up can be tried again', async () => {
    await testClient(app).post('/inquiries/waiting-list', { email: 'a@b.nl' })
    await store().db.updateTable('mails').set({ status: 'failed', lastError: '550 unknown' }).execute()
    expect(await run('mail:list')).toMatchObject([
      { status: 'failed', lastError: '550 unknown' },
      { status: 'failed' },
    ])
    expect(await run('mail:retry')).toEqual({ requeued: 2 })
    expect(await run('mail:list')).toMatchObject([{ status: 'queued' }, { status: 'queued' }])
  })
})

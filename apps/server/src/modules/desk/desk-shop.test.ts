import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpOperator } from '../../../test/operator.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { totpCode, totpStep } from '../operators/totp.ts'

const dayMs = 86_400_000

describeEachEngine('the shop at the desk', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  beforeAll(async () => {
    app = await buildTestApp(store(), { settings: { COMPANY_NAME: 'Rederij B.V.' } })
    operator = testClient(app)
    const { secret, user } = await signUpOperator(app, operator)
    await operator.post('/desk/second-factor', { code: totpCode(secret, totpStep(app.clock.now())) })
    later = async (ms) => {
      app.clock.advance(ms)
      const { token, sessionId } = await app.sessions.open({ userId: user.id, binding: null })
      const provenAt = new Date(app.clock.now())
      await store().db.insertInto('sessionFactors').values({ sessionId, provenAt }).execute()
      operator.token = token
    }
  })
  afterAll(() => app.server.close())
  /** The same operator some time later, with a session of that time. */
  let later: (ms: number) => Promise<void>
  const data = async (path: string) => (await operator.get(path)).body.data
  const product = async (id: string) =>
    (await data('/desk/catalogue')).products.find((one: { id: string }) => one.id === id)
  const change = (id: string, body: object) =>
    operator.post(`/desk/catalogue/${id}/changes`, { reason: 'new season', ...body })
  const shown = async (id: string) => (await testClient(app).get(`/products/${id}`)).body.data?.product
  const audit = async () => (await data('/desk/audit')).entries[0]

  test('the records begin with what the catalogue came with, whose earlier price stays', async () => {
    expect(await product('sm19')).toMatchObject({
      name: 'Shipminer 19',
      version: 1,
      terms: {
        priceCents: 1_750_000,
        originalPriceCents: 1_999_900,
        stock: null,
        comingSoon: false,
        hidden: false,
      },
      prices: [
        { at: app.clock.now(), priceCents: 1_750_000, originalPriceCents: 1_999_900, isOffered: true },
      ],
    })
    const answer = await change('sm19', { version: 1, stockSeen: null, change: { stock: 3 } })
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { product: { version: 2, status: 'in-stock' } } },
    })
    expect(await audit()).toMatchObject({
      action: 'product.change',
      subject: 'product sm19',
      reason: 'new season',
      operator: 'Anna de Vries',
    })
  })

  test('a data sheet is entered with its sources, seen by buyers at once, printed, and restored with its version', async () => {
    const { version, terms } = await product('sm21')
    const supply = { supply: { value: 'three-phase', source: 'maker' } }
    const volts = { voltageVolts: { value: 400, source: 'maker' } }
    const sheet = { ...terms.sheet, ...supply, ...volts, powerFactor: { value: 0.95, source: 'measured' } }
    const refused = [
      { ...sheet, voltageVolts: { value: 0, source: 'maker' } },
      { ...sheet, voltageVolts: { value: 400, source: ' ' } },
      { ...sheet, voltageVolts: 400 },
      { ...sheet, colour: { value: 'grey', source: 'maker' } },
    ]
    for (const wrong of refused)
      expect((await change('sm21', { version, change: { sheet: wrong } })).status).toBe(400)
    const pdf = (path: string) => app.server.inject({ url: path })
    const before = await pdf('/data-sheets/sm21-nl.pdf')
    expect((await change('sm21', { version, change: { sheet } })).status).toBe(200)
    expect(await shown('sm21')).toMatchObject({
      sheet: { noiseDb: 50, supply: 'three-phase', voltageVolts: 400, powerFactor: 0.95 },
    })
    // The same again changes nothing.
    const again = await change('sm21', { version: version + 1, change: { sheet } })
    expect(again.body.data.product.version).toBe(version + 1)
    const after = await pdf('/data-sheets/sm21-nl.pdf')
    expect(after.headers['content-type']).toBe('application/pdf')
    expect(after.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(after.rawPayload.equals(before.rawPayload)).toBe(false)
    expect((await pdf('/data-sheets/sm99-nl.pdf')).statusCode).toBe(404)
    expect((await pdf('/data-sheets/sm21-xx.pdf')).statusCode).toBe(404)
    const restore = { version: version + 1, to: version, reason: 'measured wrongly' }
    expect((await operator.post('/desk/catalogue/sm21/restore', restore)).status).toBe(200)
    expect((await shown('sm21')).sheet).toEqual({ noiseDb: 50 })
  })

  test('an earlier price is at most the lowest of the 30 days before, and buyers see what was allowed', async () => {
    await later(31 * dayMs)
    const reduce = (originalPriceCents: number) =>
      change('sm19', { version: 2, change: { priceCents: 1_600_000, originalPriceCents } })
    expect(await reduce(1_750_001)).toMatchObject({ status: 409, body: { code: 'earlier-price-too-high' } })
    expect(await reduce(1_600_000)).toMatchObject({ status: 400, body: { code: 'earlier-price-not-higher' } })
    // Having been there before is no excuse.
    expect(await change('sm19', { version: 2, change: { priceCents: 1_600_000 } })).toMatchObject({
      body: { code: 'earlier-price-too-high' },
    })
    expect(await shown('sm19')).toMatchObject({ priceCents: 1_750_000 })
    expect((await reduce(1_750_000)).status).toBe(200)
    expect(await shown('sm19')).toMatchObject({ priceCents: 1_600_000, originalPriceCents: 1_750_000 })
    expect(await change('sm21', { version: 3, change: { originalPriceCents: 4_500_000 } })).toMatchObject({
      body: { code: 'earlier-price-too-high' },
    })
  })

  test('of two operators the second is told that it changed, also by a sale where the stock matters', async () => {
    const { version } = await product('lottery')
    const raise = (priceCents: number) => change('lottery', { version, change: { priceCents } })
    const answers = await Promise.all([raise(26_000), raise(27_000)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('product-changed')

    await change('lottery', { version: version + 1, stockSeen: null, change: { stock: 5 } })
    await store().db.updateTable('products').set({ stock: 4 }).where('id', '=', 'lottery').execute()
    const count = (stockSeen: number) =>
      change('lottery', { version: version + 2, stockSeen, change: { stock: 9 } })
    expect((await count(5)).body.code).toBe('product-changed')
    expect((await change('lottery', { version: version + 2, change: { comingSoon: true } })).status).toBe(200)
    expect(await product('lottery')).toMatchObject({ terms: { stock: 4, comingSoon: true } })
  })

  test('what changes nothing is no version', async () => {
    const before = await product('sm21')
    const answer = await change('sm21', { version: before.version, change: { priceCents: 4_250_000 } })
    expect(answer.body.data.product).toEqual(before)
    expect(await change('nothing', { version: 1, change: {} })).toMatchObject({
      body: { code: 'product-not-found' },
    })
  })

  test('an earlier version comes back as a new one, without its stock and within the rule', async () => {
    const history = async () => (await data('/desk/catalogue/lottery/versions')).versions
    const [newest] = await history()
    const restore = (to: number, version = newest.version) =>
      operator.post('/desk/catalogue/lottery/restore', { to, version, reason: 'as it was' })
    expect((await restore(1, 1)).body.code).toBe('product-changed')
    expect((await restore(99)).status).toBe(404)
    expect((await restore(1)).body.data.product).toMatchObject({
      version: newest.version + 1,
      terms: { priceCents: 25_000, comingSoon: false, stock: 4 },
    })
    expect((await history())[0]).toMatchObject({
      by: 'Anna de Vries',
      reason: 'as it was',
      before: { comingSoon: true },
      after: { comingSoon: false, stock: 4 },
    })
    expect((await history()).at(-1)).toMatchObject({ version: 1, by: 'catalogue', before: null })
    expect((await data('/desk/catalogue/lottery/versions?before=2')).versions).toHaveLength(1)
    await later(dayMs)
    const { version } = await product('sm19')
    expect(
      await operator.post('/desk/catalogue/sm19/restore', { to: 1, version, reason: 'as it was' }),
    ).toMatchObject({ status: 409, body: { code: 'earlier-price-too-high' } })
    expect(await operator.get('/desk/catalogue/nothing/versions')).toMatchObject({ status: 404 })
  })

  test('versions can be added to, and nothing else', async () => {
    const { db } = store()
    await expect(db.updateTable('productVersions').set({ reason: 'other' }).execute()).rejects.toThrow(
      'append-only',
    )
    await expect(db.deleteFrom('productVersions').execute()).rejects.toThrow('append-only')
  })

  test('orders are switched on and off at once, by one operator at a time, and settings tell whose word it is', async () => {
    const accepts = async () => (await testClient(app).get('/site')).body.data.ordersEnabled
    const switchTo = (enabled: boolean, version: number) =>
      operator.post('/desk/settings/orders', { enabled, version, reason: 'stocktaking' })
    const setting = async (name: string) =>
      (await data('/desk/settings')).settings.find((one: { setting: string }) => one.setting === name)
    expect((await data('/desk/catalogue')).orders).toMatchObject({
      enabled: false,
      version: 0,
      changedBy: null,
    })
    expect(await setting('ORDERS_ENABLED')).toMatchObject({ value: 'false', source: 'default' })
    const answers = await Promise.all([switchTo(true, 0), switchTo(true, 0)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await accepts()).toBe(true)
    expect((await switchTo(false, 0)).body.code).toBe('setting-changed')
    expect(await setting('ORDERS_ENABLED')).toMatchObject({ value: 'true', source: 'database' })
    expect((await switchTo(false, 1)).body.data.orders).toMatchObject({
      version: 2,
      changedBy: 'Anna de Vries',
    })
    expect(await accepts()).toBe(false)
    expect(await audit()).toMatchObject({ action: 'orders.off', reason: 'stocktaking' })
    expect(await setting('COMPANY_NAME')).toMatchObject({ value: 'Rederij B.V.', source: 'environment' })
    expect(await setting('COMPANY_IBAN')).toMatchObject({ isExample: true })
  })
})

import { calculate } from '@shipminer/domain/calculator/calculator'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { seedCatalogue } from './catalogue.repository.ts'

describeEachEngine('catalogue', ({ store }) => {
  let app: TestApp
  let client: TestClient
  const ids = async (query = '') =>
    ((await client.get(`/products${query}`)).body.data.products as { id: string }[]).map(({ id }) => id)
  const set = (id: string, change: object) =>
    store().db.updateTable('products').set(change).where('id', '=', id).execute()
  const knowPrices = (eur: number, usd: number, observedAt = app.clock.now() - 60_000) =>
    store()
      .db.insertInto('priceQuotes')
      .values(
        Object.entries({ EUR: eur, USD: usd }).map(([currency, centsPerBtc]) => ({
          currency,
          centsPerBtc,
          source: 'a.example, b.example',
          observedAt: new Date(observedAt),
        })),
      )
      .execute()

  beforeEach(async () => {
    for (const table of ['products', 'priceQuotes', 'networkDays'] as const)
      await store().db.deleteFrom(table).execute()
    app = await buildTestApp(store())
    client = testClient(app)
    return () => app.server.close()
  })

  describe('refusals', () => {
    const paths = ['', '/pricing', '/availability', '/calculator']
    test.each(paths)('GET /products/{id}%s of a product that does not exist', async (path) => {
      expect(await client.get(`/products/sm99${path}`)).toMatchObject({
        status: 404,
        body: { code: 'product-not-found', error: 'The requested product could not be loaded.' },
      })
    })
    test.each([
      '/products?sortBy=magic',
      '/products?order=up',
      '/products/sm19/pricing?quantity=0',
      '/products/sm19/pricing?quantity=1.5',
      '/products/sm19/pricing?quantity=1001',
      '/products/sm19/pricing?currency=GBP',
      '/products/sm19/availability?quantity=-1',
      '/products/sm19/calculator?numberOfBoxes=0',
      '/products/sm19/calculator?bitcoinPrice=abc',
      '/products/sm19/calculator?bitcoinPrice=1e300',
      '/products/sm19/calculator?ownerShare=1',
      '/products/SM%2019',
    ])('GET %s is not valid', async (path) => {
      expect(await client.get(path)).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
    })
    test('the payment test product does not exist until its setting is on', async () => {
      expect((await client.get('/products/payment-test')).status).toBe(404)
      await app.server.close()
      app = await buildTestApp(store(), { settings: { PAYMENT_TEST_PRODUCT: 'true' } })
      client = testClient(app)
      expect(await ids()).toContain('payment-test')
      expect((await client.get('/products/payment-test')).body.data.product).toMatchObject({
        devOnly: true,
        priceNumeric: 1,
        route: '/payment-test-product',
      })
    })
    test('a hidden product does not exist', async () => {
      await set('sm19', { hidden: true })
      expect((await client.get('/products/sm19')).status).toBe(404)
      expect(await ids()).not.toContain('sm19')
    })
  })

  test('one product as specified', async () => {
    const answer = await client.get('/products/sm19')
    expect(answer.body.data.product).toEqual({
      id: 'sm19',
      name: 'Shipminer 19',
      subtitle: '771 Th/s on about 25 kW of spare generator power',
      algorithm: 'SHA256 (BTC/BCH/BSV)',
      hashrate: '771 Th/s',
      powerConsumption: '~25 kW',
      price: '€17,500',
      priceNumeric: 17_500,
      originalPrice: 19_999,
      images: {
        primary: '/images/products/sm19a.webp',
        secondary: '/images/products/sm19b.webp',
        alt: 'Cabinet of the Shipminer 19',
      },
      translationKey: 'sm19',
      route: '/shipminer-19',
      colorScheme: { primary: '#0b1720', secondary: '#12222d', accent: '#ffdd8a' },
      category: 'box',
      status: 'made-to-order',
      hashrateThs: 771,
      powerKw: 25,
      efficiencyJoulePerTh: 25_000 / 771,
      priceCents: 1_750_000,
      netPriceCents: 1_446_281,
      vatCents: 303_719,
      vatPercent: 21,
      originalPriceCents: 1_999_900,
      unitsPerBox: 3,
      unitHashrateThs: null,
      unitPowerWatts: null,
      cooling: null,
      warrantyMonths: 24,
      minGeneratorKw: 50,
      sheet: { noiseDb: 50 },
    })
    expect(answer.headers['cache-control']).toBe('public, max-age=30')
    expect((await client.get('/products/sm23')).body.data.product).toMatchObject({
      comingSoon: true,
      status: 'coming-soon',
      unitsPerBox: 6,
      unitPowerWatts: 5510,
    })
  })

  test('the brand is a setting, in names and in addresses', async () => {
    await app.server.close()
    app = await buildTestApp(store(), { settings: { PRODUCT_NAME: 'Vaar & Verdien' } })
    const { product } = (await testClient(app).get('/products/sm21')).body.data
    expect(product).toMatchObject({ name: 'Vaar & Verdien 21', route: '/vaar-verdien-21' })
  })

  test.each([
    ['', ['sm19', 'sm21', 'sm23', 'lottery']],
    ['?order=desc', ['lottery', 'sm23', 'sm21', 'sm19']],
    ['?category=box', ['sm19', 'sm21', 'sm23']],
    ['?category=solo', ['lottery']],
    ['?availability=coming-soon', ['sm23']],
    ['?availability=available', ['sm19', 'sm21', 'lottery']],
    ['?sortBy=price', ['lottery', 'sm19', 'sm21', 'sm23']],
    ['?sortBy=price&order=desc', ['sm23', 'sm21', 'sm19', 'lottery']],
    ['?sortBy=hashrate&order=desc&category=box', ['sm23', 'sm21', 'sm19']],
    ['?sortBy=power', ['lottery', 'sm19', 'sm21', 'sm23']],
    ['?sortBy=name', ['lottery', 'sm19', 'sm21', 'sm23']],
  ])('GET /products%s', async (query, expected) => expect(await ids(query)).toEqual(expected))

  test('what the provider changed survives a restart, and what is missing comes back', async () => {
    await set('sm19', { priceCents: 1_650_000, stock: 3 })
    await store().db.deleteFrom('products').where('id', '=', 'sm21').execute()
    await seedCatalogue(store().db, new Date(app.clock.now()))
    expect(await ids()).toEqual(['sm19', 'sm21', 'sm23', 'lottery'])
    const { product } = (await client.get('/products/sm19')).body.data
    expect(product).toMatchObject({ priceNumeric: 16_500, price: '€16,500', status: 'in-stock' })
  })

  describe('pricing', () => {
    const pricing = async (query: string) => (await client.get(`/products/sm19/pricing${query}`)).body.data
    test('one box in euro by default, with the VAT inside', async () => {
      expect(await pricing('')).toEqual({
        productId: 'sm19',
        quantity: 1,
        quoteRequired: false,
        unitPriceCents: 1_750_000,
        totalCents: 1_750_000,
        netCents: 1_446_281,
        vatCents: 303_719,
        vatPercent: 21,
        currency: 'EUR',
        converted: null,
      })
    })
    test('ten without a quote, eleven with', async () => {
      expect(await pricing('?quantity=10')).toMatchObject({ quoteRequired: false, totalCents: 17_500_000 })
      expect(await pricing('?quantity=11')).toMatchObject({ quoteRequired: true, totalCents: 19_250_000 })
    })
    test('VAT is taken out of the total', async () => {
      expect(await pricing('?quantity=3')).toMatchObject({ netCents: 4_338_843, vatCents: 911_157 })
    })
    test('other currencies go by the newest prices, rounded up, and are null without', async () => {
      expect(await pricing('?currency=BTC')).toMatchObject({ currency: 'BTC', converted: null })
      await knowPrices(6_000_000, 6_600_000)
      expect((await pricing('?currency=BTC')).converted).toMatchObject({ minorUnits: 29_166_667 })
      expect((await pricing('?currency=USD')).converted).toEqual({
        minorUnits: 1_925_000,
        source: 'a.example, b.example',
        observedAt: app.clock.now() - 60_000,
      })
      expect((await pricing('?quantity=1000&currency=BTC')).converted.minorUnits).toBe(29_166_666_667)
    })
  })

  test.each([
    ['sm19', null, 1, true, 'made-to-order'],
    ['sm19', null, 20, true, 'made-to-order'],
    ['sm19', 2, 2, true, 'in-stock'],
    ['sm19', 2, 3, false, 'in-stock'],
    ['sm19', 0, 1, false, 'out-of-stock'],
    ['sm23', 5, 1, false, 'coming-soon'],
  ] as const)('%s with stock %s: %d is available: %s', async (id, stock, quantity, available, status) => {
    await set(id, { stock })
    expect((await client.get(`/products/${id}/availability?quantity=${quantity}`)).body.data).toEqual({
      productId: id,
      quantity,
      available,
      quoteRequired: quantity > 10,
      status,
      stock,
    })
  })

  describe('calculator', () => {
    const calculation = async (query = '') =>
      (await client.get(`/products/sm21/calculator${query}`)).body.data
    test('without any source: the dated built-in difficulty and 65000, said plainly', async () => {
      expect(await calculation()).toMatchObject({
        fallback: true,
        sources: {
          network: { builtIn: true, source: 'built-in assumption', observedAt: Date.UTC(2026, 10, 20) },
          price: { kind: 'fallback', source: null, observedAt: null, ageSeconds: null },
        },
        input: {
          numberOfBoxes: 1,
          centsPerBtc: 6_500_000,
          difficulty: 150e12,
          deliveredPercent: 85,
          powerCentsPerKwh: 15,
          ownerShare: '2/3',
          growthPercentPerYear: 20,
        },
        result: { daily: { minedSat: 50_872 } },
      })
    })
    test('with what the sources said, and how old it is', async () => {
      await knowPrices(9_000_000, 9_900_000)
      await store()
        .db.insertInto('networkDays')
        .values({
          day: '2026-05-01',
          difficulty: '140000000000000',
          height: 950_000,
          subsidySat: 312_500_000,
          feesSatPerBlock: 1_000_000,
          source: 'a.example',
          observedAt: new Date(app.clock.now() - 120_000),
        })
        .execute()
      expect(await calculation()).toMatchObject({
        fallback: false,
        sources: {
          network: { builtIn: false, source: 'a.example', ageSeconds: 120 },
          price: { kind: 'market', source: 'a.example, b.example', ageSeconds: 60 },
        },
        input: { centsPerBtc: 9_000_000, difficulty: 140e12, blockHeight: 950_000 },
      })
    })
    test.each(['0', '-5', ''])('a price of "%s" falls back to 65000, also with a market', async (price) => {
      await knowPrices(9_000_000, 9_900_000)
      expect(await calculation(`?bitcoinPrice=${price}`)).toMatchObject({
        fallback: true,
        sources: { price: { kind: 'fallback' } },
        input: { centsPerBtc: 6_500_000 },
      })
    })
    test('the page computes the same from the same input', async () => {
      const answer = await calculation(
        '?numberOfBoxes=3&bitcoinPrice=123456.78&ownerShare=3/4&growthPercentPerYear=0&horizonDays=365',
      )
      expect(answer.sources.price.kind).toBe('asked')
      expect(answer.input).toMatchObject({ numberOfBoxes: 3, centsPerBtc: 12_345_678, ownerShare: '3/4' })
      expect(JSON.parse(JSON.stringify(calculate(answer.input)))).toEqual(answer.result)
    })
    test('a Lottery Miner is its owner’s alone, whatever share is asked', async () => {
      const { body } = await client.get('/products/lottery/calculator?ownerShare=2/3')
      expect(body.data.input.ownerShare).toBe('1/1')
      expect(body.data.result.daily).toMatchObject({ serviceSat: 0, serviceCents: 0 })
    })
    test.each(['sm19', 'sm21', 'sm23', 'lottery'])(
      '%s holds at the edges of what may be asked',
      async (id) => {
        for (const query of [
          'numberOfBoxes=1000&bitcoinPrice=1e8&growthPercentPerYear=-30&powerCentsPerKwh=500&horizonDays=3652',
          'bitcoinPrice=0.01&growthPercentPerYear=200&powerCentsPerKwh=500&horizonDays=3652',
          'bitcoinPrice=0.01&powerCentsPerKwh=0&horizonDays=30',
        ])
          expect((await client.get(`/products/${id}/calculator?${query}`)).status).toBe(200)
      },
    )
  })

  test('whatever is asked about a product that exists, the answer is whole or a plain refusal', async () => {
    await knowPrices(9_000_000, 9_900_000)
    const value = fc.oneof(
      fc.integer({ min: -2, max: 2000 }).map(String),
      fc.double().map(String),
      fc.constantFrom('', '1e8', '0.001', '1e-300', '3/4', '2/3', 'BTC', 'USD', '\0', '0x10', ' 5 '),
    )
    const names = [
      'quantity',
      'currency',
      'numberOfBoxes',
      'bitcoinPrice',
      'ownerShare',
      'horizonDays',
    ].concat(['growthPercentPerYear', 'powerCentsPerKwh'])
    const query = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
    const path = fc.constantFrom('pricing', 'availability', 'calculator')
    await fc.assert(
      fc.asyncProperty(path, query, async (name, fields) => {
        const search = new URLSearchParams(fields as Record<string, string>)
        const answer = await testClient(app).get(`/products/lottery/${name}?${search}`)
        expect([200, 400]).toContain(answer.status)
        if (answer.status === 200) expect(JSON.stringify(answer.body)).not.toMatch(/NaN|Infinity/)
      }),
      { numRuns: 150 },
    )
  })

  test('Bitcoin in both currencies, with source and age; unknown is null', async () => {
    expect((await client.get('/products/crypto/prices')).body.data.bitcoin).toEqual({ usd: null, eur: null })
    await knowPrices(6_000_050, 6_600_000)
    expect((await client.get('/products/crypto/prices')).body.data).toEqual({
      serverTime: app.clock.now(),
      bitcoin: {
        eur: {
          price: 60_000.5,
          centsPerBtc: 6_000_050,
          source: 'a.example, b.example',
          observedAt: app.clock.now() - 60_000,
          ageSeconds: 60,
        },
        usd: expect.objectContaining({ price: 66_000, ageSeconds: 60 }),
      },
    })
  })

  test('the site tells its company details and which are examples', async () => {
    await app.server.close()
    app = await buildTestApp(store(), { settings: { COMPANY_NAME: 'Rederij B.V.', ORDERS_ENABLED: 'true' } })
    const { data } = (await testClient(app).get('/site')).body
    expect(data).toMatchObject({
      productName: 'Shipminer',
      productSlug: 'shipminer',
      ordersEnabled: true,
      vatPercent: 21,
    })
    expect(data.company.name).toEqual({ value: 'Rederij B.V.', example: false })
    const { name: _, ...others } = data.company as Record<string, { example: boolean }>
    expect(Object.keys(others).sort()).toEqual(['address', 'email', 'kvk', 'phone', 'vatId', 'whatsapp'])
    expect(Object.values(others).every(({ example }) => example)).toBe(true)
  })
})

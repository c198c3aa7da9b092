import { builtInMarket } from '@shipminer/domain/calculator/box-estimate'
import { expect, test } from 'vitest'
import { builtProducts, type PricedProduct } from './fill-prices.ts'
import { makeDocument } from './load-pages.ts'
import { createPricedDocuments } from './priced-documents.ts'

const priced = async () => ({ ...makeDocument('built', ''), template: '<head></head>__OFFER_sm19__' })
const at = (priceCents: number): PricedProduct[] =>
  builtProducts.map((product) => (product.id === 'sm19' ? { ...product, priceCents } : product))

test('a changed price shows within five seconds, and only a change costs anything', async () => {
  let now = 0
  let reads = 0
  let products = at(100)
  const current = createPricedDocuments({
    areOrdersOpen: async () => true,
    clock: () => now,
    listProducts: async () => {
      reads += 1
      return products
    },
  })
  const document = await priced()
  const [first, second] = await Promise.all([current(document, 'nl'), current(document, 'nl')])
  expect(first.html.toString()).toContain('1.00')
  expect(second).toBe(first)
  expect(reads).toBe(1)
  products = at(200)
  now = 4_999
  expect(await current(document, 'nl')).toBe(first)
  now = 5_000
  const changed = await current(document, 'nl')
  expect(changed.html.toString()).toContain('2.00')
  expect(changed.etag).not.toBe(first.etag)
  now = 11_000
  expect(await current(document, 'nl')).toBe(changed)
  expect(reads).toBe(3)
})

test('a catalogue that cannot be read leaves what was known', async () => {
  let now = 0
  let isDown = true
  const current = createPricedDocuments({
    areOrdersOpen: async () => true,
    clock: () => now,
    listProducts: async () => {
      if (isDown) throw new Error('down')
      return at(300)
    },
  })
  const document = await priced()
  expect(await current(document, 'nl')).toBe(document)
  isDown = false
  now = 6_000
  const known = await current(document, 'nl')
  expect(known.html.toString()).toContain('3.00')
  isDown = true
  now = 12_000
  expect(await current(document, 'nl')).toBe(known)
})

test('a page without prices asks nobody', async () => {
  const current = createPricedDocuments({
    areOrdersOpen: async () => true,
    clock: () => 0,
    listProducts: () => Promise.reject(new Error('asked')),
  })
  const document = makeDocument('plain', '')
  expect(await current(document, 'nl')).toBe(document)
})

test('orders that close turn every way to buy into a waiting list', async () => {
  let now = 0
  let isOpen = true
  const current = createPricedDocuments({
    clock: () => now,
    listProducts: async () => at(100),
    areOrdersOpen: async () => isOpen,
  })
  const template =
    '<head></head><a>__ORDERS__Buy__CLOSED__Waiting list__END_ORDERS__</a> __AVAILABILITY_sm19__ __OFFER_sm19__'
  const document = { ...makeDocument('built', ''), template }
  expect((await current(document, 'en')).html.toString()).toContain('<a>Buy</a> MadeToOrder 1.00')
  isOpen = false
  now = 5_000
  const closed = (await current(document, 'en')).html.toString()
  expect(closed).toContain('<a>Waiting list</a> OutOfStock 1.00')
  expect(closed).toContain('<meta name="shipminer-orders" content="closed">')
})

test('the market that was read is on the page, and another one is another document', async () => {
  let now = 0
  let centsPerBtc = 9_000_000
  const current = createPricedDocuments({
    areOrdersOpen: async () => true,
    clock: () => now,
    listProducts: async () => builtProducts,
    readMarket: async () => ({ ...builtInMarket, centsPerBtc, isBuiltIn: false }),
  })
  const document = { ...makeDocument('built', ''), template: '<head></head>__MARKET_basis__' }
  const first = await current(document, 'en')
  expect(first.html.toString()).toContain('90,000')
  now = 6_000
  expect(await current(document, 'en')).toBe(first)
  centsPerBtc = 9_100_000
  now = 12_000
  expect((await current(document, 'en')).html.toString()).toContain('91,000')
})

import { type FakeClock, fakeClock } from '@shipminer/testkit/fake-clock'
import { beforeEach, expect, test } from 'vitest'
import { watchMarkedRows } from '../../../test/marked-rows.ts'
import { parseConfig } from '../../config.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { builtInNetwork, createMarket } from './market.service.ts'

const silent = { info: () => undefined, warn: () => undefined } as never
const start = Date.parse('2026-05-01T10:00:00Z')

/** Answers by the beginning of the address; everything else is unreachable. */
function network(answers: Record<string, unknown>): typeof globalThis.fetch {
  return async (input) => {
    const found = Object.entries(answers).find(([address]) => String(input).startsWith(address))
    if (!found) throw new TypeError('fetch failed')
    return new Response(typeof found[1] === 'string' ? found[1] : JSON.stringify(found[1]))
  }
}

const chainOf = (base: string, difficulty: number) => ({
  [`${base}/api/v1/mining/hashrate/3d`]: { currentDifficulty: difficulty },
  [`${base}/api/v1/mining/reward-stats/144`]: {
    startBlock: 949_857,
    endBlock: 950_000,
    totalFee: '144000000',
  },
})

describeEachEngine('the market', ({ store }) => {
  let clock: FakeClock
  const marketWith = (answers: Record<string, unknown>, sources: { network?: string[]; price?: string[] }) =>
    createMarket({
      store: store(),
      clock: clock.now,
      logger: silent,
      networkSources: sources.network ?? [],
      priceSources: sources.price ?? [],
      fetch: network(answers),
    })

  beforeEach(async () => {
    clock = fakeClock(start)
    await store().db.deleteFrom('priceQuotes').execute()
    await store().db.deleteFrom('networkDays').execute()
  })

  test('the price of each currency is the median of the sources that answered', async () => {
    const market = marketWith(
      {
        'https://a.example': { EUR: 60_000, USD: 66_000 },
        'https://b.example': { result: { XXBTZEUR: { c: ['61000.5', '1'] } } },
        'https://c.example': { data: { amount: '70000', currency: 'EUR' } },
        'https://d.example': { data: { amount: '67000', currency: 'USD' } },
        'https://e.example': '<html>blocked</html>',
      },
      {
        price: ['https://a.example/p', 'https://b.example', 'https://c.example', 'https://d.example'].concat([
          'https://e.example',
          'https://away.example',
        ]),
      },
    )
    await market.refresh()
    expect(await market.price()).toEqual({
      centsPerBtc: 6_100_050,
      source: 'a.example, b.example, c.example',
      observedAt: start,
    })
    expect(await market.price('USD')).toEqual({
      centsPerBtc: 6_650_000,
      source: 'a.example, d.example',
      observedAt: start,
    })
  })

  test('with every source away the last price stays, with its age; never seen is null', async () => {
    expect(await marketWith({}, { price: ['https://a.example'] }).price()).toBeNull()
    await marketWith({ 'https://a.example': { EUR: 60_000 } }, { price: ['https://a.example'] }).refresh()
    clock.advance(7_200_000)
    const away = marketWith({}, { price: ['https://a.example', 'https://b.example'] })
    await away.refresh()
    expect(await away.price()).toEqual({ centsPerBtc: 6_000_000, source: 'a.example', observedAt: start })
    expect(await away.price('USD')).toBeNull()
  })

  test('prices that cannot be stored do not keep the network from being read, and the other way round', async () => {
    const answers = { ...chainOf('https://chain.example', 7e13), 'https://price.example': { EUR: 60_000 } }
    const market = marketWith(answers, {
      network: ['https://chain.example'],
      price: ['https://price.example'],
    })
    const rows = await watchMarkedRows(store(), { prices: ['price.example'], network: ['chain.example'] })
    try {
      await rows.refuse('prices')
      await expect(market.refresh()).rejects.toThrow('1 of 2 failed: prices')
      expect(await market.network()).toMatchObject({ source: 'chain.example' })
      expect(await market.price('EUR')).toBeNull()
      clock.advance(86_400_000)
      await rows.refuse('network')
      await expect(market.refresh()).rejects.toThrow('1 of 2 failed: network')
      expect(await market.price('EUR')).not.toBeNull()
    } finally {
      await rows.stop()
    }
  })

  test('of days long past the last price is kept, of newer ones every price', async () => {
    const day = 86_400_000
    const quote = (ageMs: number, centsPerBtc: number, currency = 'EUR') => ({
      currency,
      centsPerBtc,
      source: 'a.example',
      observedAt: new Date(start - ageMs),
    })
    const hour = 3_600_000
    await store()
      .db.insertInto('priceQuotes')
      .values([
        quote(100 * day + 2 * hour, 1),
        quote(100 * day + hour, 2),
        quote(100 * day + hour, 3, 'USD'),
        quote(10 * day + 2 * hour, 4),
        quote(10 * day + hour, 5),
      ])
      .execute()
    const market = marketWith({}, {})
    const before = await market.price('EUR', start - 99 * day)
    expect(await market.sweep()).toBe(1)
    expect(await market.sweep()).toBe(0)
    const left = await store()
      .db.selectFrom('priceQuotes')
      .select('centsPerBtc')
      .orderBy('centsPerBtc')
      .execute()
    expect(left.map(({ centsPerBtc }) => Number(centsPerBtc))).toEqual([2, 3, 4, 5])
    expect(await market.price('EUR', start - 99 * day)).toEqual(before)
  })

  test('the second network source is asked when the first is away or talks nonsense', async () => {
    const sources = { network: ['https://a.example', 'https://b.example/'] }
    const garbled = { 'https://a.example': '<html>', ...chainOf('https://b.example', 140e12) }
    const market = marketWith(garbled, sources)
    expect(await market.network()).toEqual(builtInNetwork)
    await market.refresh()
    expect(await market.network()).toEqual({
      difficulty: 140e12,
      blockHeight: 950_000,
      subsidySat: 312_500_000,
      feesSatPerBlock: 1_000_000,
      source: 'b.example',
      observedAt: start,
      builtIn: false,
    })
  })
})

test('by default there are two sources or more for the network and for each currency', () => {
  const config = parseConfig({})
  expect(config.NETWORK_SOURCES.length).toBeGreaterThanOrEqual(2)
  for (const currency of ['EUR', 'USD']) {
    const own = config.PRICE_SOURCES.filter((url) => url.includes(currency) || url.endsWith('/prices'))
    expect(own.length).toBeGreaterThanOrEqual(2)
  }
})

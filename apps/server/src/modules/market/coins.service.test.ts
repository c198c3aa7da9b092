import { type FakeClock, fakeClock } from '@shipminer/testkit/fake-clock'
import { beforeEach, expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { type OtherCoin, parseCoinSource } from './coins.port.ts'
import { createCoinMarket } from './coins.service.ts'

const silent = { info: () => undefined, warn: () => undefined } as never
const start = Date.parse('2026-05-10T10:00:00Z')
const dayMs = 86_400_000

describeEachEngine('coins beside Bitcoin', ({ store }) => {
  let clock: FakeClock
  let asked: string[]
  let answers: Record<string, unknown>
  const coins = (
    wanted: OtherCoin[],
    sources = ['BCH=https://a.example/x', 'BCH=https://b.example/x', 'BSV=https://c.example/x'],
  ) =>
    createCoinMarket({
      store: store(),
      clock: clock.now,
      logger: silent,
      sources: sources.map(parseCoinSource),
      listWanted: async () => wanted,
      bitcoin: {
        price: async (currency) => ({
          centsPerBtc: currency === 'USD' ? 7_500_000 : 6_000_000,
          source: 'p',
          observedAt: 0,
        }),
      },
      fetch: async (input) => {
        const { host } = new URL(String(input))
        asked.push(host)
        if (!(host in answers)) throw new TypeError('fetch failed')
        return new Response(JSON.stringify(answers[host]))
      },
    })
  beforeEach(async () => {
    clock = fakeClock(start)
    asked = []
    answers = {}
    await store().db.deleteFrom('coinDays').execute()
  })

  test('nobody is asked about a coin that nobody mines', async () => {
    await coins([]).refresh()
    expect(asked).toEqual([])
  })

  test('the second source is asked when the first is away, and none again within the hour', async () => {
    answers = { 'b.example': { height: 920_000, difficulty: 7e11 } }
    await coins(['BCH']).refresh()
    await coins(['BCH']).refresh()
    expect(asked).toEqual(['a.example', 'b.example'])
    clock.advance(3_600_000)
    await coins(['BCH']).refresh()
    expect(asked).toHaveLength(4)
    expect(await coins([]).byDay('BCH', '2026-05-10', '2026-05-10')).toEqual(
      new Map([
        [
          '2026-05-10',
          {
            difficulty: 7e11,
            blockHeight: 920_000,
            subsidySat: 312_500_000,
            feesSatPerBlock: null,
            source: 'b.example',
            observedAt: start + 3_600_000,
          },
        ],
      ]),
    )
    expect(await coins([]).byDay('BSV', '2026-05-10', '2026-05-10')).toEqual(new Map())
  })

  test('a day without an observation takes the newest before it, for a week; nothing reaches back', async () => {
    answers = { 'a.example': { height: 920_000, difficulty: 7e11 } }
    await coins(['BCH']).refresh()
    clock.advance(2 * dayMs)
    answers = { 'a.example': { height: 920_288, difficulty: 8e11 } }
    await coins(['BCH']).refresh()
    const days = await coins([]).byDay('BCH', '2026-05-09', '2026-05-20')
    expect([...days].map(([day, { difficulty }]) => [day, difficulty])).toEqual([
      ['2026-05-10', 7e11],
      ['2026-05-11', 7e11],
      ...[12, 13, 14, 15, 16, 17, 18, 19].map((day) => [`2026-05-${day}`, 8e11]),
    ])
    expect([...(await coins([]).byDay('BCH', '2026-05-11', '2026-05-11')).keys()]).toEqual(['2026-05-11'])
  })

  test('the price is in euro cents, and unknown where no source tells one', async () => {
    expect(await coins([]).price('BCH')).toBeNull()
    answers = {
      'a.example': { data: { best_block_height: 920_000, difficulty: 7e11, market_price_usd: 400 } },
    }
    await coins(['BCH']).refresh()
    expect(await coins([]).price('BCH')).toEqual({
      centsPerCoin: 32_000,
      source: 'a.example',
      observedAt: start,
    })
    expect(await coins([]).price('BSV')).toBeNull()
  })

  test('a source that talks nonsense is passed over', async () => {
    answers = { 'a.example': '<html>', 'b.example': { data: null } }
    await coins(['BCH']).refresh()
    expect(await coins([]).byDay('BCH', '2026-05-10', '2026-05-10')).toEqual(new Map())
  })
})

test('the setting names coins with addresses, and can be emptied', () => {
  const coins = parseConfig({}).COIN_SOURCES.map(parseCoinSource)
  expect(new Set(coins.map(({ coin }) => coin))).toEqual(new Set(['BCH', 'BSV']))
  expect(parseConfig({ COIN_SOURCES: '' }).COIN_SOURCES).toEqual([])
  expect(() => parseConfig({ COIN_SOURCES: 'LTC=https://x.example' })).toThrow('COIN_SOURCES')
})

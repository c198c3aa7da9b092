import { fakeClock } from '@shipminer/testkit/fake-clock'
import { describe, expect, test } from 'vitest'
import { createRates, type RateSource } from './rates.ts'

const minuteMs = 60_000

function setUp(sources: RateSource[], answers: Record<string, string | null>) {
  const clock = fakeClock(Date.parse('2026-05-01T10:00:00Z'))
  const asked: string[] = []
  const rates = createRates({
    sources,
    clock: clock.now,
    random: () => 1,
    logger: { info: () => undefined },
    fetch: async (input) => {
      const url = String(input)
      asked.push(url)
      const last = answers[url]
      return typeof last === 'string'
        ? new Response(JSON.stringify({ last }))
        : new Response('', { status: 500 })
    },
  })
  return { clock, asked, rates, answers }
}
const bitcoin: RateSource[] = [
  { pair: 'BTC/EUR', url: 'https://a.example/btc' },
  { pair: 'BTC/EUR', url: 'https://b.example/btc' },
  { pair: 'BTC/EUR', url: 'https://c.example/btc' },
]

describe('a rate', () => {
  test('is the median of what the sources say, with what each said', async () => {
    const { rates } = setUp(bitcoin, {
      'https://a.example/btc': '50000',
      'https://b.example/btc': '50300',
      'https://c.example/btc': '50100.5',
    })
    expect(rates.lastKnown('BTC')).toBeNull()
    expect(await rates.current('BTC')).toMatchObject({
      rate: { scaledCents: 501_005_000_000_000n, scale: 100_000_000n },
      sources: ['a.example', 'b.example', 'c.example'],
      raw: [{ source: 'a.example', price: '50000' }, { price: '50300' }, { price: '50100.5' }],
    })
    expect(await rates.current('USDT')).toBeNull()
  })

  test('is asked for again only when it is old, by one question for all who wait', async () => {
    const { rates, asked, clock } = setUp(bitcoin.slice(0, 2), {
      'https://a.example/btc': '50000',
      'https://b.example/btc': '50000',
    })
    await Promise.all(Array.from({ length: 20 }, () => rates.current('BTC')))
    expect(asked).toHaveLength(2)
    clock.advance(31_000)
    await rates.current('BTC')
    expect(asked).toHaveLength(2)
    await rates.current('BTC', 30_000)
    expect(asked).toHaveLength(4)
  })

  test('ends ten minutes after the sources fell silent; they are left alone longer and longer', async () => {
    const { rates, asked, clock, answers } = setUp(bitcoin.slice(0, 2), {
      'https://a.example/btc': '50000',
      'https://b.example/btc': '50000',
    })
    await rates.current('BTC')
    for (const url of Object.keys(answers)) answers[url] = null
    clock.advance(9 * minuteMs)
    expect(await rates.current('BTC')).not.toBeNull()
    clock.advance(2 * minuteMs)
    expect(await rates.current('BTC')).toBeNull()
    const before = asked.length
    expect(await rates.current('BTC')).toBeNull()
    expect(asked.length).toBe(before)
    for (const url of Object.keys(answers)) answers[url] = '40000'
    clock.advance(minuteMs)
    expect(await rates.current('BTC')).not.toBeNull()
  })

  test('of USDT comes directly or over the dollar of the same source, never mixed', async () => {
    const sources: RateSource[] = [
      { pair: 'USDT/EUR', url: 'https://a.example/usdt' },
      { pair: 'USDT/USD', url: 'https://b.example/usdt' },
      { pair: 'EUR/USD', url: 'https://b.example/eur' },
    ]
    const answers = {
      'https://a.example/usdt': '0.92',
      'https://b.example/usdt': '0.9995',
      'https://b.example/eur': '1.0850',
    }
    const { rates } = setUp(sources, answers)
    expect(await rates.current('USDT')).toMatchObject({ sources: ['a.example', 'b.example'] })
    const apart = setUp(
      sources.map((source) => ({ ...source, url: source.url.replace('b.example/eur', 'c.example/eur') })),
      { ...answers, 'https://c.example/eur': '1.0850' },
    )
    expect(await apart.rates.current('USDT')).toBeNull()
  })

  test('two addresses of one host are one source', async () => {
    const { rates } = setUp(
      [
        { pair: 'BTC/EUR', url: 'https://a.example/btc' },
        { pair: 'BTC/EUR', url: 'https://a.example/again' },
      ],
      { 'https://a.example/btc': '50000', 'https://a.example/again': '50000' },
    )
    expect(await rates.current('BTC')).toBeNull()
  })
})

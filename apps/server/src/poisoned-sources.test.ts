import { leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import { expect, test } from 'vitest'
import { camtSample } from '../test/papers/camt-sample.ts'
import { isDay } from './modules/bank/bank-entry.ts'
import { readStatement } from './modules/bank/read-statement.ts'
import { parseCoin } from './modules/market/parse-coin.ts'
import { parseNetwork, parsePrices } from './modules/market/parse-market.ts'
import { parseRate, ratePairs } from './modules/payments/rates/parse-rate.ts'

/*
 * What prices, networks and banks say, with every poison in every leaf: nothing is thrown, and no figure comes out that a column of the database
 * or a sum of cents could not hold.
 */

/** Every poison in every leaf of an answer, as it arrives. */
function* poisoned(answer: unknown): Generator<[where: string, value: unknown]> {
  for (const path of leavesOf(answer))
    for (const [name, value] of poisons)
      yield [`${path.join('.')} ${name}`, JSON.parse(JSON.stringify(withAt(answer, path, value)))]
}

const isWhole = (figure: number | null | undefined) =>
  figure === null || figure === undefined || (Number.isSafeInteger(figure) && figure >= 0)

test.each([
  ['mempool.space', { time: 1, EUR: 55_000, USD: 60_000 }, 'https://a.example/prices'],
  ['Kraken', { error: [], result: { XXBTZEUR: { c: ['55000.1', '0.1'] } } }, 'https://a.example/Ticker'],
  ['Coinbase', { data: { amount: '55000.1', base: 'BTC', currency: 'EUR' } }, 'https://a.example/spot'],
  ['Bitstamp', { last: '55000', bid: '54999' }, 'https://a.example/ticker/btceur/'],
])('prices of %s', (_, answer, url) => {
  expect(parsePrices(answer, url)).not.toBeNull()
  for (const [where, value] of poisoned(answer)) {
    const prices = Object.values(parsePrices(value, url) ?? {})
    expect([where, prices.every(isWhole)]).toEqual([where, true])
    for (const pair of ratePairs) {
      const rate = parseRate(value, pair)
      expect([where, rate === null || /^\d{1,15}(\.\d+)?$/.test(rate)]).toEqual([where, true])
    }
  }
})

test('figures of a network', () => {
  const [hashrate, rewards] = [
    { currentDifficulty: 1e14 },
    { startBlock: 1, endBlock: 144, totalFee: '1000' },
  ]
  expect(parseNetwork(hashrate, rewards)).toEqual({ difficulty: 1e14, height: 144, feesSatPerBlock: 7 })
  const check = (where: string, network: ReturnType<typeof parseNetwork>) => {
    if (network === null) return
    const { difficulty, height, feesSatPerBlock } = network
    expect([where, difficulty > 0 && difficulty <= 1e30]).toEqual([where, true])
    expect([where, isWhole(height) && height < 2 ** 31 && isWhole(feesSatPerBlock)]).toEqual([where, true])
  }
  for (const [where, value] of poisoned(hashrate)) check(where, parseNetwork(value, rewards))
  for (const [where, value] of poisoned(rewards)) check(where, parseNetwork(hashrate, value))
})

test.each([
  {
    data: {
      difficulty: 1e11,
      best_block_height: 900_000,
      blocks_24h: 144,
      transactions_24h: 50_000,
      average_transaction_fee_24h: 300,
      market_price_usd: 400.5,
    },
  },
  { chain: 'main', blocks: 900_000, difficulty: 1e11 },
])('figures of another coin: %j', (answer) => {
  expect(parseCoin(answer)).not.toBeNull()
  for (const [where, value] of poisoned(answer)) {
    const coin = parseCoin(value)
    if (coin === null) continue
    const { difficulty, height, feesSatPerBlock, usdCentsPerCoin } = coin
    expect([where, difficulty > 0 && difficulty <= 1e30 && height < 2 ** 31]).toEqual([where, true])
    expect([where, isWhole(feesSatPerBlock) && isWhole(usdCentsPerCoin)]).toEqual([where, true])
  }
})

const iban = 'NL91ABNA0417164300'
/** What a bank can write where text belongs: the poisons as text, and some of its own. */
const words = [
  ...poisons.map(
    ([name, value]) => [name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')] as const,
  ),
  ['a number too long', '9'.repeat(400)],
  ['an exponent', '1e308'],
  ['a day that is none', '2026-02-30'],
  ['the year 0', '0000-01-01'],
] as const

function checkStatement(where: string, text: string): void {
  const reading = readStatement(text, iban)
  if (!reading.ok) return
  for (const { amountCents, bookedOn, accountIban } of reading.lines)
    expect([where, Number.isSafeInteger(amountCents), isDay(bookedOn), accountIban.length < 40]).toEqual([
      where,
      true,
      true,
      true,
    ])
}

test('a CAMT statement with every poison in the place of every text', () => {
  const sample = camtSample(
    [
      {
        amount: '17500.00',
        bankReference: 'B1',
        reference: 'RF67SM2026000123',
        text: 'Box',
        name: 'Jan',
        iban,
      },
    ],
    { version: '08' },
  )
  expect(readStatement(sample, iban)).toMatchObject({ ok: true })
  const places = [...sample.matchAll(/(?<=[>"])[^<>"]+(?=[<"])/g)].filter(([text]) => text.trim() !== '')
  expect(places.length).toBeGreaterThan(10)
  for (const { index, 0: text } of places)
    for (const [name, word] of words) {
      const escaped = word.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      checkStatement(`${text} ${name}`, sample.slice(0, index) + escaped + sample.slice(index + text.length))
    }
})

test('an MT940 statement with every poison in the place of every part', () => {
  const sample = [
    ':20:940S260503',
    `:25:${iban} EUR`,
    ':28C:1',
    ':60F:C260502EUR100,00',
    ':61:2605030503C17500,00NTRFEREF//B1',
    ':86:/TRTP/SEPA/IBAN/DE89370400440532013000/NAME/Jan/REMI/RF67SM2026000123/EREF/X',
    ':62F:C260503EUR17600,00',
    '-',
    '',
  ].join('\r\n')
  expect(readStatement(sample, iban)).toMatchObject({ ok: true, lines: [{ amountCents: 1_750_000 }] })
  for (const { index, 0: text } of sample.matchAll(/[A-Za-z]+|\d+/g))
    for (const [name, word] of words)
      checkStatement(`${text} ${name}`, sample.slice(0, index) + word + sample.slice(index + text.length))
})

import { leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCoinAmount } from './parse-coin-amount.ts'
import { parsePayoutCsv, paymentReferences } from './parse-payout-csv.ts'
import { parsePayoutTime } from './parse-payout-time.ts'

const tx = (digit: string) => digit.repeat(64)
const at = (text: string) => Date.parse(text)
const read = (text: string, coin?: 'BTC' | 'BCH' | 'BSV') => {
  const result = parsePayoutCsv(text, coin ? { coin } : {})
  if (!result.ok) throw new Error(result.reason)
  return result
}

describe('amounts', () => {
  test.each([
    ['0.00012345', 'coin', 12_345],
    ['0.00012345 BTC', 'sat', 12_345],
    ['12345', 'sat', 12_345],
    ['12345 sats', 'coin', 12_345],
    ['1.5e-5', 'coin', 1_500],
    ['1.23450000000', 'coin', 123_450_000],
    ['20999999.99999999', 'coin', 2_099_999_999_999_999],
  ] as const)('%s in %s is %i', (text, unit, sat) =>
    expect(parseCoinAmount(text, unit)).toEqual({ ok: true, sat }),
  )
  test.each(['', '-0.1', '0', '0.000000001', '1,234.5', '0,5', 'NaN', '1e99', '22000000', '0x10', '1 2'])(
    '%j is refused',
    (text) => expect(parseCoinAmount(text, 'coin').ok).toBe(false),
  )
  test('a decimal comma counts where the file separates by semicolons', () =>
    expect(parseCoinAmount('0,00012345', 'coin', { decimalComma: true })).toEqual({ ok: true, sat: 12_345 }))
  test('every whole number of satoshi is read back exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_100_000_000_000_000 }), (sat) => {
        const text = `${Math.floor(sat / 1e8)}.${String(sat % 1e8).padStart(8, '0')}`
        expect(parseCoinAmount(text, 'coin')).toEqual({ ok: true, sat })
      }),
    )
  })
})

describe('times', () => {
  test.each([
    ['2026-11-20', '2026-11-20T00:00:00Z'],
    ['2026-11-20 13:05:09', '2026-11-20T13:05:09Z'],
    ['2026-11-20T13:05:09.123Z', '2026-11-20T13:05:09Z'],
    ['2026-11-20T13:05:09+02:00', '2026-11-20T11:05:09Z'],
    ['2026/11/20 13:05', '2026-11-20T13:05:00Z'],
    ['2026-11-20 13:05:09 UTC', '2026-11-20T13:05:09Z'],
    ['11/20/2026', '2026-11-20T00:00:00Z'],
    ['11/20/2026 1:05 PM', '2026-11-20T13:05:00Z'],
    ['11/20/2026, 12:05 AM', '2026-11-20T00:05:00Z'],
    ['1795179900', '2026-11-20T13:05:00Z'],
  ])('%s is %s', (text, moment) => expect(parsePayoutTime(text)).toEqual({ ok: true, at: at(moment) }))
  test.each([
    '',
    '20/11/2026',
    '2026-02-30',
    '2026-11-20 25:00',
    '20.11.2026',
    '11/20/26',
    'yesterday',
    '13:05 PM',
  ])('%j is refused', (text) => expect(parsePayoutTime(text).ok).toBe(false))
})

describe('files of pools', () => {
  test('whole coins in the head, transaction behind (as Braiins)', () =>
    expect(
      read(
        `Date,Amount [BTC],Destination,Transaction\n2026-11-19 04:10:00,0.01234567,bc1qexample,${tx('a')}\n`,
      ),
    ).toEqual({
      ok: true,
      payments: [
        { line: 2, at: at('2026-11-19T04:10:00Z'), coin: 'BTC', amountSat: 1_234_567, txid: tx('a') },
      ],
      leftOut: [],
    }))
  test('a coin column, a link for a transaction, and what is paying (as F2Pool)', () => {
    const { payments, leftOut } = read(
      [
        'Payout time,Currency,Amount,Wallet address,Tx hash,Status',
        `2026/11/18 08:00:00,bitcoin,0.005,1Boat,https://explorer.example/tx/${tx('b')},Paid`,
        '2026/11/19 08:00:00,bitcoin,0.004,1Boat,,Paying',
        `2026/11/19 08:00:00,litecoin,3.5,Lboat,${tx('c')},Paid`,
        `2026/11/19 08:00:00,BCH,0.5,qboat,${tx('d')},Paid`,
        `2026/11/19 08:00:00,BTC,0.5,1Boat,${tx('d')},Reversed`,
      ].join('\r\n'),
    )
    expect(payments.map(({ line, coin, amountSat }) => [line, coin, amountSat])).toEqual([
      [2, 'BTC', 500_000],
      [5, 'BCH', 50_000_000],
    ])
    expect(payments[0]?.txid).toBe(tx('b'))
    expect(leftOut.map(({ line, kind }) => [line, kind])).toEqual([
      [3, 'skipped'],
      [4, 'skipped'],
      [6, 'refused'],
    ])
  })
  test('titles above, semicolons, decimal commas, American dates (as ViaBTC through a spreadsheet)', () => {
    const { payments, leftOut } = read(
      `\uFEFFPayment history\nAccount: aurora\n\n"Time";"Type";"Amount (BCH)";"TXID"\n"11/20/2026 3:04 PM";"Withdrawal";"0,25";"${tx('e')}"\n"11/20/2026 3:04 PM";"Fee";"0,01";""\n"20/11/2026";"Withdrawal";"0,25";""\n`,
    )
    expect(payments).toEqual([
      { line: 5, at: at('2026-11-20T15:04:00Z'), coin: 'BCH', amountSat: 25_000_000, txid: tx('e') },
    ])
    expect(leftOut).toMatchObject([
      { line: 6, kind: 'skipped' },
      { line: 7, kind: 'refused', reason: expect.stringContaining('20/11/2026') },
    ])
  })
  test('satoshi and seconds (as ckpool-like logs)', () =>
    expect(read(`timestamp\tamount_sats\n1795179900\t123456\n1795179900\t123456\n`).payments).toMatchObject([
      { amountSat: 123_456, txid: null },
      { amountSat: 123_456, txid: null },
    ]))
  test('the coin that is asked for leaves the others out', () => {
    const text = 'date,coin,amount\n2026-11-01,BTC,1\n2026-11-01,BSV,2\n'
    expect(read(text, 'BSV').payments).toMatchObject([{ coin: 'BSV', amountSat: 200_000_000 }])
    expect(read('date,amount\n2026-11-01,1\n', 'BCH').payments).toMatchObject([{ coin: 'BCH' }])
  })
  test.each(['', '\n\n', 'hello', 'a,b\n1,2', 'worker,hashrate\nx,5\n', 'date,fee\n2026-01-01,1\n'])(
    '%j is no file of payments',
    (text) => expect(parsePayoutCsv(text).ok).toBe(false),
  )
  test('any text is read or refused, never thrown at', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => void parsePayoutCsv(`date,amount\n${text}`)),
    )
  })
})

test('names of payments do not hang on their place in the file', () => {
  const one = (line: number, amountSat: number, txid: string | null) => ({
    line,
    at: 0,
    coin: 'BTC' as const,
    amountSat,
    txid,
  })
  const file = [one(2, 5, null), one(3, 5, null), one(4, 9, tx('a')), one(5, 4, tx('a'))]
  expect(paymentReferences(file)).toEqual([
    '1970-01-01T00:00:00Z/5',
    '1970-01-01T00:00:00Z/5#2',
    `${tx('a')}#2`,
    tx('a'),
  ])
  const turned = paymentReferences(file.toReversed())
  expect([...turned].sort()).toEqual([...paymentReferences(file)].sort())
  expect(paymentReferences(file.slice(1))).toContain('1970-01-01T00:00:00Z/5')
})

test('every poison in every cell and head: nothing is thrown, and what is taken has a day and whole satoshi', () => {
  const rows = [
    ['Date', 'Amount', 'Coin', 'TxID', 'Status', 'Type'],
    ['2026-11-20 13:05:09', '0.00012345', 'BTC', tx('a'), 'paid', 'payout'],
    ['2026-11-21', '0.5', 'BTC', tx('b'), 'paid', 'payout'],
  ]
  const words = [
    ...poisons.map(([, value]) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))),
    ...[
      '9'.repeat(400),
      '1e308',
      '1e-99',
      '99999999999999',
      '9999999999',
      '2026-02-30',
      '0000-01-01',
      '=1+1',
      '"',
      '""',
      '","',
    ],
  ]
  for (const path of leavesOf(rows)) {
    for (const word of words) {
      for (const separator of [',', ';', '\t']) {
        const text = (withAt(rows, path, word) as string[][]).map((cells) => cells.join(separator)).join('\n')
        const result = parsePayoutCsv(text)
        const payments = result.ok ? result.payments : []
        for (const { at: paidAt, amountSat, txid } of payments) {
          expect([word, Number.isNaN(new Date(paidAt).getTime())]).toEqual([word, false])
          expect([
            word,
            Number.isSafeInteger(amountSat) && amountSat > 0 && amountSat <= 2_100_000_000_000_000,
          ]).toEqual([word, true])
          expect(txid === null || /^[0-9a-f]{64}$/.test(txid)).toBe(true)
        }
        expect(paymentReferences(payments).every((name) => name.length < 100)).toBe(true)
      }
    }
  }
})

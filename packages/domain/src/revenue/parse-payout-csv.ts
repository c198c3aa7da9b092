import { type CoinUnit, parseCoinAmount } from './parse-coin-amount.ts'
import { parsePayoutTime } from './parse-payout-time.ts'
import type { MinedCoin } from './pool-coin.ts'
import { csvDelimiter, readCsv } from './read-csv.ts'

/** One payment of a pool. `txid` is null where the file names no transaction. */
export type PoolPayment = {
  line: number
  at: number
  coin: MinedCoin
  amountSat: number
  txid: string | null
}
/** Why a line is not taken, for programs. */
export const leftOutCodes = [
  'totals-line',
  'not-paid-yet',
  'unknown-status',
  'no-payment',
  'other-coin',
  'bad-time',
  'bad-amount',
] as const
export type LeftOutCode = (typeof leftOutCodes)[number]
/** A line that is not taken, and why. `skipped` ones are in order (not paid yet); `refused` ones need a look. `cell`: what stands there. */
export type LeftOutLine = {
  line: number
  kind: 'skipped' | 'refused'
  code: LeftOutCode
  cell: string
  reason: string
}
export type PayoutCsv =
  | { ok: true; payments: PoolPayment[]; leftOut: LeftOutLine[] }
  | { ok: false; reason: string }

type Columns = {
  time: number
  amount: number
  unit: CoinUnit
  headCoin: MinedCoin | null
  coin: number
  txid: number
  status: number
  kind: number
}

const headLines = 15
const words = (label: string) =>
  label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
const timeLabels = [
  /^(payment|payout|paid|pay|transaction|confirmed|sent) (date|time|at|on)\b/,
  /^(date|time|timestamp|datetime|created at|date time|day)\b/,
  /\b(date|time|timestamp)\b/,
]
const amountLabels = [
  /^(net|paid|payout|payment|received|sent) (amount|value|reward)\b/,
  /^amount\b/,
  /^(payout|paid|payment|value|total|sum|credit|quantity|reward|income|earnings)\b/,
  /\bamount\b/,
]
const notAmount = /\b(fee|usd|eur|cny|fiat|balance|hash|address|id|date|time|status|type|price|count)\b/
const txidLabels = [
  /^(tx ?id|tx ?hash|transaction (id|hash)|tx|hash|transaction|txn)\b/,
  /\b(tx ?id|tx ?hash)\b/,
]
const coinLabels = [/^(coin|currency|asset|coin type|symbol)\b/]
const statusLabels = [/^(status|state|payment status|payout status)\b/]
const kindLabels = [/^(type|kind|operation|transaction type|category)\b/]
const paidStatus =
  /^(paid|complete|completed|confirmed|success|successful|succeeded|sent|done|finished|ok|mined|1|true|yes)$/
const pendingStatus =
  /^(pending|queued|processing|paying|unpaid|waiting|scheduled|unconfirmed|in progress|immature|0|false|no)$/
const payoutKind = /pay|payout|withdraw|transfer|sent|block|reward/
const transaction = /\b([0-9a-f]{64})\b/i

/**
 * Reads a pool's file of payments, whichever of the common forms it has: columns are found by their heads, in any order, behind any lines
 * of title, separated by commas, semicolons or tabs. Amounts in whole coins, or in satoshi where the head or the cell says so.
 * Line by line: what cannot be read is refused with its reason, and the others count.
 */
export function parsePayoutCsv(text: string, options: { coin?: MinedCoin } = {}): PayoutCsv {
  const delimiter = csvDelimiter(text)
  const rows = readCsv(text, delimiter)
  if (rows.length === 0) return { ok: false, reason: 'the file is empty' }
  let columns: Columns | null = null
  let first = 0
  for (; first < Math.min(rows.length, headLines) && !columns; first++)
    columns = findColumns(rows[first]?.cells ?? [])
  if (!columns)
    return {
      ok: false,
      reason: 'no line names a column of dates and one of amounts: is this a file of payments?',
    }
  const payments: PoolPayment[] = []
  const leftOut: LeftOutLine[] = []
  for (const { line, cells } of rows.slice(first)) {
    const read = readLine(cells, columns, { ...options, decimalComma: delimiter === ';' })
    if (read.ok) payments.push({ line, ...read.payment })
    else leftOut.push({ line, ...read.leftOut })
  }
  return { ok: true, payments, leftOut }
}

function findColumns(cells: readonly string[]): Columns | null {
  const labels = cells.map(words)
  const find = (patterns: readonly RegExp[], accept: (label: string) => boolean = () => true) => {
    for (const pattern of patterns) {
      const index = labels.findIndex((label) => pattern.test(label) && accept(label))
      if (index >= 0) return index
    }
    return -1
  }
  const time = find(timeLabels)
  const amount = find(amountLabels, (label) => !notAmount.test(label))
  if (time < 0 || amount < 0 || time === amount) return null
  const head = labels[amount] ?? ''
  return {
    time,
    amount,
    unit: /\b(sats?|satoshis?)\b/.test(head) ? 'sat' : 'coin',
    headCoin: coinOf(/\b(btc|xbt|bitcoin|bch|bsv)\b/.exec(head)?.[1] ?? ''),
    coin: find(coinLabels),
    txid: find(txidLabels, (label) => !/\b(type|fee|date|time|status|amount)\b/.test(label)),
    status: find(statusLabels),
    kind: find(kindLabels),
  }
}

type LineResult =
  | { ok: true; payment: Omit<PoolPayment, 'line'> }
  | { ok: false; leftOut: Omit<LeftOutLine, 'line'> }

function readLine(
  cells: readonly string[],
  columns: Columns,
  options: { coin?: MinedCoin; decimalComma: boolean },
): LineResult {
  const leave =
    (kind: LeftOutLine['kind']) =>
    (code: LeftOutCode, cell: string, reason: string): LineResult => ({
      ok: false,
      leftOut: { kind, code, cell, reason },
    })
  const [refuse, skip] = [leave('refused'), leave('skipped')]
  const cell = (index: number) => (index < 0 ? '' : (cells[index] ?? ''))
  if (/^(total|sum|subtotal)/i.test(cells[0] ?? '') && cell(columns.time) === (cells[0] ?? ''))
    return skip('totals-line', '', 'a line of totals')
  const status = words(cell(columns.status))
  if (pendingStatus.test(status)) return skip('not-paid-yet', status, `not paid yet: ${status}`)
  if (status !== '' && !paidStatus.test(status))
    return refuse('unknown-status', status, `nobody knows whether "${status}" is paid`)
  const kind = words(cell(columns.kind))
  if (kind !== '' && !payoutKind.test(kind)) return skip('no-payment', kind, `no payment: ${kind}`)
  const written = cell(columns.coin)
  const inFile = written === '' ? columns.headCoin : coinOf(written)
  if (written !== '' && inFile === null) return skip('other-coin', written, `another coin: ${written}`)
  if (options.coin !== undefined && inFile !== null && inFile !== options.coin)
    return skip('other-coin', inFile, `another coin: ${inFile}`)
  const time = parsePayoutTime(cell(columns.time))
  if (!time.ok) return refuse('bad-time', cell(columns.time), time.reason)
  const amount = parseCoinAmount(cell(columns.amount), columns.unit, options)
  if (!amount.ok) return refuse('bad-amount', cell(columns.amount), amount.reason)
  const txid = transaction.exec(cell(columns.txid))?.[1]?.toLowerCase() ?? null
  return {
    ok: true,
    payment: { at: time.at, coin: inFile ?? options.coin ?? 'BTC', amountSat: amount.sat, txid },
  }
}

function coinOf(text: string): MinedCoin | null {
  const word = words(text)
  if (/^(btc|xbt|bitcoin)$/.test(word)) return 'BTC'
  if (/^(bch|bitcoin cash|bcc)$/.test(word)) return 'BCH'
  if (/^(bsv|bitcoin sv)$/.test(word)) return 'BSV'
  return null
}

/**
 * A name for each payment that stays the same when the file is made again with more lines: its transaction, else its moment and amount;
 * payments that share both are numbered.
 *
 * @example paymentReferences([{ at: 0, amountSat: 5, txid: null, … }]) // ['1970-01-01T00:00:00Z/5']
 */
export function paymentReferences(payments: readonly PoolPayment[]): string[] {
  const order = payments
    .map((payment, index) => ({ payment, index }))
    .sort(
      (a, b) => a.payment.at - b.payment.at || a.payment.amountSat - b.payment.amountSat || a.index - b.index,
    )
  const seen = new Map<string, number>()
  const references: string[] = []
  for (const { payment, index } of order) {
    const name =
      payment.txid ?? `${new Date(payment.at).toISOString().replace('.000Z', 'Z')}/${payment.amountSat}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    references[index] = count === 1 ? name : `${name}#${count}`
  }
  return references
}

import type { Coin, RevenueRow } from '@shipminer/contract/revenue'

/** Sums of one step over its rows, satoshi. Null is unknown, never zero; estimated and received are never added. */
export type RevenueStep = {
  period: string
  at: number
  estimatedSat: number | null
  receivedSat: number | null
}

/** The moment in the middle of a day or month, ms UTC; null for a whole span, which is no moment. */
export function periodAt(period: string): number | null {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(period)
  if (day) return Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]), 12)
  const month = /^(\d{4})-(\d\d)$/.exec(period)
  return month ? Date.UTC(Number(month[1]), Number(month[2]) - 1, 15) : null
}

/** The steps of a chart, oldest first, of one coin. */
export function revenueSteps(rows: readonly RevenueRow[], coin: Coin): RevenueStep[] {
  const steps = new Map<string, RevenueStep>()
  for (const row of rows) {
    const at = periodAt(row.period)
    if (at === null || row.coin !== coin) continue
    const step = steps.get(row.period) ?? { period: row.period, at, estimatedSat: null, receivedSat: null }
    step.estimatedSat = plus(step.estimatedSat, row.estimated?.sat ?? null)
    step.receivedSat = plus(step.receivedSat, row.receivedSat)
    steps.set(row.period, step)
  }
  return [...steps.values()].sort((a, b) => a.at - b.at)
}

/** Sums over rows of one coin. */
export function revenueSums(
  rows: readonly RevenueRow[],
  coin: Coin,
): { estimatedSat: number | null; receivedSat: number | null } {
  let estimatedSat: number | null = null
  let receivedSat: number | null = null
  for (const row of rows) {
    if (row.coin !== coin) continue
    estimatedSat = plus(estimatedSat, row.estimated?.sat ?? null)
    receivedSat = plus(receivedSat, row.receivedSat)
  }
  return { estimatedSat, receivedSat }
}

/** Coins in the rows, Bitcoin first. */
export function coinsOf(rows: readonly RevenueRow[]): Coin[] {
  const found = new Set(rows.map(({ coin }) => coin))
  return (['BTC', 'BCH', 'BSV'] as const).filter((coin) => coin === 'BTC' || found.has(coin))
}

function plus(a: number | null, b: number | null): number | null {
  return b === null ? a : (a ?? 0) + b
}

/** The rows as a file for a spreadsheet: whole base units and cents, nothing rounded, an empty cell for what is not known. */
export function revenueCsv(rows: readonly RevenueRow[]): string {
  const head = [
    'period',
    'coin',
    'ship_id',
    'miner_id',
    'name',
    'estimated_sat',
    'estimated_eur_cents',
    'estimate_basis',
    'estimated_owner_sat',
    'received_sat',
    'energy_wh',
  ]
  const lines = rows.map((row) =>
    [
      row.period,
      row.coin,
      row.shipId,
      row.minerId,
      row.name,
      row.estimated?.sat ?? null,
      row.estimated?.cents ?? null,
      row.estimated?.basis ?? null,
      row.estimatedOwnerSat,
      row.receivedSat,
      row.energyWh,
    ]
      .map(cell)
      .join(','),
  )
  return `${[head.join(','), ...lines].join('\r\n')}\r\n`
}

/** A name that looks like a formula stays a name; quotes and commas survive. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

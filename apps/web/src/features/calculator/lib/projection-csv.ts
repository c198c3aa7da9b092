import type { Figures } from './figures.ts'

/**
 * The calculation as a table for a spreadsheet (RFC 4180, comma, point as decimal sign): first what went in, then the sums. Column names
 * are English, as data is.
 */
export function projectionCsv(productId: string, figures: Figures): string {
  const { input, result, outlook, price, network } = figures
  const rows: (string | number | null)[][] = [
    ['input', 'value'],
    ['product', productId],
    ['boxes', input.numberOfBoxes],
    ['hashrate_ths', result.hashrateThs],
    ['power_kw', result.powerKw],
    ['investment_eur', result.investmentCents / 100],
    ['bitcoin_price_eur', input.centsPerBtc / 100],
    ['bitcoin_price_from', price.source ?? price.kind],
    ['bitcoin_price_at', isoOf(price.observedAt)],
    ['difficulty', input.difficulty],
    ['block_height', input.blockHeight],
    ['fees_sat_per_block', input.feesSatPerBlock],
    ['network_from', network.source ?? network.kind],
    ['network_at', isoOf(network.observedAt)],
    ['delivered_percent', input.deliveredPercent],
    ['owner_share', input.ownerShare],
    ['power_price_eur_per_kwh', input.powerCentsPerKwh / 100],
    ['difficulty_growth_percent_per_year', input.growthPercentPerYear],
    ['payback_days_spare_power', result.spare.paybackDays],
    ['payback_days_priced_power', result.priced.paybackDays],
    [],
    ['day', 'block_height', 'difficulty', 'subsidy_sat', 'owner_sat', 'spare_power_eur', 'priced_power_eur'],
    ...outlook.projection.map((point) => [
      point.day,
      point.blockHeight,
      Math.round(point.difficulty),
      point.subsidySat,
      point.ownerSat,
      point.spareCents / 100,
      point.pricedCents / 100,
    ]),
  ]
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Quoted where needed; text that a spreadsheet would take for a formula is kept text. Null stays empty. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

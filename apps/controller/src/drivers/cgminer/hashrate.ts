import { fieldOf, finiteNumber, hashrateGhs, type Row } from './values.ts'

/** Windows of at most a minute, the shortest first. Longer ones and `av` are averages and prove nothing. */
const WINDOWS = ['5s', '30s', '1m'] as const
/** Above this part of the last minute's rate a shorter window is noise. */
export const LUCKY_PART = 1.25
const UNITS = [
  ['GHS', 1],
  ['MHS', 1e-3],
  ['THS', 1e3],
  ['KHS', 1e-6],
] as const

/**
 * The rate over a short window in GH/s, whatever unit the key names; null when the row has only averages.
 * `complete` is whether the whole row came.
 */
export function shortRateGhs(row: Row | null, complete = true): number | null {
  if (row === null) return null
  const reported = shortestRateGhs(row, complete)
  const lastMinute = rateOver(row, '1m')
  // Luck over a few seconds is no rate: what is far above the last minute is read over that minute instead.
  return reported !== null && lastMinute !== null && lastMinute > 0 && reported > lastMinute * LUCKY_PART
    ? lastMinute
    : reported
}

function rateOver(row: Row, window: string): number | null {
  for (const [unit, unitGhs] of UNITS) {
    const rate = hashrateGhs(fieldOf(row, `${unit} ${window}`), unitGhs)
    if (rate !== null) return rate
  }
  return null
}

function shortestRateGhs(row: Row, complete: boolean): number | null {
  // In a truncated row a shorter window may be what is missing, so a longer one must not replace it.
  for (const window of complete ? WINDOWS : WINDOWS.slice(0, 1)) {
    const rate = rateOver(row, window)
    if (rate !== null) return rate
  }
  return realtimeRateGhs(row, complete)
}

/**
 * Whatsminer's `HS RT`. It is MH/s in API 2 and TH/s in some releases; the average beside it, always MH/s, shows which. In
 * a row that was cut before that average the unit stays unknown, and so does the rate.
 */
function realtimeRateGhs(row: Row, complete: boolean): number | null {
  const raw = finiteNumber(fieldOf(row, 'HS RT'))
  if (raw === null) return null
  const averageMhs = finiteNumber(fieldOf(row, 'MHS av'))
  if (averageMhs === null && !complete) return null
  const isTerahash = averageMhs !== null && averageMhs > 0 && raw > 0 && averageMhs / raw > 1e4
  return hashrateGhs(raw, isTerahash ? 1e3 : 1e-3)
}

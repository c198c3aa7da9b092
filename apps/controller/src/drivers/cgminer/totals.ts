import type { DeviceReading } from '@shipminer/contract/telemetry'
import type { Section } from './parse-reply.ts'
import { countOf, difficultyOf, fieldOf, type Row, sumOf, textOf } from './values.ts'

export type Totals = Pick<
  DeviceReading,
  | 'uptimeSeconds'
  | 'acceptedShares'
  | 'rejectedShares'
  | 'staleShares'
  | 'acceptedDifficulty'
  | 'bestShareDifficulty'
  | 'blocksFound'
>

/**
 * The running totals of a cgminer-like device. Accepted difficulty is the sum over the pools, since that is what the
 * pools pay for; the summary's own figure is used where pools report none. A truncated list of pools gives no sum, and
 * the pool that some firmware mines its fee on is left out, since it pays the owner nothing.
 */
export function totalsFrom(summary: Row | null, pools: Section): Totals {
  const rows = pools.complete ? pools.rows : []
  return {
    uptimeSeconds: countOf(summary, 'Elapsed', 'Uptime'),
    acceptedShares: countOf(summary, 'Accepted') ?? sumOf(rows.map((row) => countOf(row, 'Accepted'))),
    rejectedShares: countOf(summary, 'Rejected') ?? sumOf(rows.map((row) => countOf(row, 'Rejected'))),
    staleShares: countOf(summary, 'Stale') ?? sumOf(rows.map((row) => countOf(row, 'Stale'))),
    acceptedDifficulty:
      sumOf(rows.filter(paysOwner).map((row) => difficultyOf(row, 'Difficulty Accepted'))) ??
      difficultyOf(summary, 'Difficulty Accepted'),
    bestShareDifficulty: difficultyOf(summary, 'Best Share') ?? bestOf(rows),
    blocksFound: countOf(summary, 'Found Blocks'),
  }
}

function paysOwner(row: Row): boolean {
  return !/\bdev[ _-]?fee\b/i.test(
    `${textOf(fieldOf(row, 'URL')) ?? ''} ${textOf(fieldOf(row, 'User')) ?? ''}`,
  )
}

function bestOf(rows: readonly Row[]): number | null {
  const best = rows.map((row) => difficultyOf(row, 'Best Share')).filter((share) => share !== null)
  return best.length === 0 ? null : Math.max(...best)
}

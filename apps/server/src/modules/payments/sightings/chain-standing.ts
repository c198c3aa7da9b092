import type { Queryable } from '../../../platform/db/store.ts'
import type { SourceStanding } from './merge-views.policy.ts'
import { type CursorRow, listCursors } from './observations.repository.ts'

/** A source that was not read for this long does not count for its chain. */
export const freshForMs = 120_000

export type ChainStanding = {
  chain: string
  /** In order of trust. */
  sources: SourceStanding[]
  /** Silence of the chain means that no money arrived: the first source is fresh, and not behind another. */
  isFresh: boolean
  checkedAt: Date | null
}

/** Sources may differ by this many blocks, because blocks take time to propagate. */
const toleratedLagBlocks: Readonly<Record<string, number>> = { bitcoin: 2 }
const otherLagBlocks = 50

export function standingOf(
  chain: string,
  sourceIds: readonly string[],
  cursors: readonly CursorRow[],
  nowMs: number,
): ChainStanding {
  const sources = sourceIds.map((id) => {
    const row = cursors.find((cursor) => cursor.chain === chain && cursor.source === id)
    const age = row?.checkedAt ? nowMs - row.checkedAt.getTime() : Number.POSITIVE_INFINITY
    return {
      id,
      isFresh: (row?.caughtUp ?? false) && age <= freshForMs,
      tipHeight: row?.tipHeight ?? null,
      finalHeight: row?.finalHeight ?? null,
      checkedAt: row?.checkedAt ?? null,
    }
  })
  const fresh = sources.filter(({ isFresh }) => isFresh)
  const highest = Math.max(...fresh.map(({ tipHeight }) => tipHeight ?? 0))
  const [first] = fresh
  const isBehind =
    first !== undefined && highest - (first.tipHeight ?? 0) > (toleratedLagBlocks[chain] ?? otherLagBlocks)
  return {
    chain,
    sources,
    isFresh: first !== undefined && !isBehind,
    checkedAt: sources.reduce<Date | null>(
      (newest, { checkedAt }) => (checkedAt && (!newest || checkedAt > newest) ? checkedAt : newest),
      null,
    ),
  }
}

export async function readStanding(
  db: Queryable,
  chain: string,
  sourceIds: readonly string[],
  nowMs: number,
): Promise<ChainStanding> {
  return standingOf(chain, sourceIds, await listCursors(db, chain), nowMs)
}

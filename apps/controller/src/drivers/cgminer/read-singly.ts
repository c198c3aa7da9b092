import type { Budget } from '../budget.ts'
import type { FailureReason } from '../driver.ts'
import { type Endpoint, readCommand } from './cgminer-client.ts'
import { type CommandReply, replyTo } from './parse-reply.ts'

export type FiguresReplies = {
  stats: CommandReply | null
  summary: CommandReply | null
  pools: CommandReply | null
  /** Something of them is missing. */
  partial: boolean
}

/** `stats`, `summary` and `pools`, each by itself: firmware that fails on joined commands, or has its own figures in `stats`. One of the first two has to answer. */
export async function readFigures(
  endpoint: Endpoint,
  budget: Budget,
): Promise<
  | { kind: 'replies'; replies: FiguresReplies }
  | { kind: 'starting' }
  | { kind: 'failed'; reason: FailureReason }
> {
  const stats = await readCommand(endpoint, 'stats', budget)
  if (!stats.ok && stats.reason !== 'closed' && stats.reason !== 'garbled')
    return { kind: 'failed', reason: stats.reason }
  if (stats.ok && stats.parsed.kind === 'starting') return { kind: 'starting' }
  const summary = await readCommand(endpoint, 'summary', budget)
  if (!stats.ok && !summary.ok) return { kind: 'failed', reason: summary.reason }
  const pools = await readCommand(endpoint, 'pools', budget)
  const replies = {
    stats: stats.ok ? replyTo(stats.parsed, 'stats') : null,
    summary: summary.ok ? replyTo(summary.parsed, 'summary') : null,
    pools: pools.ok ? replyTo(pools.parsed, 'pools') : null,
    partial: [stats, summary, pools].some(
      (outcome) => !outcome.ok || (outcome.parsed.kind === 'replies' && outcome.parsed.partial),
    ),
  }
  return { kind: 'replies', replies }
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'

const mark = '/* kept plan */ '

/**
 * Begins a statement that PostgreSQL is to plan once a connection and not each time: for what is sent all the time, with a text that is
 * nearly always the same. A pooler in transaction mode keeps no plans, and the embedded engine plans each time; for both the statement is an
 * ordinary one. A kept plan knows no parameter: it opens all partitions of a table that is read, takes every array for one of ten elements,
 * and compares with each element of `= ANY(array)` in turn. So it is for statements about one row.
 *
 * @example sql`${keptPlan}SELECT …`
 */
export const keptPlan = sql.raw(mark)

/** Texts that get a name; any more are planned each time, so that a connection never holds many. */
const mostNames = 100
/** For this long after a kept plan was found to be gone nothing is kept. */
const pauseMs = 60_000

/** The name was lost or is taken by somebody else; or what the statement returns is no longer what it was planned for. */
export function isPlanGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (
    code === '26000' ||
    code === '42P05' ||
    (code === '0A000' && error.message === 'cached plan must not change result type')
  )
}

/** Which statements of a pool of connections have a name, under which each connection keeps their plan. */
export function createPlanNames(clock: () => number = Date.now) {
  const names = new Map<string, string>()
  let pausedUntil = 0
  return {
    nameOf(text: unknown): string | null {
      if (typeof text !== 'string' || !text.startsWith(mark) || clock() < pausedUntil) return null
      const known = names.get(text)
      if (known !== undefined) return known
      if (names.size >= mostNames) return null
      const name = `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
      names.set(text, name)
      return name
    },
    pause() {
      pausedUntil = clock() + pauseMs
    },
  }
}

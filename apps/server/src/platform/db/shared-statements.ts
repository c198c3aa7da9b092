import { reasonOf } from '@shipminer/domain/reason-of'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'
import { keptPlan } from './statements/kept-plan.ts'
import type { StoreHealth } from './store.ts'

export const notifyStatement = (channel: string, payload: string): RawBuilder<unknown> =>
  sql`${keptPlan}SELECT pg_notify(${channel}, ${payload})`

/** One trivial statement, timed, abandoned after `limitMs`. */
export async function probe(
  db: Kysely<Database>,
  limitMs = 3_000,
): Promise<Pick<StoreHealth, 'reachable' | 'latencyMs' | 'error'>> {
  const startedAt = performance.now()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs)
  try {
    await Promise.race([sql`SELECT 1`.execute(db), late])
    return { reachable: true, latencyMs: Math.round((performance.now() - startedAt) * 10) / 10, error: null }
  } catch (error) {
    return {
      reachable: false,
      latencyMs: null,
      error: reasonOf(error),
    }
  } finally {
    clearTimeout(timer)
  }
}

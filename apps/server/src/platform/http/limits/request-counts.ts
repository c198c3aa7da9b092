import { sql } from 'kysely'
import { clientKey } from '../../auth/client-key.ts'
import type { Store } from '../../db/store.ts'
import type { SecretKey } from '../../secret-key/secret-key.ts'

type RequestLimit = { readonly max: number; readonly windowMs: number }

export type RequestCounts = {
  /**
   * Counts a request of a client to a call. Each copy of the server has its own count in memory, which refuses a flood before it gets here.
   *
   * @returns in how many seconds the client may try again; null: it is within the limit of all copies together
   */
  count(call: string, ip: string, limit: RequestLimit): Promise<number | null>
  /** Deletes counts that are over. @returns how many. */
  sweep(): Promise<number>
}

/** Counts of requests that copies of the server share. The embedded database has one copy, whose memory is enough. */
export function createRequestCounts(deps: {
  store: Store
  clock: () => number
  secretKey: SecretKey
}): RequestCounts {
  const { store, clock, secretKey } = deps
  return {
    async count(call, ip, { max, windowMs }) {
      if (store.engine === 'embedded') return null
      const key = secretKey.hash('request', `${call}\n${clientKey(ip)}`)
      const now = new Date(clock())
      const isOver = sql<boolean>`request_counts.until <= ${now}`
      const { count, until } = await store.db
        .insertInto('requestCounts')
        .values({ key, count: 1, until: new Date(now.getTime() + windowMs) })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql`CASE WHEN ${isOver} THEN 1 ELSE request_counts.count + 1 END`,
            until: sql`CASE WHEN ${isOver} THEN excluded.until ELSE request_counts.until END`,
          }),
        )
        .returning(['count', 'until'])
        .executeTakeFirstOrThrow()
      return count > max ? Math.ceil((until.getTime() - now.getTime()) / 1_000) : null
    },
    async sweep() {
      const result = await store.db
        .deleteFrom('requestCounts')
        .where('until', '<=', new Date(clock()))
        .executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

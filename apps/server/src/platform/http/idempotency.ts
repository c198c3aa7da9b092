import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable, Store, Trx } from '../db/store.ts'
import type { SecretKey } from '../secret-key/secret-key.ts'
import { AppError } from './app-error.ts'

/** One request that must take effect once, however often it is sent. */
export type IdempotentRequest = {
  /** The header `idempotency-key` as sent. */
  key: string | string[] | undefined
  /** Keys of different users are separate; null: not signed in. */
  userId: string | null
  /** `POST /orders`. */
  route: string
  /** The parsed body. A repeated key must come with the same body. */
  body: unknown
}

/** Does the work and stores its response, both in the caller's transaction: after a crash either both exist or neither. */
export type Once = <T>(trx: Trx, act: () => Promise<T>) => Promise<T>

export type Idempotency = {
  /**
   * Returns the response of the first time, or does `work`, which must call `once` in its transaction. Failures are not stored: a refused
   * request may be retried with the same key.
   *
   * @throws AppError `idempotency-key-missing`; `idempotency-in-progress` while the first request runs, on whichever server;
   * `idempotency-mismatch` for another body
   */
  run<T>(request: IdempotentRequest, work: (once: Once) => Promise<T>): Promise<T>
  /** Deletes expired responses. @returns how many. */
  sweep(): Promise<number>
}

const keptMs = 86_400_000

/** Responses are stored for a day, sealed with a key derived from the server's: they may hold what only the caller should know. */
export function createIdempotency(deps: {
  store: Store
  clock: () => number
  secretKey: SecretKey
}): Idempotency {
  const { store, clock, secretKey } = deps
  /** Keys in progress in this process; the database's lock keeps other servers out. */
  const running = new Set<string>()

  return {
    async run(request, work) {
      const key = parseKey(request.key)
      const id = {
        scope: request.userId === null ? 'anonymous' : `user:${request.userId}`,
        route: request.route,
        key,
      }
      const name = JSON.stringify(id)
      const bodyHash = createHash('sha256').update(canonicalJson(request.body)).digest()
      if (running.has(name)) throw new AppError('idempotency-in-progress')
      running.add(name)
      try {
        const kept = await findAnswer(store.db)
        if (kept) return kept.answer as never
        return await work(async (trx, act) => {
          const { rows } = await sql<{ free: boolean }>`
            SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 5)) AS free`.execute(trx)
          if (!rows[0]?.free) throw new AppError('idempotency-in-progress')
          const meanwhile = await findAnswer(trx)
          if (meanwhile) return meanwhile.answer as never
          const answer = await act()
          await keepAnswer(trx, answer)
          return answer
        })
      } finally {
        running.delete(name)
      }

      async function findAnswer(db: Queryable): Promise<{ answer: unknown } | null> {
        const row = await db
          .selectFrom('idempotencyKeys')
          .select(['bodyHash', 'answer'])
          .where('scope', '=', id.scope)
          .where('route', '=', id.route)
          .where('key', '=', key)
          .where('expiresAt', '>', new Date(clock()))
          .executeTakeFirst()
        if (!row) return null
        if (!bodyHash.equals(row.bodyHash)) throw new AppError('idempotency-mismatch')
        return { answer: JSON.parse(secretKey.open('idempotency-answer', row.answer).toString()) }
      }

      async function keepAnswer(trx: Trx, answer: unknown): Promise<void> {
        const now = clock()
        const row = {
          bodyHash: new Uint8Array(bodyHash),
          answer: secretKey.seal('idempotency-answer', Buffer.from(JSON.stringify(answer))),
          createdAt: new Date(now),
          expiresAt: new Date(now + keptMs),
        }
        await trx
          .insertInto('idempotencyKeys')
          .values({ ...id, ...row })
          // Only an expired one can conflict.
          .onConflict((conflict) => conflict.columns(['scope', 'route', 'key']).doUpdateSet(row))
          .execute()
      }
    },
    async sweep() {
      const result = await store.db
        .deleteFrom('idempotencyKeys')
        .where('expiresAt', '<=', new Date(clock()))
        .executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

function parseKey(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || header.trim() === '') throw new AppError('idempotency-key-missing')
  const key = header.trim()
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError('invalid-request', {
      issues: [{ path: 'headers.idempotency-key', message: '1 to 255 visible characters' }],
    })
  }
  return key
}

/** JSON with the names of objects in order, so that the same body has the same hash however it was written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

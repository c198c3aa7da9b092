import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { parameterText } from '../parameter-text.ts'
import type { PoolState } from '../store.ts'
import { type EmbeddedConnection, EmbeddedDatabaseError } from './embedded-connection.ts'

/** Turns on the one session of the embedded engine: a plain statement holds it while it runs, a transaction until it ends. */
export type SessionQueue = {
  /** @throws EmbeddedDatabaseError 53300 when it does not become free within `waitMs`. */
  acquire(waitMs: number): Promise<() => void>
  state(): PoolState
}

export function createSessionQueue(): SessionQueue {
  const line: (() => void)[] = []
  let held = false
  const release = () => {
    const next = line.shift()
    if (next) next()
    else held = false
  }
  const once = (action: () => void) => {
    let done = false
    return () => {
      if (!done) action()
      done = true
    }
  }
  return {
    state: () => ({ busy: Number(held), idle: Number(!held), waiting: line.length }),
    acquire(waitMs) {
      if (!held) {
        held = true
        return Promise.resolve(once(release))
      }
      return new Promise((resolve, reject) => {
        const enter = () => {
          clearTimeout(timer)
          resolve(once(release))
        }
        const timer = setTimeout(() => {
          const place = line.indexOf(enter)
          if (place >= 0) line.splice(place, 1)
          const message = `the embedded database was busy for ${waitMs} ms (a transaction that waits for a statement outside of it?)`
          reject(new EmbeddedDatabaseError({ code: '53300', message }))
        }, waitMs)
        line.push(enter)
      })
    },
  }
}

/** What Kysely's PostgreSQL dialect needs of a pool, in front of the one embedded session. */
export function createEmbeddedPool(
  connection: EmbeddedConnection,
  queue: SessionQueue,
  { limitMs, waitMs }: { limitMs: number; waitMs: number },
): PostgresPool {
  return {
    options: {},
    async connect() {
      const release = await queue.acquire(waitMs)
      let generation: number | null = null
      const client = {
        async query(sql: string, parameters: readonly unknown[] = []) {
          // A transaction that went down with its engine needs no rollback; pretending success lets the first error through.
          const isLost = generation !== null && generation !== connection.generation()
          if (isLost && sql === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
          const result = await connection.query(sql, parameters.map(parameterText), limitMs, generation)
          generation ??= connection.generation()
          return result
        },
        release,
      }
      return client as unknown as PostgresPoolClient
    },
    async end() {},
  }
}

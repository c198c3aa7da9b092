import type { Queryable, Store } from '../db/store.ts'
import { AppError } from '../http/app-error.ts'
import type { SecretKey } from '../secret-key/secret-key.ts'
import { clientKey, networkKey } from './client-key.ts'
import { type GuessKind, guessLimits, pauseAfter, rememberedMs } from './guess-policy.ts'
import { lockGuessRows, removeGuesses, saveGuessRow, takeGuessBack } from './guesses.repository.ts'

export type Guess = {
  kind: GuessKind
  /** Whose secret is guessed at (an account, an order), known to exist or not. A right guess forgets the wrong ones. */
  target?: string | null
  /** The signed-in user who guesses, where secrets of others are guessed at. A right guess takes back only itself. */
  userId?: string | null
  /** Null when the account alone limits it. */
  ip: string | null
}

export type Guesses = {
  /**
   * Counts a guess, then has it checked: of any number at once, on any copies of the server, no more are checked than the limits allow.
   * `judge` returns null for a wrong guess; what it throws does not count as wrong. `onHeld` runs when the target's limit is reached.
   *
   * @throws AppError `rate-limited`, right or wrong, as long as the guesser or the target has to wait
   */
  judge<T>(guess: Guess, judge: () => Promise<T | null>, onHeld?: () => Promise<void>): Promise<T | null>
  /** Forgets the wrong guesses at a target, because its owner has a new secret. */
  forget(guess: Pick<Guess, 'kind'> & { target: string }, db?: Queryable): Promise<void>
}

type Counter = { key: Uint8Array; limit: number; isTarget: boolean }

/** Counts guesses in the database, which holds keyed hashes only: neither an address nor an account can be read from them. */
export function createGuesses(deps: { store: Store; clock: () => number; secretKey: SecretKey }): Guesses {
  const { store, clock, secretKey } = deps
  const keyOf = (kind: GuessKind, name: string) => new Uint8Array(secretKey.hash('guess', `${kind}\n${name}`))
  const targetKey = (kind: GuessKind, target: string) => keyOf(kind, `target ${target}`)

  function countersOf({ kind, target = null, userId = null, ip }: Guess): Counter[] {
    const { account, client, network } = guessLimits[kind]
    const by = (limit: number, name: string | null) =>
      name === null ? [] : [{ key: keyOf(kind, name), limit, isTarget: false }]
    return [
      ...(target === null ? [] : [{ key: targetKey(kind, target), limit: account, isTarget: true }]),
      ...by(account, userId && `user ${userId}`),
      ...by(client, ip && `client ${clientKey(ip)}`),
      ...by(network, ip && networkKey(ip)),
    ].sort((a, b) => Buffer.compare(a.key, b.key))
  }

  /** Counts, and returns whether the target has just reached its limit. */
  function count(counters: readonly Counter[]): Promise<boolean> {
    const now = clock()
    const keys = counters.map(({ key }) => key)
    return store.db.transaction().execute(async (trx) => {
      let isHeld = false
      const rows = await lockGuessRows(trx, keys, new Date(now))
      for (const [index, { limit, isTarget, key }] of counters.entries()) {
        const row = rows[index]
        // A client that has to wait is not counted: waiting must end.
        if (!row || row.nextAt.getTime() > now) throw new AppError('rate-limited')
        const wrong = row.forgetAt.getTime() <= now ? 1 : row.wrong + 1
        const nextAt = new Date(now + pauseAfter(wrong, limit))
        await saveGuessRow(trx, { key, wrong, nextAt, forgetAt: new Date(now + rememberedMs) })
        isHeld ||= isTarget && wrong === limit
      }
      return isHeld
    })
  }

  async function takeBack(counters: readonly Counter[], isRight: boolean): Promise<void> {
    const at = new Date(clock())
    for (const { key, limit, isTarget } of counters) {
      if (isTarget && isRight) await removeGuesses(store.db, key)
      else await takeGuessBack(store.db, { key, limit, at })
    }
  }

  return {
    async judge(guess, judge, onHeld) {
      const counters = countersOf(guess)
      const isHeld = await count(counters)
      let found: Awaited<ReturnType<typeof judge>>
      try {
        found = await judge()
      } catch (error) {
        await takeBack(counters, false)
        throw error
      }
      if (found !== null) await takeBack(counters, true)
      else if (isHeld) await onHeld?.()
      return found
    },
    forget: ({ kind, target }, db = store.db) => removeGuesses(db, targetKey(kind, target)),
  }
}

import type { Queryable, Store, StoreLogger } from '../db/store.ts'
import { findApiKey, touchApiKey } from './api-key-lookup.repository.ts'
import type { Authenticator } from './authenticator.ts'
import { revokedSessionsChannel } from './session-liveness.ts'
import * as repository from './sessions.repository.ts'
import { createToken, hashToken, type RandomBytes, sameHash } from './tokens.ts'

const accessLifetimeMs = 10 * 60_000
/** A session ends after this time in any case. */
export const sessionLifetimeMs = 14 * 24 * 3_600_000
/** How exactly the last use of a key is known. */
const keyUseNotedEveryMs = 5 * 60_000
/** How long a refresh may be repeated after its response was lost. */
const refreshRetryMs = 60_000

export type SessionTokens = {
  userId: string
  sessionId: string
  token: string
  refreshToken: string
  expiresAt: Date
}

export type Sessions = Authenticator & {
  /** Opens a session. `binding` is the secret in the browser's cookie, null for a client that is not a browser. */
  open(session: { userId: string; binding: string | null }, db?: Queryable): Promise<SessionTokens>
  /**
   * Exchanges a refresh token for a new pair. Null when it is unknown, expired, revoked or used without the browser it was issued to. A
   * second use revokes the session, with one exception: once within 60 s, and only while the successor was never used.
   */
  refresh(refreshToken: string, bindingCookie: string | null): Promise<SessionTokens | null>
  revoke(sessionId: string, reason: string): Promise<void>
  /** Revokes every session of a user except one (null: all of them), or `only` one of theirs. Returns how many. */
  revokeAll(
    user: { userId: string; except: string | null; only?: string | null },
    reason: string,
    db?: Queryable,
  ): Promise<number>
  /** Records that the person just proved to be present. */
  markProven(sessionId: string): Promise<void>
}

/** Opaque access and refresh tokens over the database; only hashes are stored. */
export function createSessions(deps: {
  store: Store
  clock: () => number
  randomBytes: RandomBytes
  logger: StoreLogger
}): Sessions {
  const { store, clock, randomBytes, logger } = deps

  const isBound = (bindingHash: Uint8Array | null, cookie: string | null) =>
    bindingHash === null || (cookie !== null && sameHash(bindingHash, hashToken(cookie)))

  async function issue(
    db: Queryable,
    session: { id: string; userId: string; absoluteExpiresAt: Date },
    now: number,
  ): Promise<SessionTokens & { refreshHash: Uint8Array }> {
    const token = createToken('access', randomBytes)
    const refreshToken = createToken('refresh', randomBytes)
    const expiresAt = new Date(Math.min(now + accessLifetimeMs, session.absoluteExpiresAt.getTime()))
    const refreshHash = hashToken(refreshToken)
    await repository.insertTokenPair(db, {
      sessionId: session.id,
      accessHash: hashToken(token),
      accessExpiresAt: expiresAt,
      refreshHash,
      refreshExpiresAt: session.absoluteExpiresAt,
      at: new Date(now),
    })
    return { userId: session.userId, sessionId: session.id, token, refreshToken, expiresAt, refreshHash }
  }

  /** Connections that are open on any server look at once whether their session is among them. */
  const tellRevoked = (userId: string, db?: Queryable) => store.notify(revokedSessionsChannel, userId, db)

  return {
    async verifyAccess(token, bindingCookie) {
      const session = await repository.findAccess(store.db, hashToken(token), new Date(clock()))
      if (!session || !isBound(session.bindingHash, bindingCookie)) return null
      return {
        userId: session.userId,
        sessionId: session.id,
        roles: session.roles,
        sessionCreatedAt: session.createdAt,
        provenAt: session.provenAt ?? session.createdAt,
        keyName: null,
      }
    },

    async verifyKey(token) {
      const key = await findApiKey(store.db, hashToken(token))
      if (!key) return null
      const at = new Date(clock())
      if (key.endsAt !== null && key.endsAt <= at) return 'ended'
      const notSince = new Date(at.getTime() - keyUseNotedEveryMs)
      if (key.lastUsedAt === null || key.lastUsedAt < notSince)
        await touchApiKey(store.db, key.id, { at, notSince })
      const { userId, scope, createdAt } = key
      const caller = {
        userId,
        sessionId: `key ${key.id}`,
        roles: [],
        sessionCreatedAt: createdAt,
        provenAt: new Date(0),
        keyName: key.name,
      }
      return { caller, scope }
    },

    async open({ userId, binding }, db) {
      const now = clock()
      const absoluteExpiresAt = new Date(now + sessionLifetimeMs)
      const bindingHash = binding === null ? null : hashToken(binding)
      const run = async (queryable: Queryable) => {
        const createdAt = new Date(now)
        const id = await repository.insertSession(queryable, {
          userId,
          bindingHash,
          createdAt,
          absoluteExpiresAt,
        })
        const { refreshHash: _, ...tokens } = await issue(queryable, { id, userId, absoluteExpiresAt }, now)
        return tokens
      }
      return db ? run(db) : store.db.transaction().execute(run)
    },

    async refresh(refreshToken, bindingCookie) {
      const hash = hashToken(refreshToken)
      return store.db.transaction().execute(async (trx) => {
        const now = clock()
        const at = new Date(now)
        const session = await repository.lockSessionOfRefreshToken(trx, hash)
        const used = session && (await repository.findRefreshToken(trx, hash))
        if (
          !session ||
          !used ||
          session.revokedAt ||
          session.absoluteExpiresAt <= at ||
          used.expiresAt <= at
        ) {
          return null
        }
        if (!isBound(session.bindingHash, bindingCookie)) return null
        if (used.usedAt === null) {
          const { refreshHash, ...tokens } = await issue(trx, session, now)
          await repository.markRefreshUsed(trx, hash, {
            usedAt: at,
            successorHash: refreshHash,
            retriedAt: null,
          })
          return tokens
        }
        const successor = used.successorHash && (await repository.findRefreshToken(trx, used.successorHash))
        const isLostAnswer =
          used.retriedAt === null &&
          now - used.usedAt.getTime() <= refreshRetryMs &&
          successor !== null &&
          successor.usedAt === null
        if (!isLostAnswer || !used.successorHash) {
          await repository.revokeSession(trx, session.id, {
            revokedAt: at,
            revokeReason: 'refresh-token-reused',
          })
          await tellRevoked(session.userId, trx)
          logger.warn(
            { sessionId: session.id, userId: session.userId },
            'refresh token reused, session revoked',
          )
          return null
        }
        // The pair of the lost response is revoked; its refresh token stays as a tripwire.
        await repository.removeAccessTokens(trx, session.id)
        await repository.markRefreshUsed(trx, used.successorHash, {
          usedAt: at,
          successorHash: null,
          retriedAt: null,
        })
        const { refreshHash, ...tokens } = await issue(trx, session, now)
        await repository.markRefreshUsed(trx, hash, {
          usedAt: used.usedAt,
          successorHash: refreshHash,
          retriedAt: at,
        })
        return tokens
      })
    },

    async revoke(sessionId, revokeReason) {
      const change = { revokedAt: new Date(clock()), revokeReason }
      const userId = await repository.revokeSession(store.db, sessionId, change)
      if (userId !== null) await tellRevoked(userId)
    },

    async revokeAll({ userId, except, only = null }, revokeReason, db = store.db) {
      const change = { revokedAt: new Date(clock()), revokeReason, except, only }
      const revoked = await repository.revokeSessionsOf(db, userId, change)
      if (revoked > 0) await tellRevoked(userId, db)
      return revoked
    },

    async markProven(sessionId) {
      await repository.markSessionProven(store.db, sessionId, new Date(clock()))
    },
  }
}

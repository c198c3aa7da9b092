import { type ApiKey, type ApiKeyLifetime, maxApiKeys } from '@shipminer/contract/account/api-keys'
import type { ApiKeyScope } from '@shipminer/contract/endpoint'
import type { Caller } from '../../platform/auth/authenticator.ts'
import { requireFreshSession } from '../../platform/auth/fresh-session.ts'
import { createToken, hashToken } from '../../platform/auth/tokens.ts'
import type { Queryable, Store } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { type AccountMailDeps, lockUser, queueAccountMail } from '../users/users.port.ts'
import { insertApiKey, listApiKeys, listEndingKeys, noteEnd, removeApiKey } from './api-keys.repository.ts'

export type ApiKeyDeps = AccountMailDeps & { store: Store }
type ReadDeps = Pick<ApiKeyDeps, 'store' | 'clock'>

const dayMs = 86_400_000
/** So long before a key ends its owner hears of it. */
const announcedMs = 7 * dayMs

/** Oldest first. */
export async function readApiKeys(
  { store, clock }: ReadDeps,
  userId: string,
  db: Queryable = store.db,
): Promise<ApiKey[]> {
  const rows = await listApiKeys(db, userId)
  return rows.map(({ id, createdAt, lastUsedAt, endsAt, ...key }) => ({
    ...key,
    id: String(id),
    createdAt: createdAt.getTime(),
    lastUsedAt: lastUsedAt?.getTime() ?? null,
    endsAt: endsAt?.getTime() ?? null,
    hasEnded: endsAt !== null && endsAt.getTime() <= clock(),
  }))
}

/**
 * Makes a key and tells its owner by mail. Returns its token, of which only a hash is kept.
 *
 * @throws AppError `proof-required`, `too-many-api-keys`
 */
export async function createApiKey(
  deps: ApiKeyDeps,
  caller: Caller,
  { name, scope, lifetimeDays }: { name: string; scope: ApiKeyScope; lifetimeDays: ApiKeyLifetime },
): Promise<{ token: string; keys: ApiKey[] }> {
  requireFreshSession(caller, deps.clock())
  const { userId } = caller
  const token = createToken('apiKey', deps.randomBytes)
  const keys = await deps.store.db.transaction().execute(async (trx) => {
    // Two keys made at once count each other.
    const account = await lockUser(trx, userId)
    if (!account) throw new AppError('unauthorized')
    if ((await listApiKeys(trx, userId)).length >= maxApiKeys) throw new AppError('too-many-api-keys')
    const createdAt = new Date(deps.clock())
    const endsAt = lifetimeDays === null ? null : new Date(createdAt.getTime() + lifetimeDays * dayMs)
    await insertApiKey(trx, { userId, name, scope, tokenHash: hashToken(token), createdAt, endsAt })
    const { email, preferredLanguage: language } = account
    if (email) await queueAccountMail(trx, deps, { email, language }, { kind: 'apiKeyMade', name })
    return readApiKeys(deps, userId, trx)
  })
  return { token, keys }
}

/** @throws AppError `not-found` */
export async function revokeApiKey(deps: ReadDeps, userId: string, id: string): Promise<ApiKey[]> {
  if (!(await removeApiKey(deps.store.db, userId, Number(id)))) throw new AppError('not-found')
  return readApiKeys(deps, userId)
}

/** Mails owners a week before a key ends, and when it has ended: once each, also when it is run twice at once. */
export async function mailOfEnds(deps: ApiKeyDeps): Promise<void> {
  const now = new Date(deps.clock())
  const before = new Date(now.getTime() + announcedMs)
  await forEachIsolated(
    await listEndingKeys(deps.store.db, { now, before }),
    ({ id }) => `key ${id}`,
    ({ id, name, endsAt, email, language }) =>
      deps.store.db.transaction().execute(async (trx) => {
        if (endsAt === null) return
        const hasEnded = endsAt <= now
        if (!(await noteEnd(trx, id, hasEnded ? 'endToldAt' : 'endAnnouncedAt', now)) || !email) return
        const mail = hasEnded
          ? ({ kind: 'apiKeyEnded', name } as const)
          : ({ kind: 'apiKeyEnding', name, endsAt } as const)
        await queueAccountMail(trx, deps, { email, language }, mail)
      }),
  )
}

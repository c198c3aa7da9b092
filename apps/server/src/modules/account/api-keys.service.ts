import { type ApiKey, maxApiKeys } from '@shipminer/contract/api-keys'
import type { ApiKeyScope } from '@shipminer/contract/endpoint'
import type { Caller } from '../../platform/auth/authenticator.ts'
import { requireFreshSession } from '../../platform/auth/fresh-session.ts'
import { createToken, hashToken } from '../../platform/auth/tokens.ts'
import type { Queryable, Store } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type AccountMailDeps, lockUser, queueAccountMail } from '../users/users.port.ts'
import { insertApiKey, listApiKeys, removeApiKey } from './api-keys.repository.ts'

export type ApiKeyDeps = AccountMailDeps & { store: Store }

/** Oldest first. */
export async function readApiKeys(db: Queryable, userId: string): Promise<ApiKey[]> {
  const rows = await listApiKeys(db, userId)
  return rows.map(({ id, createdAt, lastUsedAt, ...key }) => ({
    ...key,
    id: String(id),
    createdAt: createdAt.getTime(),
    lastUsedAt: lastUsedAt?.getTime() ?? null,
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
  { name, scope }: { name: string; scope: ApiKeyScope },
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
    await insertApiKey(trx, { userId, name, scope, tokenHash: hashToken(token), createdAt })
    const { email, preferredLanguage: language } = account
    if (email) await queueAccountMail(trx, deps, { email, language }, { kind: 'apiKeyMade', name })
    return readApiKeys(trx, userId)
  })
  return { token, keys }
}

/** @throws AppError `not-found` */
export async function revokeApiKey(
  { store }: Pick<ApiKeyDeps, 'store'>,
  userId: string,
  id: string,
): Promise<ApiKey[]> {
  if (!(await removeApiKey(store.db, userId, Number(id)))) throw new AppError('not-found')
  return readApiKeys(store.db, userId)
}

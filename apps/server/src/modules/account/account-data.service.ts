import type { Proof } from '@shipminer/contract/profile'
import type { Sessions } from '../../platform/auth/sessions.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { listConsents } from '../newsletter/newsletter.port.ts'
import { findUserWithWallets, lockUser, queueAccountMail } from '../users/users.port.ts'
import { requireProof } from '../wallet-auth/wallet-auth.port.ts'
import { readAccountData, releaseControllers, removeMailsTo, removeUser } from './account-data.repository.ts'
import { getProfile, type ProfileDeps } from './profile.service.ts'

/**
 * Everything kept about a user. What was received or sent under the e-mail address is only included once the address is verified: until
 * then it may be a stranger's.
 */
export async function exportAccount(deps: ProfileDeps, userId: string): Promise<Record<string, unknown>> {
  const user = await findUserWithWallets(deps.store.db, userId)
  if (!user) throw new AppError('unauthorized')
  const verified = user.emailVerifiedAt === null ? null : user.email
  const { createdAt, updatedAt, emailVerifiedAt, newsletter } = user
  return {
    exportedAt: new Date(deps.clock()),
    profile: await getProfile(deps, userId),
    account: { createdAt, updatedAt, emailVerifiedAt, newsletter },
    newsletterConsents: await listConsents(deps.store.db, userId),
    ...(await readAccountData(deps.store.db, userId, verified)),
  }
}

/**
 * Deletes an account with everything that belongs to it; its controllers can be claimed again. Sessions end with it.
 *
 * @throws AppError those of a proof
 */
export async function deleteAccount(
  deps: ProfileDeps & { sessions: Pick<Sessions, 'revokeAll'> },
  userId: string,
  proof: Proof | undefined,
): Promise<void> {
  await requireProof(deps, { userId, purpose: 'delete-account' }, proof)
  const released = await deps.store.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user) throw new AppError('unauthorized')
    const controllerIds = await releaseControllers(trx, userId)
    if (user.email !== null) {
      if (user.emailVerifiedAt !== null) await removeMailsTo(trx, user.email)
      const to = { email: user.email, language: user.preferredLanguage }
      await queueAccountMail(trx, deps, to, { kind: 'deleted' })
    }
    // Before they go with the account, so that pages that are open close at once, on every copy of the server.
    await deps.sessions.revokeAll({ userId, except: null }, 'account-deleted', trx)
    await removeUser(trx, userId)
    return controllerIds
  })
  deps.logger.info({ userId, controllers: released.length }, 'account deleted')
}

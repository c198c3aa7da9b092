import type { Proof } from '@shipminer/contract/account/profile'
import { AppError } from '../../platform/http/app-error.ts'
import { listProviderConsents } from '../control/control.port.ts'
import { listConsents } from '../newsletter/newsletter.port.ts'
import { findUserWithWallets } from '../users/users.port.ts'
import { requireProof } from '../wallet-auth/wallet-auth.port.ts'
import { listFormerAddresses, readAccountData } from './account-data.repository.ts'
import { type EndAccountDeps, endAccount } from './end-account.ts'
import { getProfile, type ProfileDeps } from './profile.service.ts'

/**
 * Everything kept about a user. What was received or sent under the e-mail address is only included once the address is verified: until
 * then it may be a stranger's.
 */
export async function exportAccount(deps: ProfileDeps, userId: string): Promise<Record<string, unknown>> {
  const user = await findUserWithWallets(deps.store.db, userId)
  if (!user) throw new AppError('unauthorized')
  const former = await listFormerAddresses(deps.store.db, userId)
  const own = { email: user.email, isVerified: user.emailVerifiedAt !== null }
  const verified = [own, ...former].flatMap(({ email, isVerified }) => (isVerified && email ? [email] : []))
  const { createdAt, updatedAt, emailVerifiedAt, newsletter } = user
  return {
    exportedAt: new Date(deps.clock()),
    profile: await getProfile(deps, userId),
    account: { createdAt, updatedAt, emailVerifiedAt, newsletter },
    newsletterConsents: await listConsents(deps.store.db, userId),
    providerConsents: await listProviderConsents(deps.store.db, userId),
    ...(await readAccountData(deps.store.db, userId, verified)),
  }
}

/** @throws AppError those of a proof, and of `endAccount` */
export async function deleteAccount(
  deps: ProfileDeps & EndAccountDeps,
  userId: string,
  proof: Proof | undefined,
): Promise<void> {
  await requireProof(deps, { userId, purpose: 'delete-account' }, proof)
  const isEnded = await deps.store.db
    .transaction()
    .execute((trx) => endAccount(deps, trx, { userId, isIdentified: false }))
  if (!isEnded) throw new AppError('unauthorized')
}

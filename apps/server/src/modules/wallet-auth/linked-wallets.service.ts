import { maxWallets, type Proof } from '@shipminer/contract/account/profile'
import type { Caller } from '../../platform/auth/authenticator.ts'
import { requireFreshSession } from '../../platform/auth/fresh-session.ts'
import type { Sessions } from '../../platform/auth/sessions.ts'
import { AppError } from '../../platform/http/app-error.ts'
import {
  type AccountMailContext,
  findUserIdOfWallet,
  insertWallet,
  listWallets,
  lockUser,
  queueAccountMail,
  removeWallet,
} from '../users/users.port.ts'
import { findPasswordOfUser } from './passwords/passwords.repository.ts'
import { type ProofDeps, requireNewWallet, requireProof } from './proofs.service.ts'
import { requireWallet } from './wallet-login.service.ts'

export type LinkedWalletDeps = ProofDeps & { mail: AccountMailContext; sessions: Sessions }

/**
 * Links a wallet: the session vouches for the account, the signature for the wallet. Linking an already linked wallet succeeds.
 *
 * @throws AppError `proof-required` for a session that is not fresh, `proof-failed`, `wallet-taken`, `wallet-limit-reached`
 */
export async function linkWallet(
  deps: LinkedWalletDeps,
  caller: Caller,
  proof: { walletAddress: string; nonce: string; signature: string },
): Promise<void> {
  const { userId } = caller
  requireFreshSession(caller, deps.clock())
  const wallet = await requireNewWallet(deps, userId, proof)
  const at = new Date(deps.clock())
  await deps.store.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user) throw new AppError('unauthorized')
    const owner = await findUserIdOfWallet(trx, wallet.accountId)
    if (owner === userId) return
    if (owner !== null) throw new AppError('wallet-taken')
    if ((await listWallets(trx, userId)).length >= maxWallets) throw new AppError('wallet-limit-reached')
    if (!(await insertWallet(trx, { userId, ...wallet, at }))) throw new AppError('wallet-taken')
    if (user.email === null) return
    const to = { email: user.email, language: user.preferredLanguage }
    await queueAccountMail(trx, deps, to, { kind: 'walletLinked', wallet: wallet.address })
  })
}

/**
 * Unlinks a wallet and ends every other session, because one of them may have been opened with the wallet.
 *
 * @throws AppError `wallet-not-found`, `last-way-in`, and those of a proof
 */
export async function unlinkWallet(
  deps: LinkedWalletDeps,
  caller: Caller,
  input: { walletAddress: string; proof: Proof | undefined },
): Promise<void> {
  const { userId } = caller
  const wallet = requireWallet(input.walletAddress)
  const { db } = deps.store
  if ((await findUserIdOfWallet(db, wallet.accountId)) !== userId) throw new AppError('wallet-not-found')
  await requireProof(deps, { userId, purpose: 'unlink-wallet', subject: wallet.address }, input.proof)
  await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user) throw new AppError('unauthorized')
    const wallets = await listWallets(trx, userId)
    if (wallets.length <= 1 && !(await findPasswordOfUser(trx, userId))) throw new AppError('last-way-in')
    if (!(await removeWallet(trx, { userId, accountId: wallet.accountId }))) {
      throw new AppError('wallet-not-found')
    }
    await deps.sessions.revokeAll({ userId, except: caller.sessionId }, 'wallet-unlinked', trx)
    if (user.email === null) return
    const to = { email: user.email, language: user.preferredLanguage }
    await queueAccountMail(trx, deps, to, { kind: 'walletUnlinked', wallet: wallet.address })
  })
}

import type { Proof } from '@shipminer/contract/account/profile'
import type { Caller } from '../../../platform/auth/authenticator.ts'
import { isUniqueViolation } from '../../../platform/db/failures/unique-violation.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { findUserWithWallets, lockUser, queueAccountMail } from '../../users/users.port.ts'
import * as tokens from '../account-tokens.repository.ts'
import { type ProofDeps, requireProof } from '../proofs.service.ts'
import { refuseWhenBusy } from './busy-hasher.ts'
import { findPasswordProblem } from './password-policy.ts'
import type { PasswordResetDeps } from './password-reset.service.ts'
import { findPasswordOfUser, upsertPassword } from './passwords.repository.ts'

/**
 * Sets the first or another password and ends every other session. The first one needs a verified address, because the address becomes
 * a way into the account.
 *
 * @throws AppError `email-not-verified`, `password-too-weak`, and those of a proof
 */
export async function setPassword(
  deps: PasswordResetDeps & ProofDeps,
  caller: Caller,
  input: { password: string; proof: Proof | undefined },
): Promise<void> {
  const { userId } = caller
  const user = await findUserWithWallets(deps.store.db, userId)
  if (!user) throw new AppError('unauthorized')
  const isFirst = (await findPasswordOfUser(deps.store.db, userId)) === null
  if (isFirst && user.emailVerifiedAt === null) throw new AppError('email-not-verified')
  if (findPasswordProblem(input.password, [user.email ?? '', user.name, deps.productName])) {
    throw new AppError('password-too-weak')
  }
  await requireProof(deps, { userId, purpose: 'set-password' }, input.proof)
  const phc = await refuseWhenBusy(() => deps.passwords.hash(input.password))
  const at = new Date(deps.clock())
  try {
    await deps.store.db.transaction().execute(async (trx) => {
      const { email, preferredLanguage: language } = (await lockUser(trx, userId)) ?? {}
      if (!email) throw new AppError('email-not-verified')
      await upsertPassword(trx, { userId, email, phc, at })
      await tokens.voidAccountTokens(trx, { userId, kind: 'reset-password', at })
      await deps.sessions.revokeAll({ userId, except: caller.sessionId }, 'password-set', trx)
      await queueAccountMail(trx, deps, { email, language: language ?? null }, { kind: 'passwordSet' })
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('account-exists', {}, { cause: error })
    throw error
  }
}

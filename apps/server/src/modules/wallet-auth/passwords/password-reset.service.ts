import type { Guesses } from '../../../platform/auth/guesses.ts'
import type { PasswordHasher } from '../../../platform/auth/password-hasher.ts'
import type { Sessions } from '../../../platform/auth/sessions.ts'
import { createToken, hashToken } from '../../../platform/auth/tokens.ts'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import {
  clearPayoutAddress,
  findUserWithWallets,
  lockUser,
  queueAccountMail,
  type UserWithWallets,
  updateUser,
} from '../../users/users.port.ts'
import * as tokens from '../account-tokens.repository.ts'
import type { VerificationDeps } from '../email-verification.service.ts'
import { refuseWhenBusy } from './busy-hasher.ts'
import { findPasswordProblem } from './password-policy.ts'
import { findPassword, upsertPassword } from './passwords.repository.ts'

const resetLifetimeMs = 3_600_000
const hourMs = 3_600_000
const mailsPerHour = 3

export type PasswordResetDeps = VerificationDeps & {
  passwords: PasswordHasher
  sessions: Sessions
  guesses: Guesses
  productName: string
}

/**
 * Sends a reset mail to an address that has a password, at most three an hour; does not reveal whether it did. An address that was never
 * verified gets none once a wallet is linked: the person who reads its mail need not be the owner of the wallet.
 *
 * @throws AppError `fields-missing`, `email-invalid`
 */
export async function requestPasswordReset(deps: PasswordResetDeps, email: string): Promise<void> {
  if (email === '') throw new AppError('fields-missing')
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AppError('email-invalid')
  const user = await findResettable(deps.store.db, email)
  if (!user) return
  await deps.store.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const createdAt = new Date(now)
    await lockUser(trx, user.id)
    const since = new Date(now - hourMs)
    const sent = await tokens.countAccountTokens(trx, { userId: user.id, kind: 'reset-password', since })
    if (sent >= mailsPerHour) return
    const token = createToken('reset', deps.randomBytes)
    await tokens.insertAccountToken(trx, {
      tokenHash: hashToken(token),
      userId: user.id,
      kind: 'reset-password',
      email,
      createdAt,
      expiresAt: new Date(now + resetLifetimeMs),
    })
    await queueAccountMail(trx, deps, { email, language: user.preferredLanguage }, { kind: 'reset', token })
  })
}

/** Whether the password can be reset by mail to its address. */
export async function canBeReset(db: Queryable, email: string): Promise<boolean> {
  return (await findResettable(db, email)) !== null
}

async function findResettable(db: Queryable, email: string): Promise<UserWithWallets | null> {
  const known = await findPassword(db, email)
  const user = known && (await findUserWithWallets(db, known.userId))
  return isResettable(user) ? user : null
}

function isResettable(user: UserWithWallets | null | undefined): user is UserWithWallets {
  return !!user && (user.emailVerifiedAt !== null || user.wallets.length === 0)
}

/**
 * Sets a password with the token of a mail and ends every session of the account. A weak password does not use the token up.
 *
 * When this is the first proof of the address, the account may have been used by a stranger before: changes they requested that redirect
 * money or mail end with their sessions. A wallet linked meanwhile makes the token invalid, as it would have refused the mail.
 *
 * @throws AppError `fields-missing`, `link-invalid`, `password-too-weak`
 */
export async function resetPassword(
  deps: PasswordResetDeps,
  input: { token: string; password: string },
): Promise<void> {
  if (input.token === '' || input.password === '') throw new AppError('fields-missing')
  const now = new Date(deps.clock())
  const key = { tokenHash: hashToken(input.token), kind: 'reset-password' as const, now }
  const found = await tokens.findAccountToken(deps.store.db, key)
  const owner = found && (await findUserWithWallets(deps.store.db, found.userId))
  if (!found || !owner) throw new AppError('link-invalid')
  if (findPasswordProblem(input.password, [found.email, owner.name, deps.productName])) {
    throw new AppError('password-too-weak')
  }
  const phc = await refuseWhenBusy(() => deps.passwords.hash(input.password))
  await deps.store.db.transaction().execute(async (trx) => {
    // The account before its token, as everywhere.
    const user = await lockUser(trx, found.userId)
    const used = user && (await tokens.useAccountToken(trx, key))
    if (!used || !user || user.email !== used.email) throw new AppError('link-invalid')
    if (!isResettable(await findUserWithWallets(trx, user.id))) throw new AppError('link-invalid')
    const { id: userId, preferredLanguage: language } = user
    await tokens.voidAccountTokens(trx, { userId, kind: 'reset-password', at: now })
    await upsertPassword(trx, { userId, email: used.email, phc, at: now })
    if (user.emailVerifiedAt === null) await dropUnproven(trx, deps, user, used.email)
    await updateUser(trx, userId, { emailVerifiedAt: user.emailVerifiedAt ?? now, updatedAt: now })
    await deps.sessions.revokeAll({ userId, except: null }, 'password-reset', trx)
    await deps.guesses.forget({ kind: 'login', target: used.email }, trx)
    await queueAccountMail(trx, deps, { email: used.email, language }, { kind: 'passwordSet' })
  })
}

async function dropUnproven(
  trx: Trx,
  deps: PasswordResetDeps,
  user: { id: string; preferredLanguage: string | null },
  email: string,
): Promise<void> {
  const at = new Date(deps.clock())
  await clearPayoutAddress(trx, deps, user, email)
  await updateUser(trx, user.id, { pendingEmail: null, updatedAt: at })
  await tokens.voidAccountTokens(trx, { userId: user.id, kind: 'verify-email', at })
}

import { createToken, hashToken, type RandomBytes } from '../../platform/auth/tokens.ts'
import { isUniqueViolation } from '../../platform/db/failures/unique-violation.ts'
import type { Store, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import {
  type AccountMailContext,
  findEmailHolder,
  lockUser,
  queueAccountMail,
  type UserRow,
  updateUser,
} from '../users/users.port.ts'
import * as tokens from './account-tokens.repository.ts'
import { renameLogin } from './passwords/passwords.repository.ts'

const verificationLifetimeMs = 24 * 3_600_000
const hourMs = 3_600_000
const mailsPerHour = 3

export type VerificationDeps = {
  store: Store
  clock: () => number
  randomBytes: RandomBytes
  mail: AccountMailContext
}

type Addressee = { id: string; preferredLanguage: string | null }

/** Puts a verification mail for an address into the outbox. Earlier ones to the same user stop working. */
export async function sendVerification(
  trx: Trx,
  deps: VerificationDeps,
  user: Addressee,
  email: string,
): Promise<void> {
  const now = deps.clock()
  const createdAt = new Date(now)
  const token = createToken('verification', deps.randomBytes)
  await tokens.voidAccountTokens(trx, { userId: user.id, kind: 'verify-email', at: createdAt })
  await tokens.insertAccountToken(trx, {
    tokenHash: hashToken(token),
    userId: user.id,
    kind: 'verify-email',
    email,
    createdAt,
    expiresAt: new Date(now + verificationLifetimeMs),
  })
  await queueAccountMail(trx, deps, { email, language: user.preferredLanguage }, { kind: 'verify', token })
}

/** @throws AppError `rate-limited` when a user had three verification mails within the hour */
export async function refuseTooManyVerifications(
  trx: Trx,
  deps: VerificationDeps,
  userId: string,
): Promise<void> {
  const since = new Date(deps.clock() - hourMs)
  const sent = await tokens.countAccountTokens(trx, { userId, kind: 'verify-email', since })
  if (sent >= mailsPerHour) throw new AppError('rate-limited')
}

/** Sends the mail again, to the pending address if there is one. Returns the address it was sent to. */
export function resendVerification(deps: VerificationDeps, userId: string): Promise<string> {
  return deps.store.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user) throw new AppError('unauthorized')
    const email = user.pendingEmail ?? (user.emailVerifiedAt === null ? user.email : null)
    if (email === null) throw new AppError('email-already-verified')
    await refuseTooManyVerifications(trx, deps, userId)
    await sendVerification(trx, deps, user, email)
    return email
  })
}

/**
 * Redeems the token of a mail: the address it went to is verified, and becomes the account's if it was pending. An account that held it
 * without proof loses it.
 *
 * @throws AppError `link-invalid`; `account-exists` when someone else has verified the address meanwhile
 */
export async function verifyEmail(deps: VerificationDeps, token: string): Promise<string> {
  const now = new Date(deps.clock())
  try {
    return await deps.store.db.transaction().execute(async (trx) => {
      const key = { tokenHash: hashToken(token), kind: 'verify-email', now } as const
      const asked = await tokens.findAccountToken(trx, key)
      const user = asked && (await lockBoth(trx, asked))
      const used = user && (await tokens.useAccountToken(trx, key))
      if (!used || !user) throw new AppError('link-invalid')
      const { email } = used
      if (user.pendingEmail === email) {
        await takeEmail(trx, email, now)
        await updateUser(trx, user.id, { email, pendingEmail: null, emailVerifiedAt: now, updatedAt: now })
        await renameLogin(trx, { userId: user.id, email, at: now })
        await tokens.voidAccountTokens(trx, { userId: user.id, kind: 'reset-password', at: now })
      } else if (user.email === email) {
        await updateUser(trx, user.id, { emailVerifiedAt: now, updatedAt: now })
      } else throw new AppError('link-invalid')
      return email
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('account-exists', {}, { cause: error })
    throw error
  }
}

/**
 * Locks the account of a token, and the one that holds its address: users before their tokens and by their ids, so that people who answer their
 * mails at the same moment wait for each other in one order.
 */
async function lockBoth(
  trx: Trx,
  { userId, email }: { userId: string; email: string },
): Promise<UserRow | null> {
  const holder = await findEmailHolder(trx, email)
  let user: UserRow | null = null
  for (const id of [...new Set([userId, holder?.id ?? userId])].sort()) {
    const locked = await lockUser(trx, id)
    if (id === userId) user = locked
  }
  return user
}

/**
 * Takes an address from the account that holds it unproven. That account keeps its password, whose login name is now the account's id, and
 * its user has to give another address.
 *
 * @throws AppError `account-exists` when its holder proved it
 */
async function takeEmail(trx: Trx, email: string, at: Date): Promise<void> {
  const found = await findEmailHolder(trx, email)
  const holder = found && (await lockUser(trx, found.id))
  // Read again after the lock: they may have just given it up, or proven it.
  if (holder?.email?.toLowerCase() !== email) return
  if (holder.emailVerifiedAt !== null) throw new AppError('account-exists')
  await updateUser(trx, holder.id, { email: null, updatedAt: at })
  await renameLogin(trx, { userId: holder.id, email: holder.id, at })
  await tokens.voidAccountTokens(trx, { userId: holder.id, kind: 'verify-email', at })
  await tokens.voidAccountTokens(trx, { userId: holder.id, kind: 'reset-password', at })
}

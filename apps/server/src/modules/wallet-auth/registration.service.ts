import type { Language, Notifications } from '@shipminer/contract/account/account'
import { isPlaceholderEmail, isPlaceholderName } from '@shipminer/domain/accounts/needs-setup'
import type { PasswordHasher } from '../../platform/auth/password-hasher.ts'
import type { Sessions, SessionTokens } from '../../platform/auth/sessions.ts'
import { hashToken } from '../../platform/auth/tokens.ts'
import type { StoreLogger, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { noteConsent } from '../newsletter/newsletter.port.ts'
import { findEmailHolder, insertUser, insertWallet } from '../users/users.port.ts'
import { sendVerification, type VerificationDeps } from './email-verification.service.ts'
import { findPasswordProblem } from './passwords/password-policy.ts'
import { canBeReset } from './passwords/password-reset.service.ts'
import { insertPassword } from './passwords/passwords.repository.ts'
import { isTicketGood, useTicket } from './wallet-auth.repository.ts'
import { requireWallet } from './wallet-login.service.ts'

export type RegistrationDeps = VerificationDeps & {
  sessions: Sessions
  passwords: PasswordHasher
  productName: string
  logger: StoreLogger
}
/** What a person enters about themselves; trimmed, the e-mail in lower case. */
export type Profile = {
  name: string
  email: string
  company?: string | null | undefined
  phone?: string | null | undefined
  preferredLanguage?: Language | undefined
  newsletter?: boolean | undefined
  notifications?: { [Kind in keyof Notifications]?: boolean | undefined } | undefined
}

/**
 * Creates an account for the wallet that a ticket proves. The ticket is only used up on success, so that an e-mail address in use can be
 * corrected.
 */
export async function registerWallet(
  deps: RegistrationDeps,
  input: { walletAddress: string; ticket: string; profile: Profile; binding: string | null },
): Promise<SessionTokens> {
  const wallet = requireWallet(input.walletAddress)
  const at = new Date(deps.clock())
  const ticket = { tokenHash: hashToken(input.ticket), accountId: wallet.accountId, now: at }
  if (!(await isTicketGood(deps.store.db, ticket))) throw new AppError('authentication-failed')
  refusePlaceholders(input.profile)
  return createAccount(deps, async (trx) => {
    if (!(await useTicket(trx, ticket))) throw new AppError('authentication-failed')
    const { userId } = await insertProfile(deps, trx, input.profile, at)
    if (!(await insertWallet(trx, { userId, ...wallet, at }))) throw new AppError('account-exists')
    return deps.sessions.open({ userId, binding: input.binding }, trx)
  })
}

/** Creates an account with e-mail and password. */
export async function registerPassword(
  deps: RegistrationDeps,
  input: { password: string; profile: Profile; binding: string | null },
): Promise<SessionTokens> {
  const { name, email } = input.profile
  refusePlaceholders(input.profile)
  if (findPasswordProblem(input.password, [email, name, deps.productName])) {
    throw new AppError('password-too-weak')
  }
  const phc = await deps.passwords.hash(input.password)
  const at = new Date(deps.clock())
  return createAccount(deps, async (trx) => {
    const { userId, login } = await insertProfile(deps, trx, input.profile, at)
    // The person who created it can reset its password; a second account would only split what belongs to them.
    if (login !== email && (await canBeReset(trx, email))) throw new AppError('account-exists')
    if (!(await insertPassword(trx, { userId, email: login, phc, at }))) throw new AppError('account-exists')
    return deps.sessions.open({ userId, binding: input.binding }, trx)
  })
}

function refusePlaceholders({ name, email }: Profile): void {
  if (isPlaceholderName(name) || isPlaceholderEmail(email)) throw new AppError('setup-incomplete')
}

/**
 * Only a verified address is reserved. One that someone else gave and never proved is pending for the new account too: the first to follow
 * the link in its mail gets it. Until then the account's id is its login name.
 */
async function insertProfile(
  deps: RegistrationDeps,
  trx: Trx,
  profile: Profile,
  at: Date,
): Promise<{ userId: string; login: string }> {
  const { email, preferredLanguage = null } = profile
  const columns = {
    name: profile.name,
    company: profile.company || null,
    phone: profile.phone || null,
    preferredLanguage: profile.preferredLanguage ?? null,
    newsletter: profile.newsletter ?? false,
    notifications: JSON.stringify(profile.notifications ?? {}),
    at,
  }
  const own = await insertUser(trx, { ...columns, email })
  if (!own && (await findEmailHolder(trx, email))?.isVerified) throw new AppError('account-exists')
  const userId = own ?? (await insertUser(trx, { ...columns, email: null, pendingEmail: email }))
  if (!userId) throw new AppError('account-exists')
  if (columns.newsletter) await noteConsent(trx, { userId, at, subscribed: true, source: 'setup' })
  await sendVerification(trx, deps, { id: userId, preferredLanguage }, email)
  return { userId, login: own ? email : userId }
}

async function createAccount<T>(deps: RegistrationDeps, run: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await deps.store.db.transaction().execute(run)
  } catch (error) {
    if (error instanceof AppError) throw error
    deps.logger.error({ err: error }, 'account not created')
    throw new AppError('account-creation-failed', {}, { cause: error })
  }
}

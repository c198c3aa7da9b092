import type { Profile, ProfileChange } from '@shipminer/contract/account/profile'
import { isPlaceholderEmail, isPlaceholderName } from '@shipminer/domain/accounts/needs-setup'
import { isUniqueViolation } from '../../platform/db/failures/unique-violation.ts'
import type { StoreLogger, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findProviderConsent, noteProviderConsent } from '../control/control.port.ts'
import { noteConsent } from '../newsletter/newsletter.port.ts'
import {
  findEmailHolder,
  findUserWithWallets,
  listPayoutAddressEvents,
  lockUser,
  presentUser,
  queueAccountMail,
  type UserRow,
  updateUser,
} from '../users/users.port.ts'
import {
  findPasswordOfUser,
  refuseTooManyVerifications,
  renameLogin,
  requireProof,
  sendVerification,
} from '../wallet-auth/wallet-auth.port.ts'
import { readNotifications } from './notifications.ts'
import { presentPayoutAddress } from './payout-address.presenter.ts'
import type { PayoutAddressDeps } from './payout-address.service.ts'

export type ProfileDeps = PayoutAddressDeps & {
  logger: StoreLogger
  /** Owner's share of what pools really paid, less payouts; null while nothing was ever received. */
  balanceSat(userId: string): Promise<number | null>
}

/** As browsers check addresses, but with a dot in the domain. ASCII only. */
const emailPattern = /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** Everything the profile shows. */
export async function getProfile(deps: ProfileDeps, userId: string): Promise<Profile> {
  const { db } = deps.store
  const user = await findUserWithWallets(db, userId)
  if (!user) throw new AppError('unauthorized')
  const consent = await findProviderConsent(db, userId)
  const events = await listPayoutAddressEvents(db, userId)
  return {
    user: presentUser(user),
    emailVerified: user.emailVerifiedAt !== null,
    pendingEmail: user.pendingEmail,
    hasPassword: (await findPasswordOfUser(db, userId)) !== null,
    notifications: readNotifications(user.notifications),
    newsletter: user.newsletter,
    providerConsent: consent && { given: consent.given, at: consent.at.getTime() },
    payoutAddress: presentPayoutAddress(events, deps.clock()),
    balanceSat: await deps.balanceSat(userId),
  }
}

/**
 * Changes the given fields. A new e-mail address is only pending until the link in its mail has been followed; giving the present one
 * withdraws it. A user without an address (during setup) gets it at once.
 *
 * @throws AppError `setup-incomplete`, `email-invalid`, `account-exists`, `rate-limited`, `profile-update-failed`, and those of a proof
 */
export async function updateProfile(
  deps: ProfileDeps,
  userId: string,
  change: ProfileChange,
): Promise<Profile> {
  const { name, email } = change
  if (name !== undefined && isPlaceholderName(name)) throw new AppError('setup-incomplete')
  const user = await findUserWithWallets(deps.store.db, userId)
  if (!user) throw new AppError('unauthorized')
  const isPresent = email === user.email || (user.email === null && email === user.pendingEmail)
  const newEmail = email !== undefined && !isPresent ? email : null
  if (newEmail !== null) await admitEmail(deps, user, newEmail, change)
  try {
    await deps.store.db.transaction().execute(async (trx) => {
      const now = await lockUser(trx, userId)
      if (!now) throw new AppError('unauthorized')
      const at = new Date(deps.clock())
      await updateUser(trx, userId, { ...columnsOf(change, now), updatedAt: at })
      const { newsletter: subscribed = now.newsletter } = change
      if (subscribed !== now.newsletter) await noteConsent(trx, { userId, at, subscribed, source: 'profile' })
      await changeProviderConsent(trx, userId, change, at)
      if (newEmail !== null) await setPendingEmail(deps, trx, now, newEmail)
      else if (email === now.email) await updateUser(trx, userId, { pendingEmail: null })
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isUniqueViolation(error)) throw new AppError('account-exists', {}, { cause: error })
    deps.logger.error({ err: error }, 'profile not updated')
    throw new AppError('profile-update-failed', {}, { cause: error })
  }
  return getProfile(deps, userId)
}

/** What was said before and is said again is no news. */
async function changeProviderConsent(
  trx: Trx,
  userId: string,
  { providerConsent: given }: ProfileChange,
  at: Date,
): Promise<void> {
  if (given === undefined) return
  const before = await findProviderConsent(trx, userId)
  if ((before?.given ?? false) !== given) await noteProviderConsent(trx, { userId, given, at })
}

async function admitEmail(
  deps: ProfileDeps,
  user: { id: string; email: string | null },
  email: string,
  { proof }: ProfileChange,
): Promise<void> {
  if (email === '') throw new AppError('setup-incomplete')
  if (!emailPattern.test(email)) throw new AppError('email-invalid')
  if (isPlaceholderEmail(email)) throw new AppError('setup-incomplete')
  if (!isPlaceholderEmail(user.email)) {
    await requireProof(deps, { userId: user.id, purpose: 'change-email', subject: email }, proof)
  }
  // Only after the proof, so that the caller cannot cheaply learn who has an account.
  if ((await findEmailHolder(deps.store.db, email))?.isVerified) throw new AppError('account-exists')
}

function columnsOf(change: ProfileChange, user: UserRow) {
  const { name, company, phone, preferredLanguage, newsletter, notifications } = change
  return {
    ...(name === undefined ? {} : { name }),
    ...(company === undefined ? {} : { company: company || null }),
    ...(phone === undefined ? {} : { phone: phone || null }),
    ...(preferredLanguage === undefined ? {} : { preferredLanguage }),
    ...(newsletter === undefined ? {} : { newsletter }),
    ...(notifications === undefined
      ? {}
      : { notifications: JSON.stringify({ ...user.notifications, ...notifications }) }),
  }
}

async function setPendingEmail(deps: ProfileDeps, trx: Trx, user: UserRow, email: string): Promise<void> {
  await refuseTooManyVerifications(trx, deps, user.id)
  await sendVerification(trx, deps, user, email)
  if (user.email === null || isPlaceholderEmail(user.email)) {
    // Its holder has not proven it, so the mail decides whose address it is.
    if ((await findEmailHolder(trx, email)) !== null) {
      return updateUser(trx, user.id, { email: null, pendingEmail: email, emailVerifiedAt: null })
    }
    await updateUser(trx, user.id, { email, pendingEmail: null, emailVerifiedAt: null })
    await renameLogin(trx, { userId: user.id, email, at: new Date(deps.clock()) })
    return
  }
  await updateUser(trx, user.id, { pendingEmail: email })
  const to = { email: user.email, language: user.preferredLanguage }
  await queueAccountMail(trx, deps, to, { kind: 'emailChange', newEmail: email })
}

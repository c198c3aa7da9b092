import { LanguageSchema, type User } from '@shipminer/contract/account/account'
import { needsSetup } from '@shipminer/domain/accounts/needs-setup'
import type { UserWithWallets } from './users.repository.ts'

/**
 * The contract's shape of a user. A language that is no longer offered counts as unknown. When someone else still holds a user's first
 * address unproven, it is pending, and is shown as the address the user gave.
 */
export function presentUser(user: UserWithWallets): User {
  const email = user.email ?? user.pendingEmail
  const language = LanguageSchema.safeParse(user.preferredLanguage)
  return {
    id: user.id,
    name: user.name === '' ? null : user.name,
    email,
    company: user.company,
    phone: user.phone,
    preferredLanguage: language.success ? language.data : null,
    walletAddress: user.wallets[0]?.address ?? null,
    wallets: user.wallets,
    memberSince: user.createdAt.toISOString(),
    needsSetup: needsSetup({ name: user.name, email }),
    roles: user.roles,
  }
}

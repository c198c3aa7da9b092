/** What other modules may know of users. */
export { type AccountMailContext, queueAccountMail, tokenMailPrefix } from './account-mails.ts'
export { clearPayoutAddress } from './clear-payout-address.ts'
export { ensureDemoUser } from './demo-user.ts'
export { listPayoutAddressEventsOf } from './payout-address.repository.ts'
export { presentUser } from './users.presenter.ts'
export {
  findEmailHolder,
  findUserIdOfWallet,
  findUserIdOfWalletLocked,
  findUserWithWallets,
  insertUser,
  insertWallet,
  listWallets,
  lockUser,
  removeWallet,
  type UserWithWallets,
  updateUser,
} from './users.repository.ts'

/** Users with their wallets and payout addresses, and the mails about an account: below the modules that sign people in. */
export {
  type AccountMailContext,
  type AccountMailDeps,
  formatMailTime,
  mailOfGuesses,
  mailToOwner,
  queueAccountMail,
  tokenMailPrefix,
} from './account-mails.ts'
export { clearPayoutAddress } from './clear-payout-address.ts'
export { ensureDemoUser } from './demo-user.ts'
export {
  insertPayoutAddressEvent,
  listPayoutAddressEvents,
  listPayoutAddressEventsOf,
} from './payout-address.repository.ts'
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
  type UserRow,
  type UserWithWallets,
  updateUser,
} from './users.repository.ts'

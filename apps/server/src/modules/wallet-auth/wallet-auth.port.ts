/** The ways into an account: proofs, verified addresses, passwords, linked wallets. */
export {
  refuseTooManyVerifications,
  resendVerification,
  sendVerification,
  verifyEmail,
} from './email-verification.service.ts'
export { type LinkedWalletDeps, linkWallet, unlinkWallet } from './linked-wallets.service.ts'
export { setPassword } from './passwords/password-change.service.ts'
export {
  type PasswordResetDeps,
  requestPasswordReset,
  resetPassword,
} from './passwords/password-reset.service.ts'
export { findPasswordOfUser, renameLogin } from './passwords/passwords.repository.ts'
export { confirmSession, issueProofMessage, type ProofDeps, requireProof } from './proofs.service.ts'
export { parseBitcoinAddress } from './signatures/bitcoin-address.ts'
export { parseWalletAddress, type WalletAddress } from './signatures/wallet-address.ts'

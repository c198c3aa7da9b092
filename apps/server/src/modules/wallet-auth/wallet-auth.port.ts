/** What other modules may ask of signing in. */

export {
  refuseTooManyVerifications,
  sendVerification,
} from './email-verification.service.ts'
export { findPasswordOfUser, renameLogin } from './passwords/passwords.repository.ts'
export { type ProofDeps, requireProof } from './proofs.service.ts'
export { parseBitcoinAddress } from './signatures/bitcoin-address.ts'
export { parseWalletAddress, type WalletAddress } from './signatures/wallet-address.ts'

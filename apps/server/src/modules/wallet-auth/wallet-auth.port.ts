/** What other modules may ask of signing in. */
export { parseBitcoinAddress } from './bitcoin-address.ts'
export {
  refuseTooManyVerifications,
  sendVerification,
} from './email-verification.service.ts'
export { findPasswordOfUser, renameLogin } from './passwords.repository.ts'
export { type ProofDeps, requireProof } from './proofs.service.ts'
export { parseWalletAddress, type WalletAddress } from './wallet-address.ts'

import type { Namespace } from '@shipminer/contract/account/account'
import type { Proof, ProofPurpose } from '@shipminer/contract/account/profile'
import type { Caller } from '../../platform/auth/authenticator.ts'
import type { Guesses } from '../../platform/auth/guesses.ts'
import type { PasswordHasher } from '../../platform/auth/password-hasher.ts'
import type { RandomBytes } from '../../platform/auth/tokens.ts'
import type { Store } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import {
  type AccountMailContext,
  findUserIdOfWallet,
  findUserWithWallets,
  mailOfGuesses,
} from '../users/users.port.ts'
import { refuseWhenBusy } from './passwords/busy-hasher.ts'
import { findPasswordOfUser } from './passwords/passwords.repository.ts'
import {
  countProofNonces,
  insertProofNonce,
  removeExpiredProofNonces,
  takeProofNonce,
} from './proofs.repository.ts'
import { parseBitcoinAddress } from './signatures/bitcoin-address.ts'
import type { ContractWallets } from './signatures/contract-wallets.ts'
import { needsSubject, proofStatement } from './signatures/proof-statement.ts'
import { signInMessage } from './signatures/sign-in-message.ts'
import { verifyWallet } from './signatures/verify-wallet.ts'
import type { WalletAddress } from './signatures/wallet-address.ts'
import { requireWallet } from './wallet-login.service.ts'

const proofLifetimeMs = 5 * 60_000
/** Maximum unused proof messages of one user. */
const noncesPerUser = 50

export type ProofDeps = {
  store: Store
  clock: () => number
  randomBytes: RandomBytes
  passwords: PasswordHasher
  contractWallets: ContractWallets
  /** A stolen session must not be a way to guess passwords. */
  guesses: Guesses
  mail: AccountMailContext
  publicUrl: string
  productName: string
}

/** What a proof has to cover. `subject` in its canonical spelling. */
export type ProofWanted = { userId: string; purpose: ProofPurpose; subject?: string }

/**
 * Creates a message for one action and stores it under its nonce.
 *
 * @throws AppError `wallet-not-found` for a wallet that is not the user's, unless it is to be linked
 */
export async function issueProofMessage(
  deps: ProofDeps,
  input: { userId: string; walletAddress: string; purpose: ProofPurpose; subject: string | undefined },
): Promise<{ nonce: string; message: string; expiresAt: string; namespace: Namespace }> {
  const { userId, purpose } = input
  const { db } = deps.store
  const wallet = requireWallet(input.walletAddress)
  if (purpose !== 'link-wallet' && (await findUserIdOfWallet(db, wallet.accountId)) !== userId) {
    throw new AppError('wallet-not-found')
  }
  const subject = canonicalSubject(purpose, input.subject)
  const user = await findUserWithWallets(db, userId)
  if (!user) throw new AppError('unauthorized')
  const now = deps.clock()
  if ((await countProofNonces(db, userId)) >= noncesPerUser) {
    await removeExpiredProofNonces(db, new Date(now))
    if ((await countProofNonces(db, userId)) >= noncesPerUser) throw new AppError('rate-limited')
  }
  const nonce = Buffer.from(deps.randomBytes(16)).toString('hex')
  const expiresAt = new Date(now + proofLifetimeMs)
  const { publicUrl, productName } = deps
  const message = signInMessage({
    wallet,
    publicUrl,
    productName,
    nonce,
    issuedAt: new Date(now),
    expiresAt,
    statement: proofStatement({ purpose, subject, productName, account: user.email ?? user.id }),
  })
  await insertProofNonce(db, {
    nonce,
    userId,
    purpose,
    subject,
    accountId: wallet.accountId,
    message,
    expiresAt,
  })
  return { nonce, message, expiresAt: expiresAt.toISOString(), namespace: wallet.namespace }
}

/**
 * Checks that the person is present now: the password of the account, or a signature of one of its wallets over a message for exactly this
 * action.
 *
 * @throws AppError `proof-required` without a proof, `proof-failed` for one that is wrong, used, too old or for something else,
 * `rate-limited` after too many wrong ones
 */
export async function requireProof(
  deps: ProofDeps,
  wanted: ProofWanted,
  proof: Proof | undefined,
): Promise<void> {
  if (!proof) throw new AppError('proof-required')
  await countingWrong(deps, wanted.userId, async () => {
    if ('password' in proof) return isPasswordOf(deps, wanted.userId, proof.password)
    const wallet = await provenWallet(deps, wanted, proof)
    return wallet !== null && (await findUserIdOfWallet(deps.store.db, wallet.accountId)) === wanted.userId
  })
}

/**
 * Checks the signature of a wallet that is to be linked and returns it.
 *
 * @throws AppError `proof-failed`, `rate-limited`
 */
export async function requireNewWallet(
  deps: ProofDeps,
  userId: string,
  proof: { walletAddress: string; nonce: string; signature: string },
): Promise<WalletAddress> {
  const wallet = requireWallet(proof.walletAddress)
  await countingWrong(
    deps,
    userId,
    async () => (await provenWallet(deps, { userId, purpose: 'link-wallet' }, proof)) !== null,
  )
  return wallet
}

/** Makes the caller's session fresh. Returns the time. */
export async function confirmSession(
  deps: ProofDeps & { sessions: { markProven(sessionId: string): Promise<void> } },
  caller: Caller,
  proof: Proof,
): Promise<Date> {
  await requireProof(deps, { userId: caller.userId, purpose: 'confirm-session' }, proof)
  await deps.sessions.markProven(caller.sessionId)
  return new Date(deps.clock())
}

async function countingWrong(deps: ProofDeps, userId: string, check: () => Promise<boolean>): Promise<void> {
  const isProven = await deps.guesses.judge(
    { kind: 'proof', target: userId, ip: null },
    async () => (await check()) || null,
    () => mailOfGuesses(deps.store.db, deps, userId),
  )
  if (!isProven) throw new AppError('proof-failed')
}

async function isPasswordOf(deps: ProofDeps, userId: string, password: string): Promise<boolean> {
  const known = await findPasswordOfUser(deps.store.db, userId)
  return known !== null && (await refuseWhenBusy(() => deps.passwords.verify(known.phc, password)))
}

async function provenWallet(
  deps: ProofDeps,
  wanted: ProofWanted,
  proof: { walletAddress: string; nonce: string; signature: string },
): Promise<WalletAddress | null> {
  const { userId, purpose, subject = null } = wanted
  const wallet = requireWallet(proof.walletAddress)
  const { nonce } = proof
  const stored = /^[0-9a-f]{32}$/.test(nonce) ? await takeProofNonce(deps.store.db, { nonce, userId }) : null
  if (!stored || stored.expiresAt.getTime() <= deps.clock()) return null
  if (stored.accountId !== wallet.accountId || stored.purpose !== purpose || stored.subject !== subject) {
    return null
  }
  return (await verifyWallet(deps, wallet, stored.message, proof.signature)) ? wallet : null
}

function canonicalSubject(purpose: ProofPurpose, text: string | undefined): string | null {
  if (!needsSubject(purpose)) {
    if (text !== undefined) throw subjectInvalid
    return null
  }
  if (purpose === 'unlink-wallet') return requireWallet(text ?? '').address
  if (purpose === 'payout-address') {
    const address = parseBitcoinAddress(text ?? '')
    if (address === null) throw new AppError('payout-address-invalid')
    return address
  }
  const email = (text ?? '').toLowerCase()
  if (!/^[\w'+.-]+@[a-z0-9.-]+$/.test(email)) throw subjectInvalid
  return email
}

const subjectInvalid = new AppError('invalid-request', {
  issues: [{ path: 'body.subject', message: 'does not fit the purpose' }],
})

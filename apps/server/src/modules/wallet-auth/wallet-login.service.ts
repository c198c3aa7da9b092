import type { Namespace } from '@shipminer/contract/account/account'
import { clientHash } from '../../platform/auth/client-key.ts'
import type { Sessions, SessionTokens } from '../../platform/auth/sessions.ts'
import { createToken, hashToken, type RandomBytes } from '../../platform/auth/tokens.ts'
import type { Store } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { findUserIdOfWalletLocked } from '../users/users.port.ts'
import type { ContractWallets } from './signatures/contract-wallets.ts'
import { signInMessage } from './signatures/sign-in-message.ts'
import { verifyWallet } from './signatures/verify-wallet.ts'
import { parseWalletAddress, type WalletAddress } from './signatures/wallet-address.ts'
import * as repository from './wallet-auth.repository.ts'

const nonceLifetimeMs = 5 * 60_000
const ticketLifetimeMs = 10 * 60_000
/** Maximum unused nonces of one client; the rate limit lets it make 150 in their lifetime. */
const noncesPerClient = 100
/** Maximum unused nonces in total. Beyond it the oldest are removed, so that flooding the table from many addresses locks no one out. */
const noncesInAll = 50_000

export type WalletLoginDeps = {
  store: Store
  clock: () => number
  randomBytes: RandomBytes
  secretKey: SecretKey
  sessions: Sessions
  publicUrl: string
  productName: string
  contractWallets: ContractWallets
  /** Caps on unused nonces, for tests. */
  nonceLimits?: { perClient: number; inAll: number }
}

/** Parses an address or refuses it with an error of the catalogue. */
export function requireWallet(text: string): WalletAddress {
  const parsed = parseWalletAddress(text)
  if (parsed.ok) return parsed.wallet
  throw new AppError(parsed.reason === 'invalid' ? 'wallet-address-invalid' : 'wallet-kind-unsupported')
}

/** Creates a message for the wallet and stores it under its nonce. Does not reveal whether the wallet has an account. */
export async function issueNonce(
  deps: Omit<WalletLoginDeps, 'contractWallets'>,
  input: { wallet: string; ip: string },
): Promise<{ nonce: string; message: string; expiresAt: string; namespace: Namespace }> {
  const wallet = requireWallet(input.wallet)
  const now = deps.clock()
  const createdAt = new Date(now)
  const expiresAt = new Date(now + nonceLifetimeMs)
  const ipHash = clientHash(input.ip, deps.secretKey)
  const { perClient, inAll } = deps.nonceLimits ?? { perClient: noncesPerClient, inAll: noncesInAll }
  const counted = await repository.countNonces(deps.store.db, ipHash, createdAt, inAll)
  if (counted.ofClient >= perClient) throw new AppError('rate-limited')
  if (counted.inAll >= inAll) await repository.removeOldestNonces(deps.store.db, Math.ceil(inAll / 100))
  const nonce = Buffer.from(deps.randomBytes(16)).toString('hex')
  const { publicUrl, productName } = deps
  const message = signInMessage({ wallet, publicUrl, productName, nonce, issuedAt: createdAt, expiresAt })
  await repository.insertNonce(deps.store.db, {
    nonce,
    accountId: wallet.accountId,
    message,
    ipHash,
    createdAt,
    expiresAt,
  })
  return { nonce, message, expiresAt: expiresAt.toISOString(), namespace: wallet.namespace }
}

/**
 * Signs in with a signature over the stored message of a nonce, which is used up before anything is checked. Throws `user-not-found` with a
 * registration ticket when the proof is valid and the wallet is new.
 */
export async function loginWithWallet(
  deps: WalletLoginDeps,
  input: {
    walletAddress: string
    signature: string | undefined
    nonce: string | undefined
    binding: string | null
  },
): Promise<SessionTokens> {
  const { signature, nonce } = input
  if (!signature || !nonce) throw new AppError('wallet-signature-required')
  const wallet = requireWallet(input.walletAddress)
  const stored = /^[0-9a-f]{32}$/.test(nonce) ? await repository.takeNonce(deps.store.db, nonce) : null
  const now = deps.clock()
  if (!stored || stored.accountId !== wallet.accountId || stored.expiresAt.getTime() <= now) {
    throw new AppError('authentication-failed')
  }
  if (!(await verifyWallet(deps, wallet, stored.message, signature)))
    throw new AppError('authentication-failed')
  const tokens = await deps.store.db.transaction().execute(async (trx) => {
    // Locked, so that a concurrent unlinking either refuses this login or ends its session.
    const userId = await findUserIdOfWalletLocked(trx, wallet.accountId)
    return userId && deps.sessions.open({ userId, binding: input.binding }, trx)
  })
  if (tokens) return tokens
  const registrationToken = createToken('registration', deps.randomBytes)
  await repository.insertTicket(deps.store.db, {
    tokenHash: hashToken(registrationToken),
    accountId: wallet.accountId,
    expiresAt: new Date(now + ticketLifetimeMs),
  })
  throw new AppError('user-not-found', { registrationToken })
}

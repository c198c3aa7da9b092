import type { Namespace } from '@shipminer/contract/account/account'
import { type Proof, type ProofPurpose, profileEndpoints } from '@shipminer/contract/account/profile'
import { callEndpoint } from '../../../lib/api/client.ts'
import { type WalletAccount, type WalletAdapter, WalletError } from '../wallets/wallet-adapter.ts'

export type LinkedWallet = { namespace: Namespace; address: string }
export type SignatureProof = Extract<Proof, { signature: string }>

/** What is to be proven, and by which account. `subject` as the server's contract defines it for this purpose. */
export type ProofRequest = {
  purpose: ProofPurpose
  subject?: string
  wallets: readonly LinkedWallet[]
  hasPassword: boolean
}

/** The server's message for a wallet to sign. Throws `ApiError`. */
export type FetchMessage = (body: {
  walletAddress: string
  purpose: ProofPurpose
  subject?: string
}) => Promise<{ nonce: string; message: string }>

/** What is waited for: the wallet's account, the server's message, the signature. */
export type ProofStep = 'connecting' | 'fetching' | 'signing'

/** The wallet shows an account that this proof cannot be made with. */
export class WrongAccountError extends Error {
  override readonly name = 'WrongAccountError'
  readonly kind: 'already-linked' | 'not-linked'

  constructor(kind: 'already-linked' | 'not-linked') {
    super(kind)
    this.kind = kind
  }
}

/**
 * A signature over a message of the server that names the purpose. Throws `WalletError`, `WrongAccountError`, or what the call throws.
 */
export async function proveWithWallet(
  wallet: WalletAdapter,
  request: ProofRequest,
  onStep: (step: ProofStep) => void,
  fetchMessage: FetchMessage = (body) => callEndpoint(profileEndpoints.proofMessage, { body }),
): Promise<SignatureProof> {
  onStep('connecting')
  const { address } = await accountFor(wallet, request)
  const { purpose, subject } = request
  const body = { walletAddress: address, purpose, ...(subject === undefined ? {} : { subject }) }
  onStep('fetching')
  const { nonce, message } = await fetchMessage(body)
  onStep('signing')
  return { walletAddress: address, nonce, signature: await wallet.sign(address, message) }
}

async function accountFor(wallet: WalletAdapter, request: ProofRequest): Promise<WalletAccount> {
  const isLinked = ({ address }: WalletAccount) =>
    request.wallets.some((linked) => linked.address.toLowerCase() === address.toLowerCase())
  const isLinking = request.purpose === 'link-wallet'
  // What the wallet already allows is used without a question, if it will do.
  const allowed = await wallet.restore().catch(() => null)
  const account = allowed && isLinked(allowed) !== isLinking ? allowed : await wallet.connect()
  if (isLinked(account) === isLinking)
    throw new WrongAccountError(isLinking ? 'already-linked' : 'not-linked')
  if (wallet.namespace === 'bip122' && !account.isRightNetwork) throw new WalletError('failed')
  return account
}

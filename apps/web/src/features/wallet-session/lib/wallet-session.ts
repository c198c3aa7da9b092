import type { ApiError } from '../../../lib/api/api-error.ts'
import { type WalletAdapter, WalletError } from '../wallets/wallet-adapter.ts'
import type { SignInResult } from './sign-in.ts'
import { type WalletEvent, type WalletPhase, walletTransition } from './wallet-machine.ts'

/** What went wrong, for a text; `server` carries what the server said. */
export type WalletProblem =
  | { code: 'connection-failed' }
  | { code: 'connection-declined' }
  | { code: 'request-pending' }
  | { code: 'switch-declined' }
  | { code: 'signature-declined' }
  | { code: 'signature-failed' }
  | { code: 'otp-required' }
  | { code: 'authentication-failed' }
  | { code: 'authentication-network' }
  | { code: 'server'; error: ApiError }

export type WalletState = {
  phase: WalletPhase
  wallet: WalletAdapter | null
  address: string | null
  problem: WalletProblem | null
  /** While signing: the message to sign is still on its way from the server, and the wallet asks nothing yet. */
  isFetchingMessage: boolean
}

export type WalletSessionDependencies = {
  /** A text of the server for this wallet to sign. Throws `ApiError`. */
  fetchNonce: (address: string) => Promise<{ nonce: string; message: string }>
  /** Proves the signature; also succeeds for a wallet without an account, which then has to register. */
  logIn: (proof: { walletAddress: string; signature: string; nonce: string }) => Promise<SignInResult>
  /** Ends the session of this page, if there is one, because the wallet is no longer the same. */
  endSession: () => void
  toApiError: (thrown: unknown) => ApiError
  getLastAttempt: () => number | null
  setLastAttempt: (at: number) => void
  now: () => number
  wait: (ms: number) => Promise<void>
}

/** A new attempt this soon after the last is skipped, ms (docs/product.md 5.10). */
export const authCooldownMs = 2000
/** When the connection is looked at again after the dialog closed, ms after closing (docs/product.md 4.10). */
export const recheckAfterMs = [1000, 2000, 3000] as const

export type WalletSession = ReturnType<typeof createWalletSession>

/** Connects one wallet at a time and signs in with it: connect, right network, nonce, signature, login. */
export function createWalletSession(deps: WalletSessionDependencies) {
  const listeners = new Set<() => void>()
  let state: WalletState = {
    phase: 'disconnected',
    wallet: null,
    address: null,
    problem: null,
    isFetchingMessage: false,
  }
  let stopWatching: () => void = () => undefined
  let isAuthenticating = false
  /** Grows with every attempt; what belongs to an older one is dropped when it arrives. */
  let attempt = 0

  function set(change: Partial<WalletState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function on(event: WalletEvent, change: Partial<WalletState> = {}): boolean {
    const result = walletTransition(state.phase, event)
    if (!result.ok) return false
    if (result.phase === 'disconnected') {
      stopWatching()
      stopWatching = () => undefined
      // A wallet may never answer a question that was given up; it must not keep the next one waiting.
      isAuthenticating = false
      attempt++
      set({ phase: result.phase, address: null, problem: null, ...change })
    } else {
      set({ phase: result.phase, problem: null, ...change })
    }
    return true
  }

  /** Requests a wallet's address and signs in with it. Does nothing while another connection is under way. */
  async function connect(wallet: WalletAdapter): Promise<void> {
    if (!on('connect-requested', { wallet, address: null })) return
    const own = ++attempt
    try {
      const account = await wallet.connect()
      if (own === attempt) await approve(wallet, account)
    } catch (thrown) {
      if (own === attempt) on('failed', { problem: connectionProblem(thrown) })
    }
  }

  async function approve(
    wallet: WalletAdapter,
    account: { address: string; isRightNetwork: boolean },
  ): Promise<void> {
    const event = account.isRightNetwork ? 'approved' : 'approved-elsewhere'
    if (!on(event, { wallet, address: account.address })) return
    stopWatching()
    stopWatching = wallet.watch((change) => {
      if ('accounts' in change) followAccounts(change.accounts)
      else followNetwork(change.isRightNetwork)
    })
    if (account.isRightNetwork) await authenticate()
  }

  /** No account at all is no other account: wallets also lock themselves. */
  function followAccounts([present]: readonly string[]): void {
    if (state.address === null || present === undefined) return
    if (present.toLowerCase() === state.address.toLowerCase()) return
    // On Bitcoin another network means other addresses: this is the one that was waited for.
    if (state.phase === 'wrong-network' && state.wallet?.namespace === 'bip122') {
      if (on('network-right', { address: present })) authenticate()
      return
    }
    if (on('disconnected')) deps.endSession()
  }

  function followNetwork(isRightNetwork: boolean): void {
    if (!isRightNetwork) on('network-wrong')
    else if (on('network-right')) authenticate()
  }

  /** Signs in with the connected wallet. Skipped within 2 s of the last attempt, and while one is running. */
  async function authenticate(): Promise<void> {
    const { wallet, address } = state
    if (!wallet || !address || isAuthenticating) return
    const last = deps.getLastAttempt()
    const sinceMs = last === null ? Number.POSITIVE_INFINITY : deps.now() - last
    if (sinceMs >= 0 && sinceMs < authCooldownMs) return
    if (!on('sign-requested', { isFetchingMessage: true })) return
    isAuthenticating = true
    deps.setLastAttempt(deps.now())
    const own = attempt
    const problem = await signIn(wallet, address, () => own === attempt && state.phase === 'signing')
    if (own !== attempt) return
    isAuthenticating = false
    if (problem) on('failed', { problem })
    else on('signed')
  }

  async function signIn(
    wallet: WalletAdapter,
    address: string,
    isWanted: () => boolean,
  ): Promise<WalletProblem | null> {
    try {
      const { nonce, message } = await deps.fetchNonce(address)
      if (!isWanted()) return null
      set({ isFetchingMessage: false })
      const signature = await wallet.sign(address, message)
      // A signature that was given after the person cancelled is not used.
      if (!isWanted()) return null
      const result = await deps.logIn({ walletAddress: address, signature, nonce })
      return result.ok ? null : serverProblem(result.error)
    } catch (thrown) {
      return thrown instanceof WalletError ? signatureProblem(thrown) : serverProblem(deps.toApiError(thrown))
    }
  }

  /** Requests the right network from the wallet. */
  async function switchNetwork(): Promise<void> {
    const { wallet } = state
    if (!wallet || state.phase !== 'wrong-network') return
    const own = attempt
    set({ problem: null })
    try {
      await wallet.switchNetwork()
      const address = await addressAfterSwitch(wallet)
      if (own === attempt && on('network-right', address ? { address } : {})) await authenticate()
    } catch {
      if (own === attempt && state.phase === 'wrong-network') set({ problem: { code: 'switch-declined' } })
    }
  }

  /** On Bitcoin another network means other addresses. */
  async function addressAfterSwitch(wallet: WalletAdapter): Promise<string | null> {
    if (wallet.namespace === 'eip155') return null
    const account = await wallet.restore().catch(() => null)
    return account?.isRightNetwork ? account.address : null
  }

  /** Gives up what is under way. During a signature this disconnects the wallet. */
  async function cancel(): Promise<void> {
    const { wallet } = state
    if (!on('cancelled') || state.phase !== 'cancelling') return
    await wallet?.disconnect().catch(() => undefined)
    on('disconnected')
  }

  /** Ends the connection; the wallet forgets its permission where it can. */
  async function disconnect(): Promise<void> {
    const { wallet } = state
    on('disconnected')
    await wallet?.disconnect().catch(() => undefined)
  }

  /**
   * After the dialog closed: a person may approve in an app and come back late, so an unanswered connection is looked at again
   * after 1, 2 and 3 s, and given up after that.
   */
  async function recheck(): Promise<void> {
    const { wallet } = state
    if (!wallet || state.phase !== 'connecting') return
    const own = attempt
    let passedMs = 0
    for (const afterMs of recheckAfterMs) {
      await deps.wait(afterMs - passedMs)
      passedMs = afterMs
      if (own !== attempt || state.phase !== 'connecting') return
      const account = await wallet.restore().catch(() => null)
      if (own !== attempt || state.phase !== 'connecting') return
      if (account) return approve(wallet, account)
    }
    on('cancelled')
  }

  return {
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect,
    authenticate,
    switchNetwork,
    cancel,
    disconnect,
    recheck,
  }
}

function connectionProblem(thrown: unknown): WalletProblem {
  const refusal = thrown instanceof WalletError ? thrown.refusal : 'failed'
  if (refusal === 'declined') return { code: 'connection-declined' }
  if (refusal === 'request-pending') return { code: 'request-pending' }
  if (refusal === 'otp-required') return { code: 'otp-required' }
  return { code: 'connection-failed' }
}

/** The problem that a refused signature is shown as. */
export function signatureProblem(error: WalletError): WalletProblem {
  if (error.refusal === 'declined') return { code: 'signature-declined' }
  if (error.refusal === 'request-pending') return { code: 'request-pending' }
  if (error.refusal === 'otp-required') return { code: 'otp-required' }
  return { code: 'signature-failed' }
}

function serverProblem(error: ApiError): WalletProblem {
  if (error.code === 'network') return { code: 'authentication-network' }
  if (error.status === 401 || error.status === 403) return { code: 'authentication-failed' }
  return { code: 'server', error }
}

import { accountEndpoints } from '@shipminer/contract/account/account'
import { toApiError } from '../../../lib/api/api-error.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { session } from '../../../lib/session/session-store.ts'
import { dropSession, walletSignIn } from '../lib/sign-in.ts'
import { createWalletSession } from '../lib/wallet-session.ts'
import { recentId, rememberWallet } from './recent-wallets.ts'

/** The one wallet connection of this page. */
export const walletSession = createWalletSession({
  fetchNonce: (wallet) => callEndpoint(accountEndpoints.walletNonce, { params: { wallet } }),
  logIn: walletSignIn,
  endSession: dropSession,
  toApiError,
  getLastAttempt: session.storage.getLastAuthAttempt,
  setLastAttempt: session.storage.setLastAuthAttempt,
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

walletSession.subscribe(() => {
  const { phase, wallet } = walletSession.getState()
  if (phase !== 'signing' || !wallet) return
  try {
    rememberWallet(localStorage, recentId(wallet))
  } catch {
    // Reading `localStorage` itself throws where it is refused.
  }
})

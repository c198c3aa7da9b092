import type { ReactNode } from 'react'
import { confirmSession, fetchProfile } from '../../features/profile/api/account.ts'
import { useProof } from '../../features/wallet-session/components/use-proof.tsx'
import { toApiError } from '../../lib/api/api-error.ts'

/** Runs a call; null when the person closed the question. */
export type WithFreshSession = <T>(call: () => Promise<T>) => Promise<T | null>

/**
 * Sensitive actions need a person who proved to be there within 12 hours. Where the server requires it, the person is asked for the wallet
 * or the password, and the call is made again. `dialog` must be rendered by the caller.
 */
export function useFreshSession(): { withFreshSession: WithFreshSession; dialog: ReactNode } {
  const { ask, dialog } = useProof()
  const withFreshSession: WithFreshSession = async (call) => {
    try {
      return await call()
    } catch (thrown) {
      if (toApiError(thrown).code !== 'proof-required') throw thrown
    }
    const { user, hasPassword } = await fetchProfile()
    const proven = await ask({ purpose: 'confirm-session', wallets: user.wallets, hasPassword })
    if (!proven) return null
    await confirmSession(proven)
    return call()
  }
  return { withFreshSession, dialog }
}

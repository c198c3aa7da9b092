import { accountEndpoints } from '@shipminer/contract/account/account'
import { toApiError } from '../../../lib/api/api-error.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { adoptSession } from '../../../lib/session/adopt-session.ts'
import type { SetupBody } from '../lib/setup-form.ts'

/** How a registration ended. `ticket-expired`: the wallet has to prove itself again. */
export type RegisterOutcome = 'registered' | 'ticket-expired' | 'account-exists' | 'incomplete' | 'failed'

/** Makes the account of a wallet that proved itself, and signs in. */
export async function registerWallet(
  setup: SetupBody,
  walletAddress: string,
  ticket: string,
): Promise<RegisterOutcome> {
  try {
    const body = { walletAddress, ...setup }
    const answer = await callEndpoint(accountEndpoints.walletRegister, { body, bearer: ticket })
    adoptSession(answer, walletAddress)
    return 'registered'
  } catch (thrown) {
    const { status, code } = toApiError(thrown)
    if (status === 401) return 'ticket-expired'
    if (code === 'account-exists') return 'account-exists'
    return code === 'setup-incomplete' ? 'incomplete' : 'failed'
  }
}

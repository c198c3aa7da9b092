import { profileEndpoints } from '@shipminer/contract/account/profile'
import { toApiError } from '../../../lib/api/api-error.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { rememberUser } from '../../../lib/session/adopt-session.ts'
import type { SetupBody } from '../lib/setup-form.ts'

export type CompleteOutcome = 'completed' | 'account-exists' | 'incomplete' | 'updateFailed'

/** Gives an account that exists already the real name and address it lacks. */
export async function completeSetup(body: SetupBody): Promise<CompleteOutcome> {
  try {
    const { profile } = await callEndpoint(profileEndpoints.updateProfile, { body })
    rememberUser(profile.user)
    return 'completed'
  } catch (thrown) {
    const { code } = toApiError(thrown)
    if (code === 'account-exists') return 'account-exists'
    return code === 'setup-incomplete' ? 'incomplete' : 'updateFailed'
  }
}

import { profileEndpoints } from '@shipminer/contract/account/profile'
import { callEndpoint } from '../../../lib/api/client.ts'

export type AuthTest = Awaited<ReturnType<typeof fetchAuthTest>>

/** What the server sees of the caller. Throws `test-functions-disabled` unless the server is set to answer. */
export async function fetchAuthTest() {
  return callEndpoint(profileEndpoints.authTest, {})
}

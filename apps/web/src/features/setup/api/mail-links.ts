import { profileEndpoints } from '@shipminer/contract/account/profile'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Redeems the token of a verification mail; answers the address that is verified now. Throws `ApiError`. */
export async function verifyEmail(token: string): Promise<string> {
  return (await callEndpoint(profileEndpoints.verifyEmail, { body: { token } })).email
}

/** Redeems the token of a reset mail. Ends every session of the account. Throws `ApiError`. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await callEndpoint(profileEndpoints.resetPassword, { body: { token, password } })
}

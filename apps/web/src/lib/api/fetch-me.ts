import { accountEndpoints, type User } from '@shipminer/contract/account/account'
import { callEndpoint } from './client.ts'

/** The signed-in user as the server knows them. */
export async function fetchMe(signal: AbortSignal): Promise<User> {
  const { user } = await callEndpoint(accountEndpoints.walletMe, { signal })
  return user
}

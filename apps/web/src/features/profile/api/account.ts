import {
  type PayoutAddress,
  type Profile,
  type Proof,
  profileEndpoints,
} from '@shipminer/contract/account/profile'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Requests another payout address. */
export async function setPayoutAddress(address: string, proof: Proof): Promise<PayoutAddress> {
  return (await callEndpoint(profileEndpoints.setPayoutAddress, { body: { address, proof } })).payoutAddress
}

/** Takes a pending change of the payout address back. */
export async function cancelPayoutAddress(): Promise<PayoutAddress> {
  return (await callEndpoint(profileEndpoints.cancelPayoutAddress, {})).payoutAddress
}

/** Sends the verification mail again; answers where to. */
export async function resendVerification(): Promise<string> {
  return (await callEndpoint(profileEndpoints.resendVerification, { body: {} })).sentTo
}

/** Sets or changes the password. */
export async function setPassword(password: string, proof: Proof): Promise<void> {
  await callEndpoint(profileEndpoints.setPassword, { body: { password, proof } })
}

/** The profile as the server has it now. */
export async function fetchProfile(): Promise<Profile> {
  return (await callEndpoint(profileEndpoints.profile, {})).profile
}

/** Makes an old session good for sensitive actions again. */
export async function confirmSession(proof: Proof): Promise<void> {
  await callEndpoint(profileEndpoints.confirmSession, { body: { proof } })
}

/** Everything that is kept about the signed-in person. */
export async function fetchAccountData(): Promise<Record<string, unknown>> {
  return callEndpoint(profileEndpoints.accountData, {})
}

/** Deletes the account for good. */
export async function deleteAccount(proof: Proof): Promise<void> {
  await callEndpoint(profileEndpoints.deleteAccount, { body: { proof } })
}

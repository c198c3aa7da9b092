import { accountEndpoints, type Language, type Session } from '@shipminer/contract/account/account'
import { profileEndpoints } from '@shipminer/contract/account/profile'
import { type ApiError, toApiError } from '../../../lib/api/api-error.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { adoptSession } from '../../../lib/session/adopt-session.ts'
import { session } from '../../../lib/session/session-store.ts'

/** How a sign-in ended. */
export type SignInResult = { ok: true } | { ok: false; error: ApiError }

/** Signs in to the demonstration account. */
export async function demoSignIn(): Promise<SignInResult> {
  return signInWith(() => callEndpoint(accountEndpoints.demoLogin, {}))
}

/** Signs in with e-mail and password. */
export async function emailSignIn(email: string, password: string): Promise<SignInResult> {
  return signInWith(() => callEndpoint(accountEndpoints.login, { body: { email, password } }))
}

/** Makes an account with e-mail and password, and signs in. */
export async function emailRegister(body: {
  name: string
  email: string
  password: string
  preferredLanguage: Language
}): Promise<SignInResult> {
  return signInWith(() => callEndpoint(accountEndpoints.register, { body }))
}

/** Requests a mail for setting another password. The answer does not reveal whether there is such an account. */
export async function askPasswordReset(email: string): Promise<SignInResult> {
  try {
    await callEndpoint(profileEndpoints.requestPasswordReset, { body: { email } })
    return { ok: true }
  } catch (thrown) {
    return { ok: false, error: toApiError(thrown) }
  }
}

/** Signs in with a signature. A wallet without an account is no failure: its ticket leads to the welcome setup. */
export async function walletSignIn(proof: {
  walletAddress: string
  signature: string
  nonce: string
}): Promise<SignInResult> {
  const { walletAddress } = proof
  const result = await signInWith(
    () => callEndpoint(accountEndpoints.walletLogin, { body: proof }),
    walletAddress,
  )
  if (result.ok || result.error.status !== 404 || !result.error.registrationToken) return result
  session.register(walletAddress, result.error.registrationToken)
  return { ok: true }
}

/** Drops the session at once because the wallet is no longer the same; the server is notified if it can be reached. */
export function dropSession(): void {
  if (session.storage.getTokens()) {
    // The call has taken its token when it returns, so the browser may forget it.
    callEndpoint(accountEndpoints.logout, {}).catch(() => undefined)
  }
  session.signOut(false)
}

async function signInWith(call: () => Promise<Session>, wallet: string | null = null): Promise<SignInResult> {
  try {
    adoptSession(await call(), wallet)
    return { ok: true }
  } catch (thrown) {
    return { ok: false, error: toApiError(thrown) }
  }
}

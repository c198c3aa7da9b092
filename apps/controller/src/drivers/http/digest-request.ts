import type { Budget } from '../budget.ts'
import { type Credentials, digestAuthorization, parseDigestChallenge } from './digest-auth.ts'
import { type HttpOptions, type HttpOutcome, httpRequest } from './http-client.ts'

export type DigestOptions = {
  credentials: Credentials
  /** Only a server with such a realm is given an answer to its challenge. */
  realm: RegExp
  /** A fresh random text for each call. */
  cnonce: () => string
}

/**
 * A request with HTTP digest login. A server may forget its nonce at any time, so a second 401 is answered once more
 * with the new one; a request that was answered 401 has not been carried out, so a write may be repeated so too.
 * Returns the 401 itself when the login is refused or the realm is not the expected one.
 */
export async function digestRequest(
  endpoint: { host: string; port: number },
  path: string,
  budget: Budget,
  login: DigestOptions,
  options: HttpOptions = {},
): Promise<HttpOutcome> {
  let outcome = await httpRequest(endpoint, path, budget, options)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    if (!outcome.ok || outcome.answer.status !== 401) return outcome
    const challenge = parseDigestChallenge(outcome.answer.headers['www-authenticate'])
    if (challenge === null || !login.realm.test(challenge.realm)) return outcome
    const authorization = digestAuthorization(
      challenge,
      login.credentials,
      { method: options.method ?? 'GET', uri: path },
      login.cnonce(),
    )
    outcome = await httpRequest(endpoint, path, budget, {
      ...options,
      headers: { ...options.headers, Authorization: authorization },
    })
  }
  return outcome
}

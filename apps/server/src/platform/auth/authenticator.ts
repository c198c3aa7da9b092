import type { ApiKeyScope } from '@shipminer/contract/endpoint'
import type { OperatorRole } from '@shipminer/contract/operator-roles'
import type { FastifyRequest } from 'fastify'

/** Who is calling, as proven by an access token and, for browsers, its binding cookie. */
export type Caller = {
  userId: string
  sessionId: string
  roles: readonly string[]
  sessionCreatedAt: Date
  /** When the person last proved to be present: at signing in, or since. */
  provenAt: Date
  /** Name of the owner's key that a program calls with; null for a person. */
  keyName: string | null
}

/** An operator at the provider's desk, with a fresh second factor. */
export type Operator = { userId: string; name: string; role: OperatorRole }

/** What the operators module provides to the router. @throws AppError `forbidden`, `second-factor-required` */
export type AuthorizeOperator = (caller: Caller) => Promise<Operator>

/** What the accounts module provides to the rest of the server. */
export type Authenticator = {
  /** Null when the token is missing, unknown, expired, revoked, or used without the browser it was issued to. */
  verifyAccess(token: string, bindingCookie: string | null): Promise<Caller | null>
  /** The owner of a key and what it is good for; null when it is unknown or revoked, `ended` when its time is over. Such a caller has never proved to be present. */
  verifyKey(token: string): Promise<{ caller: Caller; scope: ApiKeyScope } | 'ended' | null>
}

/** Name of the HttpOnly cookie that binds a session to one browser. */
export const bindingCookieName = '__Host-sfp'

/** The bearer token of a request, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([\x21-\x7e]{1,200})$/.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { NeededRoles } from './operator-roles.ts'

/**
 * Who may call: anyone (`none`), anyone, but a token must be good (`optional`), a signed-in user, an operator with a fresh second factor and one of the endpoint's roles, or
 * the bearer of a special token.
 */
export type EndpointAuth = 'none' | 'optional' | 'user' | 'operator' | 'refresh-token' | 'registration-ticket'

/** The answer to anyone except an operator with a fresh second factor and a role that the call is for. */
export const operatorErrors = [
  'unauthorized',
  'forbidden',
  'second-factor-required',
  'role-required',
] as const satisfies ErrorCode[]

/** What a key of an owner is good for: to read, or to act on miners and alerts too. */
export const apiKeyScopes = ['read', 'control'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

type Schema = z.ZodMiniType

/** One call of the product, as server, client and OpenAPI read it. Paths are below `/api` with parameters as `{name}`. */
export type Endpoint<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Data extends Schema,
  Auth extends EndpointAuth = EndpointAuth,
> = NeededRoles & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly auth: Auth
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Shape of `data` in the answer `{ success: true, data }`. */
  readonly data: Data
  readonly errors: readonly ErrorCode[]
  /** Needs the header `idempotency-key`: the first answer is kept for a day and repeated. */
  readonly idempotent?: true
  /** Takes the header `x-order-key`: the key of an order or offer replaces its owner's session. */
  readonly orderKey?: true
  /** The call may be made with a key of its owner that has this scope; `control` includes `read`. Without it no key is good. */
  readonly keyScope?: ApiKeyScope
  /** Requests a client address may make. Default: 300 a minute. */
  readonly limit?: { readonly max: number; readonly windowMs: number }
  /** Longest body, bytes, where it is more than the 32 kB of all others; such a body is read only from a known caller. */
  readonly bodyLimitBytes?: number
}

export type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>

/** Keeps the schema types of an endpoint, and requires roles of what operators call; adds nothing. */
export function endpoint<
  Params extends Schema = z.ZodMiniNever,
  Query extends Schema = z.ZodMiniNever,
  Body extends Schema = z.ZodMiniNever,
  Data extends Schema = z.ZodMiniNever,
  Auth extends EndpointAuth = EndpointAuth,
>(
  definition: Endpoint<Params, Query, Body, Data, Auth> &
    (Auth extends 'operator' ? Required<Pick<NeededRoles, 'roles'>> : unknown),
): Endpoint<Params, Query, Body, Data, Auth> {
  return definition
}

import type { Endpoint } from '@shipminer/contract/endpoint'
import { findUnstorable } from '@shipminer/contract/from-outside'
import { mayCall, rolesFor } from '@shipminer/contract/operator-roles'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import type * as z from 'zod/mini'
import {
  type Authenticator,
  type AuthorizeOperator,
  bearerToken,
  bindingCookieName,
  type Caller,
  type Operator,
} from '../auth/authenticator.ts'
import { isApiKey } from '../auth/tokens.ts'
import { traceWork } from '../traces.ts'
import { AppError } from './app-error.ts'
import type { RequestCounts } from './limits/request-counts.ts'
import type { RequestTallies } from './limits/request-tallies.ts'

type Schema = z.ZodMiniType

/** What a handler gets: everything parsed, and the caller that the endpoint's `auth` guarantees. */
export type Call<E> =
  E extends Endpoint<
    infer Params extends Schema,
    infer Query extends Schema,
    infer Body extends Schema,
    Schema,
    infer Auth
  >
    ? {
        params: z.output<Params>
        query: z.output<Query>
        body: z.output<Body>
        /** Null unless the endpoint's `auth` is `user` or `operator`, or `optional` with a good token. Use `requireCaller(call)`. */
        caller: Caller | null
        /** The operator, when the endpoint's `auth` is `operator`. */
        operator: Auth extends 'operator' ? Operator : null
        /** The bearer token as sent, for endpoints whose bearer is not an access token. */
        bearer: string | null
        request: FastifyRequest
        reply: FastifyReply
      }
    : never

type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>
type Data<E> = E extends Endpoint<Schema, Schema, Schema, infer D extends Schema> ? z.input<D> : never

/** An endpoint that has a route, recorded so that guards can loop over the table. */
export type RouteTable = Map<string, AnyEndpoint>

/** Binds contract endpoints to handlers: authenticate and authorize → parse → handle → check the answer against the contract → send. */
export type Router = {
  readonly table: RouteTable
  route<E extends AnyEndpoint>(endpoint: E, handler: (call: Call<E>) => Promise<Data<E>>): void
}

export const defaultLimit = { max: 300, windowMs: 60_000 }

/** `app` must already have cookies and rate limits registered. */
export function createRouter(
  app: FastifyInstance,
  authenticator: Authenticator,
  authorizeOperator: AuthorizeOperator,
  { requestCounts, requestTallies }: { requestCounts: RequestCounts; requestTallies: RequestTallies },
): Router {
  const access: Access = { authenticator, authorizeOperator }
  /** What was found before the body of a large call was read: it is not looked up twice. */
  const admitted = new WeakMap<FastifyRequest, Admitted>()
  const table: RouteTable = new Map()
  return {
    table,
    route(endpoint, handler) {
      const key = `${endpoint.method} ${endpoint.path}`
      if (table.has(key)) throw new Error(`route ${key} is bound twice`)
      if (endpoint.auth === 'operator' && !endpoint.roles?.length)
        throw new Error(`route ${key} names no role`)
      table.set(key, endpoint)
      const limit = endpoint.limit ?? defaultLimit
      app.route({
        method: endpoint.method,
        url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        config: { rateLimit: { max: limit.max, timeWindow: limit.windowMs, groupId: key } },
        ...(endpoint.bodyLimitBytes === undefined
          ? {}
          : {
              bodyLimit: endpoint.bodyLimitBytes,
              // Only a known caller may send that much.
              preParsing: async (request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload) => {
                admitted.set(request, await authorize(access, endpoint, bearerToken(request), request))
                return payload
              },
            }),
        handler: (request, reply) =>
          traceWork(
            key,
            'server',
            { 'http.request.method': endpoint.method, 'http.route': endpoint.path },
            () => answer(request, reply),
          ),
      })
      async function answer(request: FastifyRequest, reply: FastifyReply) {
        // What may be called more often than usual costs no statement of the database.
        const waitSeconds =
          limit.max < defaultLimit.max
            ? await requestCounts.count(key, request.ip, limit)
            : requestTallies.count(key, request.ip, limit)
        if (waitSeconds !== null) {
          reply.header('retry-after', waitSeconds)
          throw new AppError('rate-limited')
        }
        if (endpoint.auth !== 'none' || endpoint.method !== 'GET') reply.header('cache-control', 'no-store')
        const bearer = bearerToken(request)
        const { caller, operator } =
          admitted.get(request) ?? (await authorize(access, endpoint, bearer, request))
        const call = {
          params: parse('params', endpoint.params, request.params),
          query: parse('query', endpoint.query, request.query),
          body: parse('body', endpoint.body, request.body),
          caller,
          operator,
          bearer,
          request,
          reply,
        }
        if (operator) requireRole(endpoint, operator, actionOf(call.body))
        const data = await handler(call as never).catch((error) =>
          explainVanished(access, endpoint, { caller, bearer, request }, error),
        )
        const checked = endpoint.data.safeParse(data)
        if (!checked.success) {
          throw new Error(
            `answer of ${key} breaks the contract: ${JSON.stringify(checked.error.issues.slice(0, 3))}`,
          )
        }
        return { success: true, data: checked.data }
      }
    },
  }
}

type Admitted = { caller: Caller | null; operator: Operator | null }
type Access = { authenticator: Authenticator; authorizeOperator: AuthorizeOperator }

/** The caller, as the endpoint's `auth` requires. Nothing else in the server decides who may call. */
async function authorize(
  { authenticator, authorizeOperator }: Access,
  endpoint: AnyEndpoint,
  bearer: string | null,
  request: FastifyRequest,
): Promise<Admitted> {
  const caller = await authenticate(authenticator, endpoint, bearer, request)
  if (endpoint.auth !== 'operator') return { caller, operator: null }
  const operator = await authorizeOperator(requireCaller({ caller }))
  requireRole(endpoint, operator)
  return { caller, operator }
}

const foreignKeyViolation = '23503'

/**
 * What a caller writes about somebody or something that ends at that moment is refused by the database. When it was their own account, nobody
 * is signed in any more.
 *
 * @throws AppError `unauthorized`, `not-found`, or the error itself
 */
async function explainVanished(
  { authenticator }: Access,
  endpoint: AnyEndpoint,
  { caller, bearer, request }: { caller: Caller | null; bearer: string | null; request: FastifyRequest },
  error: unknown,
): Promise<never> {
  const reason = error instanceof AppError ? error.cause : error
  const code = reason instanceof Error && 'code' in reason ? reason.code : null
  if (!caller || code !== foreignKeyViolation) throw error
  requireCaller({ caller: await authenticate(authenticator, endpoint, bearer, request) })
  request.log.warn({ err: reason }, 'what was written about is gone')
  throw new AppError('not-found')
}

/** Before the body is read the call as a whole is checked, afterwards the action that it asks for. */
function requireRole(endpoint: AnyEndpoint, { role }: Operator, action?: string): void {
  if (mayCall(role, endpoint, action)) return
  throw new AppError('role-required', { roles: rolesFor(endpoint, action) })
}

function actionOf(body: unknown): string | undefined {
  const action = typeof body === 'object' && body !== null && 'action' in body ? body.action : undefined
  return typeof action === 'string' ? action : undefined
}

async function authenticate(
  authenticator: Authenticator,
  endpoint: AnyEndpoint,
  bearer: string | null,
  request: FastifyRequest,
): Promise<Caller | null> {
  if (endpoint.auth === 'none') return null
  if (endpoint.auth === 'refresh-token' || endpoint.auth === 'registration-ticket') {
    if (!bearer) throw new AppError('unauthorized')
    return null
  }
  if (bearer !== null && isApiKey(bearer)) return ownerOfKey(authenticator, endpoint, bearer)
  const caller = bearer
    ? await authenticator.verifyAccess(bearer, request.cookies[bindingCookieName] ?? null)
    : null
  if (!caller && (endpoint.auth === 'user' || endpoint.auth === 'operator' || bearer))
    throw new AppError('unauthorized')
  return caller
}

/** A key calls what its scope names, as its owner, and never for an operator. */
async function ownerOfKey(
  authenticator: Authenticator,
  { keyScope }: AnyEndpoint,
  key: string,
): Promise<Caller> {
  const found = await authenticator.verifyKey(key)
  if (!found) throw new AppError('unauthorized')
  if (found === 'ended') throw new AppError('api-key-ended')
  if (keyScope === undefined || (keyScope === 'control' && found.scope !== 'control'))
    throw new AppError('api-key-scope')
  return found.caller
}

/** The caller of an endpoint whose `auth` is `user` or `operator`. */
export function requireCaller(call: { caller: Caller | null }): Caller {
  if (!call.caller) throw new AppError('unauthorized')
  return call.caller
}

function parse(where: string, schema: Schema | undefined, input: unknown): unknown {
  if (!schema) return undefined
  // Checked here for every text of every call: what no column accepts is the sender's mistake, not ours.
  const bad = findUnstorable(input ?? {})
  if (bad)
    throw new AppError('invalid-request', {
      issues: [
        { path: [where, ...bad].join('.').slice(0, 200), message: 'holds characters that no text can hold' },
      ],
    })
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  throw new AppError('invalid-request', {
    issues: result.error.issues
      .slice(0, 20)
      .map((issue) => ({ path: [where, ...issue.path].join('.'), message: issue.message })),
  })
}

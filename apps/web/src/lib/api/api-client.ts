import { accountEndpoints, type User } from '@shipminer/contract/account/account'
import type { Endpoint } from '@shipminer/contract/endpoint'
import * as z from 'zod/mini'
import type { StoredTokens } from '../storage/session-storage.ts'
import { ApiError, errorOfAnswer, errorOfNetwork } from './api-error.ts'

type Schema = z.ZodMiniType
type None = z.ZodMiniNever

/** What a call takes: only the parts its endpoint declares. */
export type CallInput<E> =
  E extends Endpoint<infer P extends Schema, infer Q extends Schema, infer B extends Schema, Schema>
    ? (P extends None ? { params?: never } : { params: z.input<P> }) &
        (Q extends None ? { query?: never } : { query?: z.input<Q> }) &
        (B extends None ? { body?: never } : { body: z.input<B> }) & {
          signal?: AbortSignal
          /** Bearer other than the session's, for a registration ticket. */
          bearer?: string
          /** For endpoints marked `idempotent`: the same key for every try of the same intention. */
          idempotencyKey?: string
          /** For endpoints marked `orderKey`: opens an order without an account. */
          orderKey?: string
        }
    : never

/** What a call answers: `data` of the endpoint, parsed. */
export type CallData<E> =
  E extends Endpoint<Schema, Schema, Schema, infer D extends Schema> ? z.output<D> : never

export type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>

/** What the client needs of the rest of the page. */
export type ApiClientDependencies = {
  base: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  session: {
    getTokens(): StoredTokens | null
    renew(tokens: StoredTokens, user: User): void
    /** The server no longer knows this session. */
    end(): void
  }
  /** Runs one refresh at a time over all tabs. */
  exclusively: <T>(name: string, task: () => Promise<T>) => Promise<T>
  warn: (message: string) => void
}

/**
 * Calls by contract: JSON content type on every call, the bearer wherever the endpoint knows its caller and on everything below
 * `/mining`, one refresh and one retry on 401, every answer parsed. Throws `ApiError` and nothing else, except the abort of `signal`.
 */
export function createApiClient(deps: ApiClientDependencies) {
  async function callEndpoint<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>> {
    const sessionBearer = wantsBearer(endpoint)
    const token = sessionBearer ? (deps.session.getTokens()?.authToken ?? null) : null
    let answer = await send(endpoint, input, input.bearer ?? token)
    if (answer.status === 401 && sessionBearer && token !== null && input.bearer === undefined) {
      const renewed = await refresh(token)
      if (renewed) answer = await send(endpoint, input, renewed)
    }
    return read(endpoint, answer)
  }

  /**
   * A token newer than `usedToken`: one that another tab fetched meanwhile, or a fresh one. Null when none can be obtained;
   * the session is ended only when the server refuses the refresh token, not when the network is down.
   */
  async function refresh(usedToken: string): Promise<string | null> {
    return deps.exclusively('shipminer.auth-refresh', async () => {
      const tokens = deps.session.getTokens()
      if (!tokens) return null
      if (tokens.authToken !== usedToken) return tokens.authToken
      try {
        const answer = await send(accountEndpoints.refresh, {}, tokens.refreshToken)
        const renewed = await read(accountEndpoints.refresh, answer)
        // Signed out meanwhile: the answer belongs to no one any more.
        if (deps.session.getTokens()?.refreshToken !== tokens.refreshToken) return null
        deps.session.renew({ authToken: renewed.token, refreshToken: renewed.refreshToken }, renewed.user)
        return renewed.token
      } catch (thrown) {
        if (thrown instanceof ApiError && (thrown.status === 401 || thrown.status === 403)) deps.session.end()
        return null
      }
    })
  }

  async function send<E extends AnyEndpoint>(
    endpoint: E,
    input: {
      params?: unknown
      query?: unknown
      body?: unknown
      signal?: AbortSignal
      idempotencyKey?: string
      orderKey?: string
    },
    bearer: string | null,
  ): Promise<{ status: number; ok: boolean; text: string }> {
    const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
    if (bearer) headers.authorization = `Bearer ${bearer}`
    if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
    if (input.orderKey) headers['x-order-key'] = input.orderKey
    const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
    if (endpoint.method !== 'GET') init.body = JSON.stringify(input.body ?? {})
    if (input.signal) init.signal = input.signal
    try {
      const response = await deps.fetch(deps.base + buildPath(endpoint.path, input.params, input.query), init)
      return { status: response.status, ok: response.ok, text: await response.text() }
    } catch (thrown) {
      if (input.signal?.aborted) throw thrown
      throw errorOfNetwork(thrown)
    }
  }

  async function read<E extends AnyEndpoint>(
    endpoint: E,
    answer: { status: number; ok: boolean; text: string },
  ): Promise<CallData<E>> {
    if (!answer.ok) {
      const error = errorOfAnswer(answer.status, answer.text)
      if (answer.status === 401 || answer.status === 403) {
        deps.warn(`Authentication failure: ${endpoint.method} ${endpoint.path} answered ${answer.status}`)
      }
      throw error
    }
    const envelope = z.object({ success: z.literal(true), data: endpoint.data })
    const parsed = envelope.safeParse(parseJson(answer.text))
    if (!parsed.success) {
      throw new ApiError({
        status: answer.status,
        code: 'answer-invalid',
        message: 'Unknown error occurred',
        cause: parsed.error,
      })
    }
    return parsed.data.data as CallData<E>
  }

  return { callEndpoint, refresh }
}

function wantsBearer(endpoint: AnyEndpoint): boolean {
  const { auth, path } = endpoint
  return auth === 'user' || auth === 'operator' || auth === 'optional' || path.startsWith('/mining')
}

/**
 * Fills `{name}` in a path and adds the query; absent values are left out.
 *
 * @example buildPath('/mining/devices/{id}/stats', { id: 7 }, { period: '24h' }) // '/mining/devices/7/stats?period=24h'
 */
export function buildPath(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

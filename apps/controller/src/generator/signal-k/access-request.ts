import { z } from 'zod'

/** The state of a request for access. */
export type AccessState =
  | { name: 'none' }
  | { name: 'pending'; href: string }
  | { name: 'approved'; token: string }
  | { name: 'denied' }

const AnswerSchema = z.object({
  state: z.enum(['PENDING', 'COMPLETED', 'FAILED']),
  href: z.string().optional(),
  accessRequest: z.object({ permission: z.string(), token: z.string().optional() }).optional(),
})

const timeoutMs = 10_000

/**
 * One step of requesting access from a Signal K server: a first request, or a check whether the ship's administrator has decided. Returns
 * the state afterwards; what went wrong on the way (no server, no answer) leaves the state as it is.
 */
export async function stepAccess(
  state: AccessState,
  options: {
    baseUrl: string
    clientId: string
    description: string
    /** What is asked for, where that is more than reading. */
    permissions?: 'readwrite'
    fetchFn: typeof fetch
    signal?: AbortSignal
  },
): Promise<AccessState> {
  if (state.name === 'approved' || state.name === 'denied') return state
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal])
  try {
    const response =
      state.name === 'none'
        ? await options.fetchFn(new URL('/signalk/v1/access/requests', options.baseUrl), {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
              clientId: options.clientId,
              description: options.description,
              ...(options.permissions === undefined ? {} : { permissions: options.permissions }),
            }),
            redirect: 'error',
            signal,
          })
        : await options.fetchFn(new URL(state.href, options.baseUrl), { redirect: 'error', signal })
    // The server forgets requests when it restarts.
    if (state.name === 'pending' && response.status === 404) return { name: 'none' }
    return accessAfter(state, await response.json(), options.baseUrl)
  } catch {
    return state
  }
}

/** Reads an answer to a request or to a check of its state. One that leads to another server is no answer. */
export function accessAfter(state: AccessState, answer: unknown, baseUrl: string): AccessState {
  const parsed = AnswerSchema.safeParse(answer)
  if (!parsed.success) return state
  const { state: stage, href, accessRequest } = parsed.data
  if (stage === 'COMPLETED' && accessRequest !== undefined) {
    if (accessRequest.permission === 'APPROVED' && accessRequest.token !== undefined)
      return { name: 'approved', token: accessRequest.token }
    return { name: 'denied' }
  }
  if (stage === 'PENDING' && href !== undefined && isSameOrigin(href, baseUrl))
    return { name: 'pending', href }
  return state
}

function isSameOrigin(href: string, baseUrl: string): boolean {
  return URL.canParse(href, baseUrl) && new URL(href, baseUrl).origin === new URL(baseUrl).origin
}

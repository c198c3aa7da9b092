import { FailureSchema } from '@shipminer/contract/errors'

/** The words of `internal-error`; here, because the catalogue of all words would be 2 kB more on every page that calls. */
export const unknownErrorMessage = 'Unknown error occurred'

/**
 * A call that failed. `message` is English, as docs/product.md 8.1 makes it; `code` is one of the error catalogue, or
 * `network` (no answer), `answer-invalid` (an answer that breaks the contract), or null when the body named none.
 * `status` is 0 without an answer.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string | null
  /** Proves a wallet at registration, beside `user-not-found`. */
  readonly registrationToken: string | null
  /** Who may do it, beside `role-required`. */
  readonly roles: readonly string[]

  constructor(fault: {
    status: number
    code: string | null
    message: string
    registrationToken?: string | null
    roles?: readonly string[]
    cause?: unknown
  }) {
    super(fault.message, fault.cause === undefined ? undefined : { cause: fault.cause })
    this.status = fault.status
    this.code = fault.code
    this.registrationToken = fault.registrationToken ?? null
    this.roles = fault.roles ?? []
  }
}

/**
 * The error of an answer that was no success, by the generic rules of docs/product.md 8.1: the body's `message` or `error`,
 * else 'Authentication required ({n})' for 401 and 403, else 'HTTP {n}: {text}' where the body is text,
 * else 'Request failed with status {n}'.
 */
export function errorOfAnswer(status: number, body: string): ApiError {
  const parsed = parseJson(body)
  const failure = FailureSchema.safeParse(parsed)
  if (failure.success) {
    const { message, error, code, registrationToken, roles } = failure.data
    return new ApiError({
      status,
      code,
      message: message || error || fallback(status, ''),
      registrationToken: registrationToken ?? null,
      ...(roles && { roles }),
    })
  }
  const loose = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  const words = [loose.message, loose.error].find((text) => typeof text === 'string' && text !== '')
  const message = typeof words === 'string' ? words : fallback(status, parsed === undefined ? body : '')
  return new ApiError({ status, code: null, message })
}

/** Whether the same call may succeed in a while by itself: nothing answered, or the server was busy or away. */
export function isPassing(thrown: unknown): boolean {
  if (!thrown) return false
  const { status } = toApiError(thrown)
  return status === 0 || status === 429 || status >= 500
}

/** The error of a call that got no answer at all. */
export function errorOfNetwork(cause: unknown): ApiError {
  return new ApiError({
    status: 0,
    code: 'network',
    message: 'Network error. Please check your connection and try again.',
    cause,
  })
}

/** Anything thrown, as an error of this kind. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  return new ApiError({
    status: 0,
    code: null,
    message: (thrown instanceof Error && thrown.message) || unknownErrorMessage,
    cause: thrown,
  })
}

function fallback(status: number, text: string): string {
  if (status === 401 || status === 403) return `Authentication required (${status})`
  const words = text.trim().slice(0, 200)
  // A page of HTML (a proxy's error page) is of no use to a person.
  if (words !== '' && !words.startsWith('<')) return `HTTP ${status}: ${words}`
  return status === 0 ? unknownErrorMessage : `Request failed with status ${status}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

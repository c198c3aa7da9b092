import { focusManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { toApiError } from './api/api-error.ts'

/** Times a failed query is repeated, and its waiting times (docs/product.md 9.6). */
export const maxRetries = 3

/** Ms before the n-th repetition, n from 0: 1 s doubling, at most 30 s. */
export function retryDelayMs(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000)
}

/** What the server refused for a reason will be refused again; what did not arrive may arrive. */
export function shouldRetry(failures: number, thrown: unknown): boolean {
  return mayPass(thrown) && failures < maxRetries
}

function mayPass(thrown: unknown): boolean {
  const { status, code } = toApiError(thrown)
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429
  return code !== 'answer-invalid' && !isRefused
}

/** How long after it gave up a query that is looked at is asked again by itself: a server that was away comes back without a word. */
export const askAgainMs = 5_000

function askAgain(error: Error, query: Query<unknown, unknown>): void {
  if (!mayPass(error)) return
  setTimeout(() => {
    // A page that nobody sees asks when it is seen again.
    const isSeen = query.getObserversCount() > 0 && focusManager.isFocused()
    if (isSeen && query.state.status === 'error' && query.state.fetchStatus === 'idle')
      query.fetch().catch(() => undefined)
  }, askAgainMs)
}

/** The query cache of the account pages. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: askAgain }),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        gcTime: 5 * 60_000,
        staleTime: 15_000,
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  })
}

import { QueryClient } from '@tanstack/react-query'
import { toApiError } from './api/api-error.ts'

/** Times a failed query is repeated, and its waiting times (docs/product.md 9.6). */
export const maxRetries = 3

/** Ms before the n-th repetition, n from 0: 1 s doubling, at most 30 s. */
export function retryDelayMs(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000)
}

/** What the server refused for a reason will be refused again; what did not arrive may arrive. */
export function shouldRetry(failures: number, thrown: unknown): boolean {
  const { status, code } = toApiError(thrown)
  if (code === 'answer-invalid') return false
  const refused = status >= 400 && status < 500 && status !== 408 && status !== 429
  return !refused && failures < maxRetries
}

/** The query cache of the account pages. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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

import type { ClaimProblem } from './claim-flow.ts'

/** What is wrong, from a failed call's code and status (0 without an answer), while checking a key or claiming with it. */
export function claimProblem(
  error: { code: string | null; status: number },
  during: 'check' | 'claim',
): ClaimProblem {
  switch (error.code) {
    case 'claim-key-invalid':
      return 'format'
    case 'claim-key-not-found':
      return 'not-found'
    case 'claim-key-revoked':
      return 'revoked'
    case 'controller-already-claimed':
      return 'claimed-by-other'
    case 'rate-limited':
      return 'rate-limited'
    case 'proof-required':
    case 'proof-failed':
      return 'not-confirmed'
    case 'network':
      return during === 'check' ? 'network-check' : 'network-claim'
  }
  if (error.status === 401 || error.status === 403) return 'signed-out'
  if (error.status === 429) return 'rate-limited'
  return during === 'check' ? 'check-failed' : 'claim-failed'
}

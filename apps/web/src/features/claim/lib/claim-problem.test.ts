import { claimEndpoints } from '@shipminer/contract/account/claims'
import { errorCatalogue } from '@shipminer/contract/errors'
import { describe, expect, test } from 'vitest'
import { claimProblem } from './claim-problem.ts'

describe('every error the calls may answer with', () => {
  test.each([
    ['check', 'claim-key-invalid', 'format'],
    ['check', 'claim-key-not-found', 'not-found'],
    ['check', 'claim-check-failed', 'check-failed'],
    ['check', 'rate-limited', 'rate-limited'],
    ['claim', 'unauthorized', 'signed-out'],
    ['claim', 'claim-key-invalid', 'format'],
    ['claim', 'claim-key-not-found', 'not-found'],
    ['claim', 'claim-key-revoked', 'revoked'],
    ['claim', 'controller-already-claimed', 'claimed-by-other'],
    ['claim', 'claim-failed', 'claim-failed'],
    ['claim', 'rate-limited', 'rate-limited'],
    ['claim', 'proof-required', 'not-confirmed'],
  ] as const)('%s: %s is %s', (during, code, problem) => {
    expect(claimProblem({ code, status: errorCatalogue[code].status }, during)).toBe(problem)
    const endpoint = during === 'check' ? claimEndpoints.claimStatus : claimEndpoints.claim
    expect(endpoint.errors).toContain(code)
  })
})

test.each([
  ['check', 'network', 0, 'network-check'],
  ['claim', 'network', 0, 'network-claim'],
  ['check', 'answer-invalid', 200, 'check-failed'],
  ['claim', null, 502, 'claim-failed'],
  ['claim', null, 429, 'rate-limited'],
  ['claim', 'proof-failed', 403, 'not-confirmed'],
  ['claim', 'session-expired', 401, 'signed-out'],
] as const)('%s: %s %i is %s', (during, code, status, problem) => {
  expect(claimProblem({ code, status }, during)).toBe(problem)
})

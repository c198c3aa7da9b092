import { describe, expect, test } from 'vitest'
import { canSeeWhereabouts, claimStatus } from './claims.policy.ts'

const at = new Date(0)

describe('claimStatus', () => {
  const statuses = [
    // owner, controller revoked, key revoked → to a visitor, to the owner, to another user
    [null, null, null, 'available', 'available', 'available'],
    [null, null, at, 'revoked', 'revoked', 'revoked'],
    [null, at, null, 'revoked', 'revoked', 'revoked'],
    ['owner', null, null, 'claimed', 'claimed_by_you', 'claimed'],
    ['owner', null, at, 'revoked', 'claimed_by_you', 'revoked'],
    ['owner', at, null, 'revoked', 'revoked', 'revoked'],
  ] as const
  test.each(statuses)(
    'of owner %s, revoked %s, key revoked %s',
    (ownerId, revokedAt, claimKeyRevokedAt, ...expected) => {
      const controller = { ownerId, revokedAt, claimKeyRevokedAt }
      expect([null, 'owner', 'other'].map((caller) => claimStatus(controller, caller))).toEqual(expected)
    },
  )
})

test.each([
  ['available', null, false],
  ['available', 'user', true],
  ['claimed_by_you', 'user', true],
  ['claimed', 'user', false],
  ['revoked', 'user', false],
] as const)('whereabouts of %s to %s: %s', (status, caller, expected) => {
  expect(canSeeWhereabouts(status, caller)).toBe(expected)
})

import type { ClaimPreview, ClaimStatus } from '@shipminer/contract/account/claims'

export type ClaimableController = {
  ownerId: string | null
  revokedAt: Date | null
  claimKeyRevokedAt: Date | null
  /** Set when the key is that of a transfer to a new owner. */
  transferSince?: Date | null
}

/** What a claim key allows a user to do (null: a visitor). An owner keeps the controller when its key is revoked. */
export function claimStatus(controller: ClaimableController, callerId: string | null): ClaimStatus {
  if (controller.revokedAt) return 'revoked'
  if (controller.ownerId !== null && controller.ownerId === callerId) return 'claimed_by_you'
  if (controller.transferSince) return 'available'
  if (controller.claimKeyRevokedAt) return 'revoked'
  return controller.ownerId === null ? 'available' : 'claimed'
}

/**
 * Where a ship lies is shown only to a signed-in user who may claim the controller or owns it, and not for an old key of someone else's
 * controller.
 */
export function canSeeWhereabouts(status: ClaimPreview['status'], callerId: string | null): boolean {
  return callerId !== null && (status === 'available' || status === 'claimed_by_you')
}

import type { ClaimPreview, ClaimStatus } from '@shipminer/contract/claims'

export type ClaimableController = {
  ownerId: string | null
  revokedAt: Date | null
  claimKeyRevokedAt: Date | null
  /** Set when the key is that of a transfer to a new owner. */
  transferSince?: Date | null
}

/** What a claim key is worth to somebody (null: nobody in particular). An owner keeps the controller when its key is revoked. */
export function claimStatus(controller: ClaimableController, callerId: string | null): ClaimStatus {
  if (controller.revokedAt) return 'revoked'
  if (controller.ownerId !== null && controller.ownerId === callerId) return 'claimed_by_you'
  if (controller.transferSince) return 'available'
  if (controller.claimKeyRevokedAt) return 'revoked'
  return controller.ownerId === null ? 'available' : 'claimed'
}

/** Where a ship lies is for who may claim it or owns it: signed in, and not for an old key of somebody else's controller. */
export function canSeeWhereabouts(status: ClaimPreview['status'], callerId: string | null): boolean {
  return callerId !== null && (status === 'available' || status === 'claimed_by_you')
}

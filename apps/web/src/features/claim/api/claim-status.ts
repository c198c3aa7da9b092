import { type ClaimPreview, claimEndpoints } from '@shipminer/contract/account/claims'
import { callEndpoint } from '../../../lib/api/client.ts'

/** What a claim key reveals. */
export function checkClaimKey(key: string): Promise<ClaimPreview> {
  return callEndpoint(claimEndpoints.claimStatus, { params: { key } })
}

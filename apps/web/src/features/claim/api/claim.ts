import { claimEndpoints } from '@shipminer/contract/account/claims'
import { callEndpoint } from '../../../lib/api/client.ts'
import type { ClaimedController } from '../lib/claim-flow.ts'

/** Claims the controller of a key for the signed-in user. */
export function claimController(claimKey: string): Promise<ClaimedController> {
  return callEndpoint(claimEndpoints.claim, { body: { claimKey } })
}

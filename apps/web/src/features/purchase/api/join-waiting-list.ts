import { inquiryEndpoints, type WaitingListRequest } from '@shipminer/contract/shop/inquiries'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Puts an address on the waiting list; twice is once. */
export function joinWaitingList(body: WaitingListRequest): Promise<{ reference: string }> {
  return callEndpoint(inquiryEndpoints.waitingList, { body })
}

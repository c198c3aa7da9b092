import { type CustomRequest, inquiryEndpoints } from '@shipminer/contract/shop/inquiries'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Requests the free analysis of a ship; returns the reference that people can quote on the phone. */
export function sendCustom(body: CustomRequest): Promise<{ reference: string }> {
  return callEndpoint(inquiryEndpoints.customRequest, { body })
}

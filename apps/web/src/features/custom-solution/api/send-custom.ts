import { type CustomRequest, inquiryEndpoints } from '@shipminer/contract/inquiries'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Asks for the free analysis of a ship; answers with what people can name on the phone. */
export function sendCustom(body: CustomRequest): Promise<{ reference: string }> {
  return callEndpoint(inquiryEndpoints.customRequest, { body })
}

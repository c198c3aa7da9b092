import { type ContactRequest, inquiryEndpoints } from '@shipminer/contract/shop/inquiries'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Sends a message to the provider; answers with what people can name on the phone. */
export function sendContact(body: ContactRequest): Promise<{ reference: string }> {
  return callEndpoint(inquiryEndpoints.contact, { body })
}

import { newsletterEndpoints } from '@shipminer/contract/shop/newsletter'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Takes the owner of a personal link off the newsletter. @throws ApiError */
export async function unsubscribe(token: string): Promise<void> {
  await callEndpoint(newsletterEndpoints.newsletterUnsubscribe, { body: { token } })
}

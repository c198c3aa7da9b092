/** What other modules do with the newsletter. */
export { listConfirmed, listConsents, noteConsent } from './newsletter.repository.ts'
export {
  exportSubscribers,
  type NewsletterDeps,
  readSubscribers,
  unsubscribeLink,
} from './newsletter.service.ts'
export { unsubscribeToken, waitingToken } from './unsubscribe-token.ts'

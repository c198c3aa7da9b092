/** What other modules do with the newsletter. */
export { listConsents, noteConsent } from './newsletter.repository.ts'
export { exportSubscribers, type NewsletterDeps, readSubscribers } from './newsletter.service.ts'

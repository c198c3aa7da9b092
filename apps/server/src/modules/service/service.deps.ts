import type { Language } from '@shipminer/i18n/languages'
import type { Store } from '../../platform/db/store.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import type { AccountMailContext } from '../users/users.port.ts'

/** What fault reports work with; given to them by `app.ts`. */
export type ServiceDeps = {
  store: Store
  clock: () => number
  randomBytes: (count: number) => Uint8Array
  idempotency: Idempotency
  mail: AccountMailContext
  /** Mails to the provider are in it. */
  providerLanguage: Language
  offlineAfterMs: number
}

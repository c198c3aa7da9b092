import type { Language } from '@shipminer/i18n/languages'
import type { Store } from '../../platform/db/store.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import type { AccountMailContext } from '../users/users.port.ts'

/** What fault reports need; provided by `app.ts`. */
export type ServiceDeps = {
  store: Store
  clock: () => number
  randomBytes: (count: number) => Uint8Array
  idempotency: Idempotency
  mail: AccountMailContext
  /** Includes the provider's language for mails to it. */
  providerLanguage: Language
  offlineAfterMs: number
}

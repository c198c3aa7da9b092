import type { Language } from '@shipminer/i18n/languages'
import type { Store } from '../../platform/db/store.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import type { Settings } from '../../platform/settings/settings.ts'

export type MailingDeps = {
  store: Store
  clock: () => number
  randomUuid: () => string
  idempotency: Idempotency
  settings: Settings
  /** Makes the links to unsubscribe. */
  secretKey: SecretKey
  productName: string
  publicUrl: string
  company: { name: string | null; address: string | null; kvk: string | null; vatId: string | null }
  /** Reply-to address; null: the sender's. */
  providerEmail: string | null
}

/** Somebody whom a message to many is for. */
export type Addressee = {
  /** Of the inquiry, or of the account. */
  inquiryId: string | null
  userId: string | null
  email: string
  name: string | null
  language: Language
  /** What they asked for: products; null among them: that orders can be placed at all. */
  wanted: readonly (string | null)[]
}

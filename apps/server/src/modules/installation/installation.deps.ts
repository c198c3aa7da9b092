import type { Config } from '../../config.ts'
import type { Store } from '../../platform/db/store.ts'
import type { Settings } from '../../platform/settings/settings.ts'

type WatcherReport = { chain: string; source: string; isFresh: boolean; lastError: string | null }

export type InstallationDeps = {
  store: Store
  clock: () => number
  randomBytes: (count: number) => Uint8Array
  config: Config
  settings: Settings
  productName: string
  publicUrl: string
  watcherReports: () => Promise<WatcherReport[]>
  /** Whether mails can be sent at all, and why the mail server does not take us; null: it does. */
  mail: { isConfigured: boolean; check: () => Promise<string | null> }
  /** What the push services of the operator's own browsers answered. */
  tryPush: (
    userId: string,
    message: { title: string; body: string; url: string },
  ) => Promise<{ host: string; status: number | null }[]>
  /** Asks the register for the seller's own VAT number; null: the register is switched off or the number is not known. */
  askVies: () => Promise<'confirmed' | 'unknown-to-vies' | 'form-valid' | null>
}

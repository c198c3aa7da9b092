import type { Config } from '../../config.ts'
import type { Guesses } from '../../platform/auth/guesses.ts'
import type { LinkKeys } from '../../platform/auth/link-keys.ts'
import type { Store } from '../../platform/db/store.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import type { AgreedOrders } from '../orders/orders.port.ts'

/** What offers need. */
export type OfferDeps = {
  store: Store
  clock: () => number
  secretKey: SecretKey
  randomBytes: (count: number) => Uint8Array
  randomUuid: () => string
  guesses: Guesses
  idempotency: Idempotency
  keys: LinkKeys
  orders: AgreedOrders
  productName: string
  publicUrl: string
  /** As documents name it. */
  company: Config['company']
  /** Lines of the company at the foot of mails; those that are still examples are null. */
  mailCompany: Record<'name' | 'address' | 'kvk' | 'vatId', string | null>
  /** Reply-to address; null: the sender's. */
  providerEmail: string | null
}

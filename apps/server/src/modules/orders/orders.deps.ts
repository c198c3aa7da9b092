import type { Language } from '@shipminer/i18n/languages'
import type { GuessLimiter } from '../../platform/auth/guess-limiter.ts'
import type { Store } from '../../platform/db/store.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { InvoicesPort } from '../invoices/invoices.port.ts'
import type { WebhooksPort } from '../webhooks/webhooks.port.ts'
import type { OrderPayments } from './orders.port.ts'
import type { VatChecker } from './placing/vat-checker.ts'

/** Where buyers transfer to. */
export type BankAccount = {
  accountName: string
  /** Without spaces. */
  iban: string
  bic: string | null
  /** Nobody has set it yet: marked everywhere, and in production not offered. */
  example: boolean
}

export type OrderDeps = {
  store: Store
  clock: () => number
  randomBytes: (count: number) => Uint8Array
  /** Makes and hashes the keys of orders. */
  secretKey: Buffer
  logger: { info(details: object, message: string): void; warn(details: object, message: string): void }
  settings: Settings
  idempotency: Idempotency
  payments: OrderPayments
  webhooks: WebhooksPort
  invoices: InvoicesPort
  vatChecker: VatChecker
  /** Wrong keys of orders, by client. */
  guesses: GuessLimiter
  productName: string
  publicUrl: string
  vatPercent: number
  /** Sells the payment test product. */
  paymentTest: boolean
  production: boolean
  bank: BankAccount
  /** Lines about the company; those that are still examples are null. */
  company: { name: string | null; address: string | null; kvk: string | null; vatId: string | null }
  providerLanguage: Language
  /** Where a reply of a buyer goes; null: to the sender. */
  providerEmail: string | null
}

/** What a change of an order needs: the papers, mails and webhooks that go with it. No payments, which themselves change orders. */
export type OrderChangeDeps = Pick<
  OrderDeps,
  | 'webhooks'
  | 'invoices'
  | 'secretKey'
  | 'randomBytes'
  | 'productName'
  | 'publicUrl'
  | 'company'
  | 'bank'
  | 'providerEmail'
  | 'providerLanguage'
>

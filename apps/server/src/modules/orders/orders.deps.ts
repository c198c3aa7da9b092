import type { GuessLimiter } from '../../platform/auth/guess-limiter.ts'
import type { Queryable, Store } from '../../platform/db/store.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { SellableProduct } from '../catalogue/catalogue.port.ts'
import type { InvoicesPort } from '../invoices/invoices.port.ts'
import type { WebhooksPort } from '../webhooks/webhooks.port.ts'
import type { BankAccount } from './bank-account.ts'
import type { OrderKeys } from './order-key.ts'
import type { OrderMails } from './order-mails.ts'
import type { OrderPayments } from './orders.port.ts'
import type { VatChecker } from './placing/vat-checker.ts'

/** What a change of an order brings with it. Nothing here knows payments, so that payments can be given it. */
export type EffectDeps = {
  webhooks: WebhooksPort
  invoices: Pick<InvoicesPort, 'issue' | 'credit'>
  mails: OrderMails
}

/** What a price is made of. */
export type PricingDeps = {
  store: Store
  settings: Settings
  payments: Pick<OrderPayments, 'cryptoOffers'>
  vatChecker: VatChecker
  /** Null when the shop does not sell it. */
  findProduct: (db: Queryable, id: string) => Promise<SellableProduct | null>
  vatPercent: number
  /** Whether buyers may transfer to our account: it is set, or nobody relies on it. */
  offersBank: boolean
}

/** What an order is shown with. */
export type ReadingDeps = {
  clock: () => number
  payments: Pick<OrderPayments, 'intentIds'>
  invoices: Pick<InvoicesPort, 'numbers'>
  bank: BankAccount
}

/** What decides who may open an order. */
export type OpeningDeps = {
  store: Store
  keys: OrderKeys
  /** Wrong keys of orders, by client. */
  guesses: GuessLimiter
}

type OrderLogger = { info(details: object, message: string): void }

export type PlacingDeps = PricingDeps &
  ReadingDeps &
  EffectDeps & { keys: OrderKeys; idempotency: Idempotency; logger: OrderLogger }

/** What buyers do with an order of theirs. */
export type BuyerDeps = PricingDeps &
  ReadingDeps &
  OpeningDeps &
  EffectDeps & { payments: Pick<OrderPayments, 'cancelOpenIntent'> }

/** What the provider does with an order by hand. */
export type AdvanceDeps = EffectDeps & {
  store: Store
  clock: () => number
  payments: Pick<OrderPayments, 'cancelOpenIntent'>
}

/** What time does with orders. */
export type TimerDeps = AdvanceDeps & { payments: OrderPayments; logger: OrderLogger }

/** Everything that orders work with; each step names its own share of it. */
export type OrderDeps = PlacingDeps & BuyerDeps & TimerDeps & { invoices: InvoicesPort }

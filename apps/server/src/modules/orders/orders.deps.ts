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
import type { HoldLimits } from './placing/holds.service.ts'
import type { VatChecker } from './placing/vat-checker.ts'

/** What a change of an order entails. Nothing here depends on payments, so that payments can depend on it. */
export type EffectDeps = {
  webhooks: WebhooksPort
  invoices: Pick<InvoicesPort, 'issue' | 'credit'>
  mails: OrderMails
}

/** What computing a price needs. */
export type PricingDeps = {
  store: Store
  settings: Settings
  payments: Pick<OrderPayments, 'cryptoOffers'>
  vatChecker: VatChecker
  /** Null when the shop does not sell it. */
  findProduct: (db: Queryable, id: string) => Promise<SellableProduct | null>
  vatPercent: number
  /** Whether buyers may transfer to our account: it is set, or this is not production. */
  offersBank: boolean
}

/** What presenting an order needs. */
export type ReadingDeps = {
  clock: () => number
  payments: Pick<OrderPayments, 'intentIds'>
  invoices: Pick<InvoicesPort, 'numbers'>
  bank: BankAccount
}

/** What deciding who may open an order needs. */
export type OpeningDeps = {
  store: Store
  keys: OrderKeys
  /** Wrong keys of orders, by client. */
  guesses: GuessLimiter
}

type OrderLogger = { info(details: object, message: string): void }

export type PlacingDeps = PricingDeps &
  ReadingDeps &
  EffectDeps & {
    keys: OrderKeys
    idempotency: Idempotency
    logger: OrderLogger
    holds: HoldLimits
    secretKey: Buffer
  }

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

/** Everything that orders need; each step declares its own share. */
export type OrderDeps = PlacingDeps & BuyerDeps & TimerDeps & { invoices: InvoicesPort }

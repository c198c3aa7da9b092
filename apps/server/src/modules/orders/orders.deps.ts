import type { VatTreatment } from '@shipminer/domain/orders/vat/vat-case'
import type { Guesses } from '../../platform/auth/guesses.ts'
import type { LinkKeys } from '../../platform/auth/link-keys.ts'
import type { Queryable, Store } from '../../platform/db/store.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { SellableProduct } from '../catalogue/catalogue.port.ts'
import type { BankHold, InvoicesPort } from '../invoices/invoices.port.ts'
import type { WebhooksPort } from '../webhooks/webhooks.port.ts'
import type { BankAccount } from './bank-account.ts'
import type { OrderMails } from './order-mails.ts'
import type { OrderPayments } from './orders.port.ts'
import type { HoldLimits, OpenOrderLimits } from './placing/holds.service.ts'
import type { VatChecker } from './placing/vat-checker.ts'

/** What a change of an order entails. Nothing here depends on payments, so that payments can depend on it. */
export type EffectDeps = {
  webhooks: WebhooksPort
  invoices: Pick<InvoicesPort, 'ask' | 'settle' | 'standing'>
  mails: OrderMails
}

/** What finding a product of the shop needs. */
export type ProductDeps = {
  store: Store
  /** Null when the shop does not sell it. */
  findProduct: (db: Queryable, id: string) => Promise<SellableProduct | null>
}

/** What computing a price needs. */
export type PricingDeps = {
  vatChecker: VatChecker
  vatPercent: number
}

/** What listing the ways to pay needs. */
export type MethodDeps = {
  payments: Pick<OrderPayments, 'cryptoOffers'>
  /** Whether buyers may transfer to our account: it is set, or this is not production, and it is not held. */
  offersBank: () => Promise<boolean>
}

/** What telling a visitor what an order would cost needs. */
export type QuoteDeps = ProductDeps & PricingDeps & MethodDeps & { settings: Settings }

/** What presenting an order needs. */
export type ReadingDeps = {
  clock: () => number
  payments: Pick<OrderPayments, 'intentIds'>
  invoices: Pick<InvoicesPort, 'list'>
  bank: BankAccount
  bankHold: BankHold
}

/** What deciding who may open an order needs. */
export type OpeningDeps = {
  store: Store
  keys: Pick<LinkKeys, 'fits'>
  guesses: Guesses
}

type OrderLogger = { info(details: object, message: string): void }

/** What checking an order before it is placed needs: all that a quote does, and how much may be held. */
export type CheckingDeps = QuoteDeps & {
  clock: () => number
  holds: Pick<HoldLimits, 'verifiedFromQuantity'>
}

/** What storing a new order needs. */
export type StoringDeps = EffectDeps & {
  clock: () => number
  keys: Pick<LinkKeys, 'of' | 'hash'>
  holds: OpenOrderLimits
  secretKey: SecretKey
  /** Days after the promised delivery in which somebody has to plan an order that is paid at delivery. */
  unplannedDays: number
}

/** The steps of placing an order, and what makes them happen once. */
export type PlacingDeps = CheckingDeps &
  StoringDeps &
  ReadingDeps & { idempotency: Idempotency; logger: OrderLogger }

/** What buyers do with an order of theirs. */
export type BuyerDeps = MethodDeps &
  ReadingDeps &
  OpeningDeps &
  EffectDeps & {
    payments: Pick<OrderPayments, 'cancelOpenIntent' | 'refundCoins' | 'parseRefundAddress'>
    unplannedDays: number
    secretKey: SecretKey
    randomBytes: (count: number) => Uint8Array
  }

/** What the provider does with an order by hand. */
export type AdvanceDeps = EffectDeps & {
  store: Store
  clock: () => number
  payments: Pick<OrderPayments, 'cancelOpenIntent'>
  vatChecker: Pick<VatChecker, 'check' | 'consult'>
  /** The treatments beside the usual ones that the provider has switched on. */
  vatTreatments: readonly VatTreatment[]
}

/** What time does with orders. */
export type TimerDeps = AdvanceDeps &
  ProductDeps &
  Pick<StoringDeps, 'unplannedDays'> & { payments: OrderPayments; logger: OrderLogger }

/** Everything that orders need; each step declares its own share. */
export type OrderDeps = PlacingDeps & BuyerDeps & TimerDeps & { invoices: InvoicesPort }

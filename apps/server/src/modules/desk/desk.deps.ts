import type { Merge } from '@shipminer/contract/desk/merge'
import type { DeskOffer } from '@shipminer/contract/shop/desk-offers'
import type { DeskReport, deskReportFilters } from '@shipminer/contract/shop/service'
import type { Store, StoreLogger, Trx } from '../../platform/db/store.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import type { BankDeps } from '../bank/bank.port.ts'
import type { CalculationNamer } from '../catalogue/catalogue.port.ts'
import type { ProviderOrders } from '../control/control.port.ts'
import type { InvoicesPort } from '../invoices/invoices.port.ts'
import type { NamedAccount } from '../operators/operators.port.ts'
import type { DeskOrdersPort, DeskReading } from '../orders/orders.port.ts'
import type { DeskPaymentsPort } from '../payments/payments.port.ts'
import type { PayoutsPort } from '../payouts/payouts.port.ts'
import type { AccountMailContext } from '../users/users.port.ts'

/** How far a source of a chain has been read, and whether it works. */
type WatcherReport = {
  chain: string
  source: string
  height: number | null
  lagSeconds: number | null
  isFresh: boolean
  lastError: string | null
}

/** What the desk works with; provided by `app.ts`. */
export type DeskDeps = {
  store: Store
  logger: StoreLogger
  clock: () => number
  secretKey: SecretKey
  randomBytes: (count: number) => Uint8Array
  randomUuid: () => string
  orders: BankDeps['orders'] & DeskOrdersPort
  reading: DeskReading
  payments: DeskPaymentsPort
  invoices: InvoicesPort
  watcherReports: () => Promise<WatcherReport[]>
  /** Fault reports whose answer is due, how many there are of them, how many await our answer, and since when those that are not due yet. */
  faultReports: () => Promise<{
    dueReports: DeskReport[]
    due: number
    waitingReports: number
    since: Date | null
  }>
  /** What ships sent and no table takes, and nobody has seen yet: how many entries, and since when. */
  countSetAside: () => Promise<{ total: number; since: Date | null }>
  /** Those that fit the filters, or the chosen ones, newest first, as many as are wanted. */
  allReports: (
    wanted: {
      filter: (typeof deskReportFilters)[number]
      search?: string | undefined
      ids?: readonly string[] | undefined
    },
    limit: number,
  ) => Promise<DeskReport[]>
  /** Likewise, without the ways to pay them. */
  allOffers: (
    wanted: {
      state?: DeskOffer['state'] | undefined
      search?: string | undefined
      ids?: readonly string[] | undefined
    },
    limit: number,
  ) => Promise<DeskOffer[]>
  /** Fault reports of one person, open ones first. */
  reportsOf: (userId: string) => Promise<DeskReport[]>
  providerOrders: ProviderOrders
  /** What of an owner's share was not paid out yet; null: nothing was ever received. */
  balanceSat: (userId: string) => Promise<number | null>
  /** The last price of a bitcoin in euro. */
  price: () => Promise<{ centsPerBtc: number } | null>
  /** The smallest payout. */
  payoutMinimumSat: number
  /** Everything that is kept about a person, as they can download it themselves. */
  exportAccount: (userId: string) => Promise<Record<string, unknown>>
  /** Deletes an account with everything that is about its owner; false when there is none. @throws AppError why it stays */
  endAccount: (trx: Trx, userId: string) => Promise<boolean>
  /** What merging two accounts would do. @throws AppError why they cannot be merged */
  previewMerge: (pair: { stays: string; goes: string }) => Promise<Merge>
  /** Makes two accounts of one person one. @throws AppError `not-found`, or why they cannot be merged */
  mergeAccounts: (
    trx: Trx,
    pair: { stays: string; goes: string },
    by: { typed: string; operator: string },
  ) => Promise<Merge>
  /** What a mail names the sheet of a calculation for a ship, with today's market. */
  nameCalculation: CalculationNamer
  /** How many first payouts are due within a week, or overdue, and since when the oldest of them has waited. */
  firstPayoutsDue: () => Promise<{ owners: number; since: number | null }>
  /** Whom a run would pay now, and runs that were not sent. */
  payoutsWaiting: PayoutsPort['payoutsWaiting']
  /** The bank account and the paying account while two operators have to confirm them. */
  unconfirmedAccounts: () => Promise<NamedAccount[]>
  /** The account that buyers transfer to; null while it is not set. */
  iban: string | null
  productName: string
  publicUrl: string
  /** The sender of mails to operators. */
  mail: AccountMailContext
  /** Lines about the company; those that are still examples are null. */
  company: { name: string | null; address: string | null; kvk: string | null; vatId: string | null }
  /** Reply-to address of an answer; null: its sender's. */
  providerEmail: string | null
  /** A controller that was not seen for this long is silent. */
  offlineAfterMs: number
  /** From this amount on a second operator confirms that a refund was paid; null: never. */
  refundFourEyesFromCents: number | null
  /** Whether a second operator confirms a new account that coins are received on. */
  receivingFourEyes: boolean
}

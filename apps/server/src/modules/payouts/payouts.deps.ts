import type { PayoutSetup } from '@shipminer/contract/desk/payouts'
import type { Queryable, Store, StoreLogger } from '../../platform/db/store.ts'
import type { BitcoinNetwork } from '../payments/payments.port.ts'
import type { PowerPort } from '../power/power.port.ts'
import type { StatementSeller } from '../revenue/revenue.port.ts'
import type { AccountMailContext } from '../users/users.port.ts'
import type { PayoutAccount } from './payout-account.ts'
import type { PayoutSource } from './sources/payout-source.ts'

/** What payout runs need; put together by `payout-setup.ts` and `app.ts`. */
export type PayoutsDeps = {
  store: Store
  clock: () => number
  randomBytes: (count: number) => Uint8Array
  logger: StoreLogger
  minimumSat: number
  /** The operator who made a run may not take its signed transaction. */
  fourEyes: boolean
  network: BitcoinNetwork
  /** Null: PAYOUT_XPUB is not set. */
  account: PayoutAccount | null
  /** Whether it is new in the settings, so that two operators have to confirm it before it pays. */
  isAccountHeld: (db: Queryable) => Promise<boolean>
  /** Null: no server of the chain is set. */
  source: PayoutSource | null
  productName: string
  seller: StatementSeller
  /** What mining burnt between two moments. */
  ownersFuel: PowerPort['ownersFuel']
  mail: AccountMailContext
}

/** The same, as shown at the desk. */
export function presentSetup({ minimumSat, network, account, source, fourEyes }: PayoutsDeps): PayoutSetup {
  return {
    minimumSat,
    network,
    hasAccount: account !== null,
    hasOrigin: account?.hasOrigin ?? false,
    source: source?.name ?? null,
    fourEyes,
  }
}

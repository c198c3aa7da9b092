import type { PaymentRecord } from '@shipminer/contract/shop/payments'
import type { Tolerance } from '@shipminer/domain/payments/amounts'
import type { Queryable, Store, StoreLogger } from '../../platform/db/store.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import type { OrdersPort } from '../orders/orders.port.ts'
import type { WebhooksPort } from '../webhooks/webhooks.port.ts'
import type { BitcoinNetwork } from './addresses/bitcoin-account.ts'
import type { Settle } from './intents/settle.service.ts'
import type { PaymentChain } from './payment-setup.ts'
import type { Rates } from './rates/rates.ts'
import type { Receiving } from './receiving.ts'
import type { ChainStanding } from './sightings/chain-standing.ts'
import type { ChainWatcher } from './sightings/chain-watcher.ts'

export type PaymentsDeps = {
  store: Store
  clock: () => number
  logger: StoreLogger
  randomUuid: () => string
  orders: OrdersPort
  webhooks: WebhooksPort
  idempotency: Idempotency
  rates: Rates
  settle: Settle
  chains: readonly PaymentChain[]
  watchers: readonly ChainWatcher[]
  /** Health of a chain at present. */
  standingOf(db: Queryable, chain: string): Promise<ChainStanding>
  bitcoinNetwork: BitcoinNetwork
  quoteMinutes: number
  tolerance: Tolerance
  /** Whether buyers may pay to an account: with four eyes a new one waits until two operators have confirmed it. */
  mayReceive(db: Queryable, receiving: Receiving): Promise<boolean>
  /** From this price on two sources must agree. */
  twoSourcesFromCents: number
  productName: string
  /** Money of a person's orders received by other means than coins. */
  otherPayments: (db: Queryable, userId: string) => Promise<PaymentRecord[]>
}

/** Paying an order with a coin. */
export const methodOf = { BTC: 'bitcoin', USDT: 'usdt' } as const

import type { IntentForStaff } from '@shipminer/contract/desk'
import type { Asset, UnbookedReason } from '@shipminer/contract/shop/payments'
import type { Queryable } from '../../platform/db/store.ts'
import type { WhenLocked } from '../orders/orders.port.ts'

/** Account keys, addresses, and access to the servers of a chain. */
export { type BitcoinNetwork, bitcoinNetworks, parseBitcoinAccount } from './addresses/bitcoin-account.ts'
export { descriptorChecksum } from './addresses/descriptor-checksum.ts'
export { accountKeyProblems } from './addresses/extended-key.ts'
export { createHttpJson, type HttpJson, SourceError } from './chains/http-json.ts'
export { createJsonRpc, type JsonRpc } from './chains/json-rpc.ts'

/** A crypto payment that a person has to look at. */
export type PaymentForStaff = {
  id: string
  orderId: string
  status: string
  exceptions: string[]
  /** Why its money could not be booked on its order. */
  unbooked: UnbookedReason | null
  chain: string
  address: string
  /** Position of the address's key: the index below 0/ of the account. */
  derivationIndex: number
  /** In whole coins. */
  amountDue: string
  amountReceived: string
  amountToRefund: string
  asset: string
  createdAt: Date
}

/** What crypto payments provide to the provider's desk and commands. */
export type DeskPaymentsPort = {
  /** Under-, over- and late payments, wrong networks and tokens, money to be refunded: newest first. */
  exceptionQueue(): Promise<PaymentForStaff[]>
  /**
   * Settles a payment, or marks it invalid; the reason is recorded in its events and those of the order. False: there is none, or the chain
   * has confirmed it already.
   */
  decide(
    intentId: string,
    decision: 'completed' | 'failed',
    reason: string,
    whenLocked?: WhenLocked,
  ): Promise<boolean>
  /** A page of the same queue as buyers see their payments, with what could not be booked. `numbersOf`: the numbers of orders, by id. */
  exceptions(
    numbersOf: (db: Queryable, orderIds: readonly string[]) => Promise<Map<string, string>>,
    page: ExceptionsPage,
  ): Promise<{ exceptions: IntentForStaff[]; total: number }>
  exists(intentId: string): Promise<boolean>
  /** The accounts that coins are received on, with the gap limit that a wallet needs to find all of their addresses. */
  accounts(): Promise<ReceivingStanding[]>
}

export type ExceptionsPage = {
  sort: 'createdAt' | 'number' | 'amount'
  isAscending: boolean
  offset: number
  limit: number
}

export type ReceivingStanding = {
  asset: Asset
  /** Identifies it without revealing its key. */
  accountId: string
  /** Its first address: what the wallet shows too. */
  firstAddress: string
  /** False: new, and waiting to be confirmed. */
  mayReceive: boolean
  /** Number of addresses handed out. */
  given: number
  /** The longest row of addresses without money, up to the last one handed out. */
  longestUnused: number
  /** How far beyond the last used address wallets usually scan. */
  usualGap: number
}

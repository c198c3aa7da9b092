import type { Asset, PaymentIntent } from '@shipminer/contract/payments'
import type { Queryable } from '../../platform/db/store.ts'
import type { WhenLocked } from '../orders/orders.port.ts'

/** Account keys, addresses, and how servers of a chain are spoken to. */
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
  chain: string
  address: string
  /** Where the key to the address is found: the number below 0/ of the account. */
  derivationIndex: number
  /** In whole coins. */
  amountDue: string
  amountReceived: string
  amountToRefund: string
  asset: string
  createdAt: Date
}

/** What crypto payments give the provider's desk and commands. */
export type DeskPaymentsPort = {
  /** Under-, over- and late payments, wrong networks and tokens, money to be given back: newest first. */
  exceptionQueue(): Promise<PaymentForStaff[]>
  /**
   * Settles a payment, or marks it invalid; the reason stands in its events and those of the order. False: there is none, or it is confirmed by
   * the chain already.
   */
  decide(
    intentId: string,
    decision: 'completed' | 'failed',
    reason: string,
    whenLocked?: WhenLocked,
  ): Promise<boolean>
  /** The same queue as buyers see their payments. `numbersOf`: the numbers of orders, by id. */
  exceptions(
    numbersOf: (db: Queryable, orderIds: readonly string[]) => Promise<Map<string, string>>,
  ): Promise<PaymentIntent[]>
  exists(intentId: string): Promise<boolean>
  /** The accounts that coins are received on, with how far a wallet has to look to find all of their addresses. */
  accounts(): Promise<ReceivingStanding[]>
}

export type ReceivingStanding = {
  asset: Asset
  /** Addresses given out. */
  given: number
  /** The longest row of addresses without money, up to the last one that was given out. */
  longestUnused: number
  /** How far beyond the last used address wallets look as a rule. */
  usualGap: number
}

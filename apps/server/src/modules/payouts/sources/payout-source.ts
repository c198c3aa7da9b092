import type { Coin } from '@shipminer/domain/payouts/select-coins'
import type { Branch, PayoutAccount } from '../payout-account.ts'

/** A confirmed, unspent coin of the paying account, with the position of its key. */
export type AccountCoin = Coin & { branch: Branch; index: number }

/** A server of the chain, as far as payouts need one. Every method throws `SourceError` when it does not answer as it should. */
export type PayoutSource = {
  /** For people: without path and password. */
  name: string
  /** What the account can spend now, and the first change address after all that were seen in use. */
  findCoins(account: PayoutAccount): Promise<{ coins: AccountCoin[]; nextChangeIndex: number }>
  /** Thousandths of a satoshi per virtual byte for one of the next six blocks; null: unknown. */
  feeRateMilliSat(): Promise<number | null>
  /** The raw transaction in hex; null: not known here. */
  findTransaction(txid: string): Promise<string | null>
  /** 0: not in a block yet. Null: not known here. `outputs`: how many outputs it has. */
  confirmations(txid: string, outputs: number): Promise<number | null>
  /** False: the network refuses it. True also when it has it already. */
  send(hex: string, txid: string): Promise<boolean>
}

/** Every wallet scans this far beyond the last used address. */
export const gapLimit = 20

const coinbaseMaturity = 100

/** Whether even a coinbase output could be spent in the next block; given the heights of its block and of the newest. */
export function isMature(height: number, tip: number): boolean {
  return tip - height + 1 >= coinbaseMaturity
}

import { formatUnits, valueCentsAtLockedRate } from '../payments/amounts.ts'
import type { AccountRole } from './chart.ts'
import { balancedEntry, type JournalEntry } from './journal.ts'

/** A settled payment on a chain. */
export type CoinPaymentFact = {
  txid: string
  index: number
  on: string
  amount: bigint
  /** Euro cents at the moment it was first seen; null: no rate was known, and the agreed one is used. */
  marketCents: number | null
}

/** The payments of one request in coin, and what the order counted of them over time. */
export type CoinIntentFact = {
  id: string
  order: string
  asset: 'BTC' | 'USDT'
  decimals: number
  priceCents: number
  amountDue: bigint
  payments: readonly CoinPaymentFact[]
  /** What the order counted of it, each time as the whole: oldest first. */
  counted: readonly { eventId: string; on: string; cents: number }[]
  /** Whether it counts as paid, so that what is missing or left over is a difference. */
  isSucceeded: boolean
  /** A person declared it paid: what no coin covers came by another way. */
  isByHand: boolean
}

/**
 * Coins come in at their value of the moment; the order counts them at the agreed rate, and the rest is a difference of exchange. What was let go
 * because it was within the tolerance, and cents of rounding, are differences of payment.
 */
export function bookCoinIntent(fact: CoinIntentFact): JournalEntry[] {
  const { id, order, asset, decimals, priceCents, amountDue } = fact
  const wallet: AccountRole = asset === 'BTC' ? 'bitcoin' : 'usdt'
  const base = { journal: 'coins' as const, order, party: null, vat: null }
  let total = 0n
  let agreedCents = 0
  const received = fact.payments.map(({ txid, index, on, amount, marketCents }) => {
    total += amount
    // The value of all so far less that of those before: parts never add up to another sum than the whole.
    const cents = valueCentsAtLockedRate(total, amountDue, priceCents) - agreedCents
    agreedCents += cents
    const value = marketCents ?? cents
    return balancedEntry({
      ...base,
      source: `coin:${txid}:${index}`,
      kind: 'coin-in',
      on,
      document: txid,
      coin: { asset, amount: formatUnits(amount, decimals), txid },
      lines: [
        { account: wallet, cents: value },
        { account: 'unallocated', cents: -cents },
        { account: 'exchange', cents: cents - value },
      ],
    })
  })
  let countedCents = 0
  const counted = fact.counted.map(({ eventId, on, cents }) => {
    const change = cents - countedCents
    countedCents = cents
    return balancedEntry({
      ...base,
      source: `coin-booking:${eventId}`,
      kind: 'coin-booking',
      on,
      document: order,
      coin: null,
      lines: [
        { account: 'unallocated', cents: change },
        { account: 'debtors', cents: -change },
      ],
    })
  })
  const rest = agreedCents - countedCents
  const last = fact.counted.at(-1)?.on ?? fact.payments.at(-1)?.on
  const difference =
    fact.isSucceeded && last !== undefined
      ? balancedEntry({
          ...base,
          source: `coin-difference:${id}`,
          kind: 'coin-difference',
          on: last,
          document: order,
          coin: null,
          lines: [
            { account: 'unallocated', cents: rest },
            { account: fact.isByHand ? 'hand' : 'differences', cents: -rest },
          ],
        })
      : null
  return [...received, ...counted, difference].flatMap((entry) => entry ?? [])
}

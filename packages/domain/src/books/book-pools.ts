import { splitRevenue } from '../revenue/split.ts'
import type { AccountRole } from './chart.ts'
import { balancedEntry, type CoinFact, type JournalEntry } from './journal.ts'

/** What a pool paid for an owner. */
export type PoolReceiptFact = {
  id: string
  on: string
  owner: string
  ownerName: string | null
  coin: string
  amountSat: number
  /** Euro cents of a whole coin at the time; null: unknown, so that it cannot be booked, and only counts for the shares of later ones. */
  centsPerCoin: number | null
  paidTo: 'provider' | 'owner'
  reference: string
}

const satPerCoin = 100_000_000

/** Euro cents of an amount at a price, rounded down. */
export function valueOfSat(amountSat: number, centsPerCoin: number): number {
  return Number((BigInt(amountSat) * BigInt(centsPerCoin)) / BigInt(satPerCoin))
}

/**
 * Income of pools, oldest first: the whole is revenue, and the owner's share a cost that the provider owes. What a pool paid to the owner
 * directly settles that debt at once. An owner's shares always add up to the share of the whole, to the satoshi.
 *
 * @param receipts all there ever were
 */
export function bookPoolReceipts(receipts: readonly PoolReceiptFact[]): JournalEntry[] {
  const sums = new Map<string, number>()
  return receipts.flatMap((receipt) => {
    const { id, on, owner, ownerName, coin, amountSat, centsPerCoin, paidTo, reference } = receipt
    const key = `${owner} ${coin}`
    const before = sums.get(key) ?? 0
    sums.set(key, before + amountSat)
    const ownerSat = splitRevenue(before + amountSat).ownerSat - splitRevenue(before).ownerSat
    if (centsPerCoin === null) return []
    const wholeCents = valueOfSat(amountSat, centsPerCoin)
    const ownerCents = valueOfSat(ownerSat, centsPerCoin)
    const wallet: AccountRole = coin === 'BTC' ? 'bitcoin' : 'otherCoins'
    const entry = balancedEntry({
      source: `pool:${id}`,
      kind: paidTo === 'provider' ? 'pool-income' : 'pool-direct',
      journal: 'pools',
      on,
      document: reference,
      order: null,
      party: ownerName,
      coin: coinFact(coin, amountSat, reference),
      vat: null,
      lines: [
        { account: paidTo === 'provider' ? wallet : 'owners', cents: wholeCents },
        { account: 'pools', cents: -wholeCents },
        { account: 'ownersShare', cents: ownerCents },
        { account: 'owners', cents: -ownerCents },
      ],
    })
    return entry ?? []
  })
}

/** A payment to an owner, or the fee of the transaction that made several. */
export type PayoutFact = {
  id: string
  kind: 'payout' | 'payout-fee'
  on: string
  ownerName: string | null
  amountSat: number
  centsPerCoin: number
  reference: string
}

export function bookPayout({
  id,
  kind,
  on,
  ownerName,
  amountSat,
  centsPerCoin,
  reference,
}: PayoutFact): JournalEntry[] {
  const cents = valueOfSat(amountSat, centsPerCoin)
  const entry = balancedEntry({
    source: `${kind}:${id}`,
    kind,
    journal: 'pools',
    on,
    document: reference,
    order: null,
    party: ownerName,
    coin: coinFact('BTC', amountSat, reference),
    vat: null,
    lines: [
      { account: kind === 'payout' ? 'owners' : 'fees', cents },
      { account: 'bitcoin', cents: -cents },
    ],
  })
  return entry ? [entry] : []
}

function coinFact(asset: string, amountSat: number, reference: string): CoinFact {
  const decimal = `${Math.floor(amountSat / satPerCoin)}.${String(amountSat % satPerCoin).padStart(8, '0')}`
  return { asset, amount: decimal, txid: /^[0-9a-f]{64}(?=[:#]|$)/.exec(reference)?.[0] ?? null }
}

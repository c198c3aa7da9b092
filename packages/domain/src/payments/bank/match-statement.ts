import { findOrderNumbers } from '../../orders/order-number.ts'
import { parseRfReference } from './rf-reference.ts'

/** One movement of the account, as a bank statement has it. */
export type StatementEntry = {
  /** The bank's own reference of the entry; the same in every statement that holds it. */
  entryId: string
  amountCents: number
  currency: string
  /** Structured creditor reference, where the payer's bank passed one on. */
  remittanceReference: string | null
  remittanceText: string | null
  debtorName: string | null
  /** ISO date. */
  bookedOn: string
  /** The bank marks it as taking back an earlier payment: of the buyer when it is a debit, of ours when it is a credit. */
  isReturn: boolean
}

/** An order that money may be for, live or over. What is paid back already goes back once more. */
export type MatchableOrder = {
  number: string
  rfReference: string
  totalCents: number
  receivedCents: number
  /** Part of `receivedCents` that came by bank: a bank can take back no more than that. */
  bankReceivedCents: number
  /** Whether money is, or was, to be paid back: then a debit may be our own refund. */
  hasRefunds: boolean
  buyerNames: readonly string[]
}

/** `under` and `over` compare what the order has with this entry against its total. */
export type MatchFit = 'full' | 'under' | 'over'

export type StatementMatch =
  /** The reference is there: booked without a person. */
  | { kind: 'exact'; entry: StatementEntry; orderNumber: string; fit: MatchFit; differenceCents: number }
  /** A person confirms it. */
  | {
      kind: 'probable'
      entry: StatementEntry
      candidates: {
        orderNumber: string
        because: 'order-number' | 'amount-and-name'
        fit: MatchFit
        differenceCents: number
      }[]
    }
  /** A payment for the order came back or was recalled: booked as taken back without a person. */
  | { kind: 'taken-back'; entry: StatementEntry; orderNumber: string; fit: MatchFit; differenceCents: number }
  | { kind: 'duplicate'; entry: StatementEntry }
  | {
      kind: 'unmatched'
      entry: StatementEntry
      /** `returned-to-us`: a payment of ours came back. */
      because: 'no-order' | 'other-currency' | 'not-incoming' | 'taken-back' | 'returned-to-us'
    }

/**
 * Finds the orders that the entries of a statement pay, entry by entry: several for one order add up. An exact match is a valid RF reference of an
 * open order, structured or anywhere in the text, with spaces or without; when an entry names more than one order, a person decides.
 *
 * A debit that the bank marks as a return, or that names an order which never had a refund, takes back what that order has by bank. A credit that
 * the bank marks as a return is a payment of ours that came back: never a payment for an order, whatever its text says; a person may book it onto the
 * order whose refund it was.
 *
 * @param seenEntryIds entries that were taken before, in this or in another statement
 */
export function matchStatement(
  entries: readonly StatementEntry[],
  orders: readonly MatchableOrder[],
  seenEntryIds: ReadonlySet<string>,
): StatementMatch[] {
  const sums: Sums = new Map(
    orders.map(({ number, receivedCents, bankReceivedCents }) => [
      number,
      { receivedCents, bankReceivedCents },
    ]),
  )
  const seen = new Set(seenEntryIds)
  const index = indexOrders(orders)
  return entries.map((entry): StatementMatch => {
    if (seen.has(entry.entryId)) return { kind: 'duplicate', entry }
    seen.add(entry.entryId)
    if (entry.currency !== 'EUR') return { kind: 'unmatched', entry, because: 'other-currency' }
    const match = entry.amountCents > 0 ? matchCredit(entry, index, sums) : matchDebit(entry, index, sums)
    const changed =
      match.kind === 'exact' || match.kind === 'taken-back' ? sums.get(match.orderNumber) : undefined
    if (changed) {
      changed.receivedCents += entry.amountCents
      changed.bankReceivedCents += entry.amountCents
    }
    return match
  })
}

/** What the orders have after the entries so far, by number. */
type Sums = Map<string, { receivedCents: number; bankReceivedCents: number }>

function matchCredit(entry: StatementEntry, index: OrderIndex, sums: Sums): StatementMatch {
  const named = findReferenced(entry, index)
  if (entry.isReturn) return matchOwnReturn(entry, index, named, sums)
  const [only] = named
  if (only && named.length === 1) return { kind: 'exact', entry, ...compare(only, entry, sums) }
  const mentioned = findMentioned(entry, index, named)
  const likely = index
    .ofName(entry.debtorName)
    .filter((order) => order.totalCents - order.receivedCents === entry.amountCents)
  return proposal(entry, mentioned, likely, sums) ?? { kind: 'unmatched', entry, because: 'no-order' }
}

/** A payment of ours that came back: if it was a refund, its order is proposed, since that money is to be paid back once more. */
function matchOwnReturn(
  entry: StatementEntry,
  index: OrderIndex,
  named: readonly MatchableOrder[],
  sums: Sums,
): StatementMatch {
  const [mentioned, likely] = [findMentioned(entry, index, named), index.ofName(entry.debtorName)].map(
    (found) => found.filter(({ hasRefunds }) => hasRefunds),
  )
  return (
    proposal(entry, mentioned ?? [], likely ?? [], sums) ?? {
      kind: 'unmatched',
      entry,
      because: 'returned-to-us',
    }
  )
}

function matchDebit(entry: StatementEntry, index: OrderIndex, sums: Sums): StatementMatch {
  const named = findReferenced(entry, index)
  const isPossible = ({ number }: MatchableOrder) =>
    (sums.get(number)?.bankReceivedCents ?? 0) + entry.amountCents >= 0
  const [only] = named
  const isCertain =
    only && named.length === 1 && isPossible(only) && entry.amountCents < 0 && !only.hasRefunds
  if (isCertain) return { kind: 'taken-back', entry, ...compare(only, entry, sums) }
  if (!entry.isReturn && named.length === 0) return { kind: 'unmatched', entry, because: 'not-incoming' }
  const likely = index
    .ofName(entry.debtorName)
    .filter((order) => isPossible(order) && order.bankReceivedCents === -entry.amountCents)
  const mentioned = findMentioned(entry, index, named)
  return proposal(entry, mentioned, likely, sums) ?? { kind: 'unmatched', entry, because: 'taken-back' }
}

function compare(order: MatchableOrder, entry: StatementEntry, sums: Sums) {
  const differenceCents = (sums.get(order.number)?.receivedCents ?? 0) + entry.amountCents - order.totalCents
  const fit: MatchFit = differenceCents === 0 ? 'full' : differenceCents < 0 ? 'under' : 'over'
  return { orderNumber: order.number, fit, differenceCents }
}

/** What a person is asked to decide; null when nothing points to any order. Names and amounts count only where no order is mentioned. */
function proposal(
  entry: StatementEntry,
  mentioned: readonly MatchableOrder[],
  likely: readonly MatchableOrder[],
  sums: Sums,
): StatementMatch | null {
  const because = mentioned.length > 0 ? ('order-number' as const) : ('amount-and-name' as const)
  const candidates = (mentioned.length > 0 ? mentioned : likely).map((order) => ({
    ...compare(order, entry, sums),
    because,
  }))
  return candidates.length > 0 ? { kind: 'probable', entry, candidates } : null
}

/** The orders as they are looked for, so that a long statement does not go through all of them for each of its entries. */
type OrderIndex = {
  byNumber: ReadonlyMap<string, MatchableOrder>
  byReference: ReadonlyMap<string, MatchableOrder>
  /** Lengths that references have. */
  lengths: readonly number[]
  /** Whether two names are of one person or company: the same words, whatever their order, marks and titles of law. */
  ofName(name: string | null): readonly MatchableOrder[]
}

function indexOrders(orders: readonly MatchableOrder[]): OrderIndex {
  const byName = new Map<string, Set<MatchableOrder>>()
  for (const order of orders)
    for (const name of order.buyerNames) {
      const key = nameKey(name)
      if (key !== '') byName.set(key, (byName.get(key) ?? new Set()).add(order))
    }
  const references = orders.map(({ rfReference }) => rfReference).filter(Boolean)
  return {
    byNumber: new Map(orders.map((order) => [order.number, order])),
    byReference: new Map(orders.map((order) => [order.rfReference, order])),
    lengths: [...new Set(references.map(({ length }) => length))],
    ofName: (name) => [...(byName.get(nameKey(name ?? '')) ?? [])],
  }
}

/** The orders whose reference or number an entry holds. */
function findMentioned(
  entry: StatementEntry,
  { byNumber }: OrderIndex,
  named: readonly MatchableOrder[],
): MatchableOrder[] {
  const text = `${entry.remittanceReference ?? ''}\n${entry.remittanceText ?? ''}`
  const numbered = findOrderNumbers(text).flatMap((number) => byNumber.get(number) ?? [])
  return [...new Set([...named, ...numbered])]
}

/**
 * The orders whose reference an entry holds. Within a text there is no way to know where a reference ends, so the known references are searched
 * for, ignoring everything except letters and digits.
 */
function findReferenced(entry: StatementEntry, { byReference, lengths }: OrderIndex): MatchableOrder[] {
  const structured = parseRfReference(entry.remittanceReference ?? '')
  const texts = [structured ?? plain(entry.remittanceReference ?? ''), plain(entry.remittanceText ?? '')]
  const found = new Set<MatchableOrder>()
  for (const text of texts)
    for (let at = text.indexOf('RF'); at >= 0; at = text.indexOf('RF', at + 1))
      for (const length of lengths) {
        const order = byReference.get(text.slice(at, at + length))
        if (order) found.add(order)
      }
  return [...found]
}

const nameNoise = new Set([
  'BV',
  'NV',
  'VOF',
  'GMBH',
  'SRL',
  'SA',
  'SARL',
  'BVBA',
  'CV',
  'EK',
  'DHR',
  'MEVR',
  'MW',
  'HR',
  'HEER',
])

/** The same for all spellings of a name; empty when there is none. */
function nameKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
  return words
    .filter((word) => word !== '' && !nameNoise.has(word))
    .toSorted()
    .join(' ')
}

function plain(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

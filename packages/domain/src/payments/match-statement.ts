import { findOrderNumbers } from '../orders/order-number.ts'
import { parseRfReference } from './rf-reference.ts'

/** Money that came in, as a bank statement tells it. */
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
}

/** An order that money may be for: live or over, as long as it is not settled. */
export type MatchableOrder = {
  number: string
  rfReference: string
  totalCents: number
  receivedCents: number
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
  | { kind: 'duplicate'; entry: StatementEntry }
  | { kind: 'unmatched'; entry: StatementEntry; because: 'no-order' | 'other-currency' | 'not-incoming' }

/**
 * Finds the orders that the entries of a statement pay, entry by entry: several for one order add up. An exact match is a valid RF reference of an
 * open order, structured or anywhere in the text, with spaces or without; when a text names more than one order, a person decides.
 *
 * @param seenEntryIds entries that were taken before, in this or in another statement
 */
export function matchStatement(
  entries: readonly StatementEntry[],
  orders: readonly MatchableOrder[],
  seenEntryIds: ReadonlySet<string>,
): StatementMatch[] {
  const byNumber = new Map(orders.map((order) => [order.number, order]))
  const received = new Map(orders.map(({ number, receivedCents }) => [number, receivedCents]))
  const seen = new Set(seenEntryIds)
  const compare = (order: MatchableOrder, entry: StatementEntry) => {
    const differenceCents = (received.get(order.number) ?? 0) + entry.amountCents - order.totalCents
    const fit: MatchFit = differenceCents === 0 ? 'full' : differenceCents < 0 ? 'under' : 'over'
    return { orderNumber: order.number, fit, differenceCents }
  }
  return entries.map((entry): StatementMatch => {
    if (seen.has(entry.entryId)) return { kind: 'duplicate', entry }
    seen.add(entry.entryId)
    if (entry.amountCents <= 0) return { kind: 'unmatched', entry, because: 'not-incoming' }
    if (entry.currency !== 'EUR') return { kind: 'unmatched', entry, because: 'other-currency' }
    const named = findReferenced(entry, orders)
    const [only] = named
    if (only && named.length === 1) {
      const match = compare(only, entry)
      received.set(only.number, (received.get(only.number) ?? 0) + entry.amountCents)
      return { kind: 'exact', entry, ...match }
    }
    const text = `${entry.remittanceReference ?? ''}\n${entry.remittanceText ?? ''}`
    const numbered = findOrderNumbers(text).flatMap((number) => byNumber.get(number) ?? [])
    const mentioned = [...new Set([...named, ...numbered])]
    const likely = orders.filter(
      (order) =>
        !mentioned.includes(order) &&
        order.totalCents - order.receivedCents === entry.amountCents &&
        order.buyerNames.some((name) => isSameName(name, entry.debtorName)),
    )
    const candidates = [
      ...mentioned.map((order) => ({ ...compare(order, entry), because: 'order-number' as const })),
      ...(mentioned.length > 0
        ? []
        : likely.map((order) => ({ ...compare(order, entry), because: 'amount-and-name' as const }))),
    ]
    return candidates.length > 0
      ? { kind: 'probable', entry, candidates }
      : { kind: 'unmatched', entry, because: 'no-order' }
  })
}

/**
 * The orders whose reference an entry holds. Within a text nobody can tell where a reference ends, so the known ones are looked for, with
 * everything but letters and digits left out.
 */
function findReferenced(entry: StatementEntry, orders: readonly MatchableOrder[]): MatchableOrder[] {
  const structured = parseRfReference(entry.remittanceReference ?? '')
  if (structured !== null) return orders.filter(({ rfReference }) => rfReference === structured)
  const texts = [entry.remittanceReference, entry.remittanceText].map((text) => plain(text ?? ''))
  return orders.filter(({ rfReference }) => texts.some((text) => text.includes(rfReference)))
}

/** Whether two names are of one person or company: the same words, whatever their order, marks and titles of law. */
function isSameName(a: string, b: string | null): boolean {
  const [one, other] = [nameWords(a), nameWords(b ?? '')]
  return one.length > 0 && one.join(' ') === other.join(' ')
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

function nameWords(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '' && !nameNoise.has(word)).toSorted()
}

function plain(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

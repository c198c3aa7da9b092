import type { AccountRole } from './chart.ts'
import { balancedEntry, type JournalEntry, type JournalLine, type Vat } from './journal.ts'

/** A document as it was issued; amounts of a credit note are negative, those of a final invoice are without what it deducts. */
export type DocumentFact = {
  number: string
  kind: 'invoice' | 'prepayment' | 'credit'
  order: string
  party: string
  on: string
  atMs: number
  netCents: number
  vatCents: number
  vat: Omit<Vat, 'cents'>
  /** When it was cancelled by a credit note. */
  creditedAtMs: number | null
  /** When the order was delivered; null: it has not been. */
  deliveredAtMs: number | null
  deliveredOn: string | null
}

/**
 * A document of sales: what it states is owed, with its VAT. Before the delivery its net amount is a prepayment, and becomes revenue with the
 * delivery, unless the document was cancelled before.
 */
export function bookDocument(fact: DocumentFact): JournalEntry[] {
  const { number, kind, order, party, netCents, vatCents, atMs, deliveredAtMs, deliveredOn } = fact
  const isDelivered = deliveredAtMs !== null && deliveredAtMs <= atMs
  const { revenue, tax } = accountsOf(fact.vat)
  const base = { order, party, document: number, journal: 'sales' as const, coin: null }
  const issued = balancedEntry({
    ...base,
    source: `${kind}:${number}`,
    kind,
    on: fact.on,
    vat: { ...fact.vat, cents: vatCents },
    lines: [
      { account: 'debtors', cents: netCents + vatCents },
      { account: isDelivered ? revenue : 'prepaid', cents: -netCents },
      { account: tax, cents: -vatCents },
    ],
  })
  const isEarnedLater =
    kind !== 'credit' &&
    deliveredAtMs !== null &&
    deliveredOn !== null &&
    !isDelivered &&
    (fact.creditedAtMs === null || fact.creditedAtMs >= deliveredAtMs)
  const earned = isEarnedLater
    ? balancedEntry({
        ...base,
        source: `delivery:${number}`,
        kind: 'delivery',
        on: deliveredOn,
        vat: null,
        lines: [
          { account: 'prepaid', cents: netCents },
          { account: revenue, cents: -netCents },
        ],
      })
    : null
  return [issued, earned].flatMap((entry) => entry ?? [])
}

/** Where the revenue of a treatment stands, and its tax. */
function accountsOf({ vatCase, isReversed }: Omit<Vat, 'cents'>): { revenue: AccountRole; tax: AccountRole } {
  if (isReversed) return { revenue: 'salesReversed', tax: 'vat' }
  switch (vatCase) {
    case 'intra-community':
      return { revenue: 'salesEu', tax: 'vat' }
    case 'export':
      return { revenue: 'salesExport', tax: 'vat' }
    case 'local':
    case 'distance':
      return { revenue: 'salesElsewhere', tax: 'vatElsewhere' }
    default:
      return { revenue: 'sales', tax: 'vat' }
  }
}

/** A movement of the bank account, in euro. */
export type BankEntryFact = {
  id: string
  statementId: string
  on: string
  cents: number
  party: string | null
  /** It went out, and no order gave it back. */
  isOutgoing: boolean
}

/**
 * A line of a statement: everything moves the bank's account, so that it always equals the statements. What comes in is unallocated until it is
 * booked onto an order; what went out is in transit until the entry that explains it (a refund, say) meets it there.
 */
export function bookBankEntry({
  id,
  statementId,
  on,
  cents,
  party,
  isOutgoing,
}: BankEntryFact): JournalEntry[] {
  const entry = balancedEntry({
    source: `bank:${id}`,
    kind: isOutgoing ? 'bank-out' : 'bank-in',
    journal: 'bank',
    on,
    document: statementId,
    order: null,
    party,
    coin: null,
    vat: null,
    lines: [
      { account: 'bank', cents },
      { account: isOutgoing ? 'transit' : 'unallocated', cents: -cents },
    ],
  })
  return entry ? [entry] : []
}

/** Money of the bank, or of somewhere else, that was booked onto an order. */
export type BookingFact = {
  id: string
  order: string
  on: string
  cents: number
  reason: string
  /** `unallocated`: of an entry in euro; `bank`: of an entry in another currency, which has euro only since it was booked; `hand`: of none. */
  from: 'unallocated' | 'bank' | 'hand'
}

export function bookBooking({ id, order, on, cents, reason, from }: BookingFact): JournalEntry[] {
  const entry = balancedEntry({
    source: `booking:${id}`,
    kind: from === 'hand' ? 'hand-booking' : 'bank-booking',
    journal: from === 'bank' ? 'bank' : 'memo',
    on,
    document: reason,
    order,
    party: null,
    coin: null,
    vat: null,
    lines: [
      { account: from, cents },
      { account: 'debtors', cents: -cents },
    ],
  })
  return entry ? [entry] : []
}

export type RefundFact = {
  id: string
  order: string
  cents: number
  requestedOn: string
  status: 'requested' | 'paid' | 'dropped'
  settledOn: string | null
  way: 'bank' | 'bitcoin' | 'evm' | null
  reference: string | null
}

const paidFrom = { bank: 'transit', bitcoin: 'bitcoin', evm: 'usdt' } as const

/** What is owed back is no claim on the buyer any more; it is a debt until it was paid. */
export function bookRefund(fact: RefundFact): JournalEntry[] {
  const { id, order, cents, status, settledOn, way, reference } = fact
  const base = { order, document: reference ?? order, party: null, coin: null, vat: null }
  const due: JournalLine[] = [
    { account: 'debtors', cents },
    { account: 'refunds', cents: -cents },
  ]
  const made = balancedEntry({
    ...base,
    source: `refund-due:${id}`,
    kind: 'refund-due',
    journal: 'memo',
    on: fact.requestedOn,
    lines: due,
  })
  const settled =
    settledOn === null || status === 'requested'
      ? null
      : status === 'dropped'
        ? balancedEntry({
            ...base,
            source: `refund-dropped:${id}`,
            kind: 'refund-dropped',
            journal: 'memo',
            on: settledOn,
            lines: due.map(({ account, cents: amount }) => ({ account, cents: -amount })),
          })
        : balancedEntry({
            ...base,
            source: `refund-paid:${id}`,
            kind: 'refund-paid',
            journal: way === 'bitcoin' || way === 'evm' ? 'coins' : 'memo',
            on: settledOn,
            lines: [
              { account: 'refunds', cents },
              { account: way === null ? 'hand' : paidFrom[way], cents: -cents },
            ],
          })
  return [made, settled].flatMap((entry) => entry ?? [])
}

import type { BankMatch, ImportedEntry } from '@shipminer/contract/desk/bank'
import type { StatementEntry, StatementMatch } from '@shipminer/domain/payments/bank/match-statement'
import type { BankEntry } from './entry-identity.policy.ts'

/** An entry as the matching sees it: from a statement, or as stored. */
export function statementEntry(
  entry: Pick<
    BankEntry,
    | 'entryKey'
    | 'amountCents'
    | 'currency'
    | 'reference'
    | 'remittance'
    | 'counterpartyName'
    | 'bookedOn'
    | 'isReturn'
  >,
): StatementEntry {
  return {
    entryId: entry.entryKey,
    amountCents: entry.amountCents,
    currency: entry.currency,
    remittanceReference: entry.reference,
    remittanceText: entry.remittance,
    debtorName: entry.counterpartyName,
    bookedOn: entry.bookedOn,
    isReturn: entry.isReturn,
  }
}

/** What an entry states about itself. */
export function movementOf(
  entry: Pick<
    BankEntry,
    'bookedOn' | 'amountCents' | 'currency' | 'counterpartyName' | 'reference' | 'remittance'
  >,
): Pick<ImportedEntry, 'bookedOn' | 'amountCents' | 'currency' | 'from' | 'text'> {
  const { bookedOn, amountCents, currency, counterpartyName, reference, remittance } = entry
  return {
    bookedOn,
    amountCents,
    currency,
    from: counterpartyName,
    text: [reference, remittance].filter(Boolean).join(' '),
  }
}

/** Decides what becomes of an entry, and why. `idOf`: ids of orders by number. A suspect entry is never booked without a person. */
export function outcomeOf(
  match: StatementMatch,
  isSuspect: boolean,
  idOf: ReadonlyMap<string, string>,
): Pick<ImportedEntry, 'result' | 'why' | 'matches'> {
  if (match.kind === 'duplicate') return { result: 'known', why: 'imported-before', matches: [] }
  const matches = matchesOf(match, idOf)
  if (isSuspect) return { result: 'open', why: 'maybe-imported', matches }
  switch (match.kind) {
    case 'exact':
      return { result: 'booked', why: 'matched', matches }
    case 'taken-back':
      return { result: 'booked', why: 'taken-back', matches }
    case 'probable':
      return { result: 'open', why: whyProbable(match.entry), matches }
    case 'unmatched':
      return { result: match.because === 'not-incoming' ? 'outgoing' : 'open', why: match.because, matches }
  }
}

function whyProbable({ amountCents, isReturn }: StatementEntry): ImportedEntry['why'] {
  if (amountCents <= 0) return 'taken-back'
  return isReturn ? 'returned-to-us' : 'matched'
}

function matchesOf(match: StatementMatch, idOf: ReadonlyMap<string, string>): BankMatch[] {
  const found =
    match.kind === 'exact' || match.kind === 'taken-back'
      ? [{ ...match, because: 'reference' as const }]
      : match.kind === 'probable'
        ? match.candidates
        : []
  return found.flatMap(({ orderNumber, because, fit, differenceCents }) => {
    const orderId = idOf.get(orderNumber)
    return orderId === undefined ? [] : [{ orderId, orderNumber, because, fit, differenceCents }]
  })
}

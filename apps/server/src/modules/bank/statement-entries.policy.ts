import type { BankMatch, ImportedEntry } from '@shipminer/contract/desk-bank'
import type { StatementEntry, StatementMatch } from '@shipminer/domain/payments/match-statement'
import type { BankEntry } from './camt053.ts'

/** An entry as the matching looks at it; of a statement, or as it is kept. */
export function statementEntry(
  entry: Pick<
    BankEntry,
    'entryKey' | 'amountCents' | 'currency' | 'reference' | 'remittance' | 'counterpartyName' | 'bookedOn'
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
  }
}

/** What an entry says of itself. */
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

/** What becomes of an entry, and why. `idOf`: the orders by their numbers. */
export function outcomeOf(
  match: StatementMatch,
  isReversal: boolean,
  idOf: ReadonlyMap<string, string>,
): Pick<ImportedEntry, 'result' | 'why' | 'matches'> {
  const matches = matchesOf(match, idOf)
  switch (match.kind) {
    case 'duplicate':
      return { result: 'known', why: 'imported-before', matches }
    case 'exact':
      return { result: 'booked', why: 'matched', matches }
    case 'probable':
      return { result: 'open', why: 'matched', matches }
    case 'unmatched': {
      if (isReversal) return { result: 'open', why: 'reversal', matches }
      return { result: match.because === 'not-incoming' ? 'outgoing' : 'open', why: match.because, matches }
    }
  }
}

function matchesOf(match: StatementMatch, idOf: ReadonlyMap<string, string>): BankMatch[] {
  const found =
    match.kind === 'exact'
      ? [{ ...match, because: 'reference' as const }]
      : match.kind === 'probable'
        ? match.candidates
        : []
  return found.flatMap(({ orderNumber, because, fit, differenceCents }) => {
    const orderId = idOf.get(orderNumber)
    return orderId === undefined ? [] : [{ orderId, orderNumber, because, fit, differenceCents }]
  })
}

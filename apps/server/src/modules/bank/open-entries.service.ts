import type { OpenBankEntry } from '@shipminer/contract/desk/bank'
import { matchStatement } from '@shipminer/domain/payments/bank/match-statement'
import { findEntry, listOpenEntries, type OpenEntriesPage, sumOpenEntries } from './bank.repository.ts'
import { type BankDeps, matchableOrders } from './bank.service.ts'
import { movementOf, outcomeOf, statementEntry } from './statement-entries.policy.ts'

/** A page of entries that a person has to look at, matched again with the orders as they are now. */
export async function readOpenEntries(
  { store, orders }: Pick<BankDeps, 'store' | 'orders'>,
  page: OpenEntriesPage,
): Promise<{ open: OpenBankEntry[]; openCount: number }> {
  const rows = await listOpenEntries(store.db, page)
  const openCount = (await sumOpenEntries(store.db)).count
  if (rows.length === 0) return { open: [], openCount }
  const known = await matchableOrders({ orders }, store.db)
  const idOf = new Map(known.map(({ number, id }) => [number, id]))
  // Each is matched on its own: a person books one of them.
  const open = rows.map((row): OpenBankEntry => {
    const [match] = matchStatement([statementEntry(row)], known, new Set())
    const { why, matches } = match
      ? outcomeOf(match, row.isSuspect, idOf)
      : { why: 'no-order' as const, matches: [] }
    return {
      ...movementOf(row),
      why,
      matches,
      id: String(row.id),
      iban: row.counterpartyIban,
      statementId: row.statementId,
      importedAt: row.importedAt.getTime(),
    }
  })
  return { open, openCount }
}

/** What an entry that waits for a person says, without the orders that it may be for. */
export type OpenMovement = ReturnType<typeof movementOf> &
  Pick<OpenBankEntry, 'iban' | 'statementId' | 'importedAt'>

/** All entries that a person has to look at, oldest first, up to a limit. */
export async function listOpenMovements(
  { store }: Pick<BankDeps, 'store'>,
  limit: number,
): Promise<OpenMovement[]> {
  const rows = await listOpenEntries(store.db, { sort: 'bookedOn', isAscending: true, offset: 0, limit })
  return rows.map((row) => ({
    ...movementOf(row),
    iban: row.counterpartyIban,
    statementId: row.statementId,
    importedAt: row.importedAt.getTime(),
  }))
}

/** An imported entry; null when there is none. */
export async function readEntry(
  { store }: Pick<BankDeps, 'store'>,
  id: number,
): Promise<{ amountCents: number; currency: string; isOpen: boolean } | null> {
  const row = await findEntry(store.db, id)
  return row && { amountCents: row.amountCents, currency: row.currency, isOpen: row.outcome === 'open' }
}

import type { AuditEntry } from '@shipminer/contract/desk'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { type AuditRow, listAudit, listAuditOf, writeAudit } from './audit.repository.ts'
import type { OperatorDeps } from './operators.service.ts'

const perPage = 100

/** Logs an operator's action in its own transaction; without a user it was the shell, or the product itself. */
export function noteAction(
  deps: Pick<OperatorDeps, 'clock'>,
  trx: Queryable,
  operator: Pick<Operator, 'name'> & { userId: string | null },
  note: { action: string; subject: string; reason: string | null },
): Promise<void> {
  return writeAudit(trx, {
    ...note,
    at: new Date(deps.clock()),
    operatorId: operator.userId,
    operator: operator.name,
  })
}

/** How many there were of each result, for the reason of an action: `booked 2 · open 1`. */
export function formatResultCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([result, count]) => `${result} ${count}`)
    .join(' · ')
}

export async function readAudit(
  deps: Pick<OperatorDeps, 'store'>,
  before: number | null,
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const rows = await listAudit(deps.store.db, before, perPage)
  return { entries: rows.map(present), next: rows.length < perPage ? null : (rows.at(-1)?.id ?? null) }
}

/** What was done to one subject, newest first. */
export async function readAuditOf(deps: Pick<OperatorDeps, 'store'>, subject: string): Promise<AuditEntry[]> {
  return (await listAuditOf(deps.store.db, subject, perPage)).map(present)
}

function present({ id, at, operator, action, subject, reason }: AuditRow): AuditEntry {
  return { id: String(id), at: at.getTime(), operator, action, subject, reason }
}

import type { AuditAction, AuditEntry, AuditSubject, ReadingAction } from '@shipminer/contract/desk/audit'
import { writeCsv } from '@shipminer/domain/write-csv'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Context } from '../../platform/context.ts'
import { type KeyPage, type KeyPosition, readKeyPage } from '../../platform/db/pages/key-pages.ts'
import type { Queryable } from '../../platform/db/store.ts'
import {
  type AuditFilter,
  type AuditRow,
  isNoted,
  listAudit,
  listAuditOf,
  writeAudit,
} from './audit.repository.ts'
import { nameSubjects } from './audit-names.ts'
import type { OperatorDeps } from './operators.service.ts'

const perPage = 100

/** Logs an operator's action in its own transaction; without a user it was the shell, or the product itself. */
export function noteAction(
  deps: Pick<OperatorDeps, 'clock'>,
  trx: Queryable,
  operator: Pick<Operator, 'name'> & { userId: string | null },
  note: { action: AuditAction; subject: AuditSubject; reason: string | null },
): Promise<void> {
  return writeAudit(trx, {
    ...note,
    at: new Date(deps.clock()),
    operatorId: operator.userId,
    operator: operator.name,
  })
}

/** Who goes back and forth between pages reads the same. */
const sameReadingMs = 10 * 60_000

/** Logs that an operator reads what is personal; `id` is what is read where the subject does not say it, and becomes the reason. Read again within ten minutes it is not logged again. */
export async function noteReading(
  deps: Pick<OperatorDeps, 'clock'>,
  db: Queryable,
  operator: Operator,
  { id, ...what }: { id?: string; action: ReadingAction; subject: AuditSubject },
): Promise<void> {
  const reason = id ?? null
  const since = new Date(deps.clock() - sameReadingMs)
  const isKnown = await isNoted(db, { ...what, reason }, { operatorId: operator.userId, since })
  if (!isKnown) await noteAction(deps, db, operator, { ...what, reason })
}

/** Logs that a list was taken out as a file: how many rows, and by which filters. */
export async function noteExport(
  deps: Pick<OperatorDeps, 'clock'>,
  db: Queryable,
  operator: Operator,
  { action, subject, rows, filters }: Exported,
): Promise<void> {
  const reason = [String(rows), ...filters.filter(Boolean)].join(' · ')
  await noteAction(deps, db, operator, { action, subject, reason })
}

type Exported = {
  action: AuditAction
  subject: AuditSubject
  rows: number
  filters: readonly (string | undefined)[]
}

/** How many there were of each result, for the reason of an action: `booked 2 · open 1`. */
export function formatResultCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([result, count]) => `${result} ${count}`)
    .join(' · ')
}

/** As the books and the papers of the provider count days. */
const timeZone = 'Europe/Amsterdam'
const mostExported = 50_000

type Filter = Omit<AuditFilter, 'timeZone'>
type Direction = 'ascending' | 'descending'
/** Names of products contain that of the shop. */
type AuditDeps = Pick<OperatorDeps, 'store'> & Pick<Context, 'productName'>

export async function readAudit(
  deps: AuditDeps,
  { after, before, direction, ...filter }: Filter & KeyPosition & { direction?: Direction | undefined },
): Promise<Omit<KeyPage<AuditRow>, 'rows'> & { entries: AuditEntry[] }> {
  const { rows, ...beside } = await readKeyPage(
    { after, before },
    perPage,
    ({ key, isBack, limit }) => {
      const isAscending = (direction === 'ascending') !== isBack
      return listAudit(deps.store.db, { ...filter, timeZone }, { beyond: key, isAscending, limit })
    },
    ({ id }) => id,
  )
  return { entries: await present(deps, rows), ...beside }
}

/** The lines as a table, newest first; that it was taken out is one of them from then on. */
export async function exportAudit(
  deps: AuditDeps & Pick<OperatorDeps, 'clock'>,
  operator: Operator,
  filter: Filter,
): Promise<{ filename: string; csv: string; isWhole: boolean }> {
  const { db } = deps.store
  const page = { beyond: null, isAscending: false, limit: mostExported + 1 }
  const rows = await listAudit(db, { ...filter, timeZone }, page)
  const kept = rows.slice(0, mostExported)
  const nameOf = await nameSubjects(
    { db, productName: deps.productName },
    kept.map(({ subject }) => subject),
  )
  const lines = kept.map(({ at, operator: by, action, subject, reason }) => [
    at.toISOString(),
    by,
    action,
    subject,
    nameOf(subject)?.name ?? null,
    reason,
  ])
  const words = [filter.text, filter.about, filter.from, filter.to].filter(Boolean).join(' · ')
  await noteAction(deps, db, operator, { action: 'audit.export', subject: 'audit', reason: words || null })
  return {
    filename: `audit-${new Date(deps.clock()).toISOString().slice(0, 10)}.csv`,
    csv: writeCsv([['at', 'operator', 'action', 'subject', 'name', 'reason'], ...lines]),
    isWhole: rows.length <= mostExported,
  }
}

/** What was done to one subject, newest first. */
export async function readAuditOf(deps: AuditDeps, subject: string): Promise<AuditEntry[]> {
  return present(deps, await listAuditOf(deps.store.db, subject, perPage))
}

async function present({ store, productName }: AuditDeps, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const nameOf = await nameSubjects(
    { db: store.db, productName },
    rows.map(({ subject }) => subject),
  )
  return rows.map(({ id, at, operator, action, subject, reason }) => ({
    id: String(id),
    at: at.getTime(),
    operator,
    action,
    subject,
    about: nameOf(subject),
    reason,
  }))
}

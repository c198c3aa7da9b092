import { type AttachedData, AttachedDataSchema } from '@shipminer/contract/attached-data'
import {
  type DeskReport,
  type FaultMessage,
  FaultOutcomeSchema,
  FaultSubjectSchema,
  type OwnerReport,
} from '@shipminer/contract/shop/service'
import type { MessageRow, ReportRow } from './reports.repository.ts'

function presentSummary(row: ReportRow) {
  return {
    id: row.id,
    reference: row.reference,
    subject: FaultSubjectSchema.safeParse(row.subject).data ?? ('other' as const),
    state: row.state,
    outcome: FaultOutcomeSchema.safeParse(row.outcome).data ?? null,
    shipName: row.shipName,
    minerId: row.minerId === null ? null : String(row.minerId),
    minerName: row.minerName,
    openedAt: row.openedAt.getTime(),
    askedAt: row.askedAt.getTime(),
    answeredAt: row.answeredAt?.getTime() ?? null,
    movedAt: row.movedAt.getTime(),
  }
}

/** A report as its owner sees it. */
export function presentOwnReport(row: ReportRow): OwnerReport {
  const lastDeskId = row.lastDeskId === null ? null : Number(row.lastDeskId)
  return { ...presentSummary(row), unread: lastDeskId !== null && lastDeskId > Number(row.ownerReadId) }
}

/** A report as the desk sees it: showing no more of its owner than the name. */
export function presentDeskReport(row: ReportRow): DeskReport {
  return { ...presentSummary(row), ownerName: row.ownerName, assignedTo: row.assignedName }
}

/** The thread; the desk's notes only for the desk. */
export function presentMessages(rows: readonly MessageRow[], reader: 'owner' | 'desk'): FaultMessage[] {
  return rows
    .filter(({ kind }) => reader === 'desk' || kind !== 'note')
    .map(({ id, at, kind, by, author, body }) => ({
      id: String(id),
      at: at.getTime(),
      kind,
      by,
      author,
      text: body,
    }))
}

/** What was attached; null when what was stored does not parse any more. */
export function presentData(stored: unknown): AttachedData | null {
  return AttachedDataSchema.safeParse(stored).data ?? null
}

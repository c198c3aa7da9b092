import type { Lead } from '@shipminer/contract/desk'
import { writeCsv } from '@shipminer/domain/write-csv'

const columns = [
  'reference',
  'kind',
  'createdAt',
  'handledAt',
  'assignedTo',
  'language',
  'name',
  'email',
  'phone',
  'subject',
  'product',
  'shipType',
  'generatorCapacityKw',
  'currentUsagePercent',
  'spareKw',
  'fittingProducts',
  'stage',
  'nextContactOn',
  'source',
  'lostReason',
  'message',
] as const

/** Leads as CSV. Times are ISO 8601, unknown is empty. */
export function leadsCsv(leads: readonly Lead[]): string {
  return writeCsv([columns, ...leads.map((lead) => columns.map((column) => fieldOf(lead, column)))])
}

function fieldOf(lead: Lead, column: (typeof columns)[number]): string | number | null {
  const value = lead[column]
  if (Array.isArray(value)) return value.join(' ')
  if (column !== 'createdAt' && column !== 'handledAt') return value
  return typeof value === 'number' ? new Date(value).toISOString() : null
}

import type { Lead } from '@shipminer/contract/desk'

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
  'message',
] as const

/** Leads as CSV (RFC 4180) with a byte order mark, so that a spreadsheet reads it as UTF-8. Times are ISO 8601, unknown is empty. */
export function leadsCsv(leads: readonly Lead[]): string {
  const rows = leads.map((lead) => columns.map((column) => cell(fieldOf(lead, column))).join(','))
  return `\ufeff${[columns.join(','), ...rows].join('\r\n')}\r\n`
}

function fieldOf(lead: Lead, column: (typeof columns)[number]): string | number | null {
  const value = lead[column]
  if (Array.isArray(value)) return value.join(' ')
  if (column !== 'createdAt' && column !== 'handledAt') return value
  return typeof value === 'number' ? new Date(value).toISOString() : null
}

/** Text that a spreadsheet would run as a formula gets an apostrophe in front. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

import type { ListedRefund } from '@shipminer/contract/desk'
import { writeCsv } from '@shipminer/domain/write-csv'

const columns = [
  'order',
  'buyer',
  'amountEuro',
  'reason',
  'requestedAt',
  'notedAt',
  'paidOn',
  'way',
  'reference',
  'operator',
] as const

/** Refunds as CSV, for the books. Times are ISO 8601, unknown is empty. */
export function refundsCsv(refunds: readonly ListedRefund[]): string {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return writeCsv([
    columns,
    ...refunds.map(({ orderNumber, buyerName, amountCents, reason, requestedAt, paidAt, proof }) => [
      orderNumber,
      buyerName,
      (amountCents / 100).toFixed(2),
      reason,
      at(requestedAt),
      at(paidAt),
      proof?.on ?? null,
      proof?.way ?? null,
      proof?.reference ?? null,
      proof?.operator ?? null,
    ]),
  ])
}

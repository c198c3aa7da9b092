import type { ListedRefund } from '@shipminer/contract/desk'
import { type Columns, inEuro, isoTime } from '@shipminer/domain/csv-table'

/** Refunds, for the books. */
export const refundColumns: Columns<ListedRefund> = {
  order: ({ orderNumber }) => orderNumber,
  buyer: ({ buyerName }) => buyerName,
  amountEuro: ({ amountCents }) => inEuro(amountCents),
  reason: ({ reason }) => reason,
  requestedAt: ({ requestedAt }) => isoTime(requestedAt),
  notedAt: ({ paidAt }) => isoTime(paidAt),
  paidOn: ({ proof }) => proof?.on ?? null,
  way: ({ proof }) => proof?.way ?? null,
  reference: ({ proof }) => proof?.reference ?? null,
  operator: ({ proof }) => proof?.operator ?? null,
}

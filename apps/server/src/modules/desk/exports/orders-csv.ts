import type { DeskOrder } from '@shipminer/contract/desk'
import { writeCsv } from '@shipminer/domain/write-csv'

const columns = [
  'number',
  'placedAt',
  'state',
  'payment',
  'method',
  'buyerName',
  'company',
  'country',
  'products',
  'installationOn',
  'netEuro',
  'vatEuro',
  'grossEuro',
] as const

/** Orders as CSV. Times are ISO 8601, amounts in euros with a point, unknown is empty. */
export function ordersCsv(orders: readonly DeskOrder[]): string {
  return writeCsv([columns, ...orders.map((order) => columns.map((column) => fieldOf(order, column)))])
}

const euro = (cents: number) => (cents / 100).toFixed(2)

function fieldOf(order: DeskOrder, column: (typeof columns)[number]): string | null {
  if (column === 'products')
    return order.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join('; ')
  if (column === 'netEuro') return euro(order.totals.netCents)
  if (column === 'vatEuro') return euro(order.totals.vatCents)
  if (column === 'grossEuro') return euro(order.totals.grossCents)
  return order[column]
}

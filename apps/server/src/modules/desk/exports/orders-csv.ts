import type { DeskOrder } from '@shipminer/contract/desk'
import { type Columns, csvTable, inEuro } from './csv-table.ts'

const columns: Columns<DeskOrder> = {
  number: ({ number }) => number,
  placedAt: ({ placedAt }) => placedAt,
  state: ({ state }) => state,
  payment: ({ payment }) => payment,
  method: ({ method }) => method,
  buyerName: ({ buyerName }) => buyerName,
  company: ({ company }) => company,
  country: ({ country }) => country,
  products: ({ lines }) => lines.map(({ quantity, name }) => `${quantity} × ${name}`).join('; '),
  installationOn: ({ installationOn }) => installationOn,
  netEuro: ({ totals }) => inEuro(totals.netCents),
  vatEuro: ({ totals }) => inEuro(totals.vatCents),
  grossEuro: ({ totals }) => inEuro(totals.grossCents),
}

export const ordersCsv = (orders: readonly DeskOrder[]): string => csvTable(columns, orders)

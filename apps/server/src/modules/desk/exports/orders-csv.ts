import type { DeskOrder } from '@shipminer/contract/desk'
import { type Columns, inEuro } from '@shipminer/domain/csv-table'

export const orderColumns: Columns<DeskOrder> = {
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

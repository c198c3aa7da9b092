import type { DeskOrder } from '@shipminer/contract/desk'
import { csvTable } from '@shipminer/domain/csv-table'
import { expect, test } from 'vitest'
import { orderColumns } from './orders-csv.ts'

const order: DeskOrder = {
  id: 'o1',
  number: 'SM-2026-000031',
  placedAt: '2026-11-18T09:00:00.000Z',
  state: 'placed',
  payment: 'partially_paid',
  fulfilment: 'none',
  method: 'bank_transfer',
  lines: [
    {
      productId: 'sm19',
      name: 'Shipminer 19',
      quantity: 2,
      unitGrossCents: 875_000,
      netCents: 1_446_281,
      vatCents: 303_719,
      grossCents: 1_750_000,
    },
  ],
  totals: {
    currency: 'EUR',
    netCents: 1_446_281,
    vatCents: 303_719,
    grossCents: 1_750_000,
    vatPercent: 21,
    reverseCharge: false,
  },
  remainingCents: 50_000,
  paymentIntentId: null,
  buyerName: 'Piet, de Groot',
  company: null,
  country: 'NL',
  installationOn: null,
}

test('an order is a line, with amounts in euros and nothing for what is not known', () => {
  expect(csvTable(orderColumns, [order]).trim().split(/\r?\n/)[1]).toBe(
    'SM-2026-000031,2026-11-18T09:00:00.000Z,placed,partially_paid,bank_transfer,"Piet, de Groot",,NL,2 × Shipminer 19,,14462.81,3037.19,17500.00',
  )
})

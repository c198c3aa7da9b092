import type { ListedRefund } from '@shipminer/contract/desk'
import { csvTable } from '@shipminer/domain/csv-table'
import { expect, test } from 'vitest'
import { refundColumns } from './refunds-csv.ts'

const refund: ListedRefund = {
  id: 'r1',
  orderId: 'o1',
  orderNumber: 'SM-2026-000001',
  method: 'bank_transfer',
  buyerName: '=Jan "de" Boer',
  amountCents: 10_005,
  reason: 'too-much',
  claim: null,
  runId: null,
  requestedAt: 0,
  paidAt: 86_400_000,
  proof: { way: 'bank', reference: 'MT-77', on: '1970-01-02', operator: null },
}

test('each refund is a line, with its proof where there is one', () => {
  const [head, paid, unknown] = csvTable(refundColumns, [refund, { ...refund, proof: null }]).split(/\r?\n/)
  expect(head).toContain('order')
  expect(paid).toContain('100.05')
  expect(paid).toMatch(/1970-01-02T00:00:00\.000Z,1970-01-02,bank,MT-77,$/)
  expect(paid).not.toMatch(/(^|,)"?=/)
  expect(unknown).toMatch(/1970-01-02T00:00:00\.000Z,,,,$/)
})

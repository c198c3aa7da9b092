import type { Lead } from '@shipminer/contract/desk'
import { csvTable } from '@shipminer/domain/csv-table'
import { expect, test } from 'vitest'
import { leadColumns } from './leads-csv.ts'

const lead: Lead = {
  id: 'l1',
  reference: 'C-7K3QXMPA',
  kind: 'contact',
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  handledAt: null,
  assignedTo: null,
  language: 'nl',
  name: 'Jan',
  email: 'jan@schip.nl',
  phone: null,
  subject: 'Vraag',
  product: null,
  message: 'Hallo',
  shipType: null,
  generatorCapacityKw: null,
  currentUsagePercent: null,
  spareKw: null,
  fittingProducts: [],
  answers: [],
  stage: 'new',
  nextContactOn: null,
  source: null,
  lostReason: null,
}

test('has a line a lead, with quotes where they are needed and nothing for what is not known', () => {
  const [head, row, end] = csvTable(leadColumns, [
    { ...lead, message: 'Say "hi",\nplease', fittingProducts: ['sm19', 'sm21'], spareKw: 12.5 },
  ]).split('\r\n')
  expect(head).toMatch(/^\ufeffreference,kind,/)
  expect(row).toBe(
    'C-7K3QXMPA,contact,2026-01-02T03:04:05.000Z,,,nl,Jan,jan@schip.nl,,Vraag,,,,,12.5,sm19 sm21,new,,,,"Say ""hi"",\nplease"',
  )
  expect(end).toBe('')
})

test.each(['=HYPERLINK("x")', '+31 6', '-1', '@me', '\tx'])('%j is no formula', (name) => {
  expect(csvTable(leadColumns, [{ ...lead, name }])).toContain(`'${name.slice(0, 1)}`)
})

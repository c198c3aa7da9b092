import { expect, test } from 'vitest'
import { lead } from './lead.fixture.ts'
import { leadsCsv } from './leads-csv.ts'

test('has a line a lead, with quotes where they are needed and nothing for what is not known', () => {
  const [head, row, end] = leadsCsv([
    { ...lead, message: 'Say "hi",\nplease', fittingProducts: ['sm19', 'sm21'], spareKw: 12.5 },
  ]).split('\r\n')
  expect(head).toMatch(/^\ufeffreference,kind,/)
  expect(row).toBe(
    'C-7K3QXMPA,contact,2026-01-02T03:04:05.000Z,,,nl,Jan,jan@schip.nl,,Vraag,,,,,12.5,sm19 sm21,new,,,,"Say ""hi"",\nplease"',
  )
  expect(end).toBe('')
})

test.each(['=HYPERLINK("x")', '+31 6', '-1', '@me', '\tx'])('%j is no formula', (name) => {
  expect(leadsCsv([{ ...lead, name }])).toContain(`'${name.slice(0, 1)}`)
})

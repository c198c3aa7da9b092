import { expect, test } from 'vitest'
import { companyFields, companyOfPage, parseCompany } from './company.ts'

const sent = Object.fromEntries(
  companyFields.map((field, index) => [field, [`${field} <b>`, index % 2 === 0]]),
)

test('reads what the server sent', () => {
  expect(parseCompany(JSON.stringify(sent))).toMatchObject({
    name: { value: 'name <b>', isExample: 'true' },
    address: { value: 'address <b>', isExample: 'false' },
  })
})

test.each([
  undefined,
  '',
  'null',
  '[]',
  '7',
  '{"name":["a",true]}',
  JSON.stringify({ ...sent, kvk: 'x' }),
  JSON.stringify({ ...sent, kvk: [7, true] }),
])('%s is no company', (text) => {
  expect(parseCompany(text)).toBeNull()
})

test('a page that is being built holds words to replace', () => {
  expect(companyOfPage()?.phone).toEqual({ value: '__COMPANY_phone__', isExample: '__EXAMPLE_phone__' })
})

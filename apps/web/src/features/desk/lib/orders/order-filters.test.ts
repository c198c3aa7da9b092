import { expect, test } from 'vitest'
import { readOrderFilters, withFilter } from './order-filters.ts'

test('reads what is known and leaves the rest', () => {
  const read = (text: string) => readOrderFilters(new URLSearchParams(text))
  expect(read('search=%20Jan%20&state=placed&payment=paid&fulfilment=none&waits=payment&lang=nl')).toEqual({
    search: 'Jan',
    state: 'placed',
    payment: 'paid',
    fulfilment: 'none',
    waits: 'payment',
  })
  expect(read('search=%20&state=flying&payment=&fulfilment=draft&waits=money')).toEqual({})
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(100)
})

test('changes one filter and keeps the rest of the address', () => {
  const before = new URLSearchParams('lang=de&state=placed')
  expect(String(withFilter(before, 'state', ''))).toBe('lang=de')
  expect(String(withFilter(before, 'search', ' Jan '))).toBe('lang=de&state=placed&search=Jan')
})

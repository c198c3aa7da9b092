import { expect, test } from 'vitest'
import { readFleetFilters, withFleetFilters } from './fleet-filters.ts'

test('reads what is known and leaves the rest', () => {
  const read = (text: string) => readFleetFilters(new URLSearchParams(text), ['overheat'])
  expect(
    read(
      'search=%20box%20&health=stale&alert=overheat&make=A&model=S19&firmware=BOS%2B&controller=SM-1&lang=nl',
    ),
  ).toEqual({
    search: 'box',
    health: 'stale',
    alert: 'overheat',
    make: 'A',
    model: 'S19',
    firmware: 'BOS+',
    controller: 'SM-1',
  })
  expect(read('search=%20&health=flying&alert=fan-fault&make=A&controller=')).toEqual({})
})

test('changes some filters and keeps the rest of the address', () => {
  const before = new URLSearchParams('lang=de&make=A&model=S19')
  expect(String(withFleetFilters(before, { make: '', model: '' }))).toBe('lang=de')
  expect(String(withFleetFilters(before, { search: ' x ' }))).toBe('lang=de&make=A&model=S19&search=x')
})

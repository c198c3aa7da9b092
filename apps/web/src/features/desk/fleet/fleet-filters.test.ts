import { expect, test } from 'vitest'
import { readFleetFilters } from './fleet-filters.ts'

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

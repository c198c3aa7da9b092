import { minerFilters, minerSorts } from '@shipminer/domain/fleet/miner-list'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  defaultListQuery,
  firstDirection,
  isDefaultQuery,
  parseListQuery,
  sortBy,
  writeListQuery,
} from './list-query.ts'

describe('parseListQuery', () => {
  test.each([
    ['', defaultListQuery],
    ['status=offline', { ...defaultListQuery, filter: 'offline' }],
    ['sort=hashrate', { ...defaultListQuery, sort: 'hashrate', direction: 'descending' }],
    ['sort=hashrate&dir=asc', { ...defaultListQuery, sort: 'hashrate', direction: 'ascending' }],
    ['sort=__proto__&status=x&dir=sideways', defaultListQuery],
    ['q=bow%20box', { ...defaultListQuery, search: 'bow box' }],
    ['group=Bow', { ...defaultListQuery, group: 'Bow' }],
    ['group=%20', defaultListQuery],
  ])('%s', (text, expected) => {
    expect(parseListQuery(new URLSearchParams(text))).toEqual(expected)
  })
})

test('an address keeps what is not the list’s, and defaults are not written', () => {
  const params = new URLSearchParams('claim=K&q=old&sort=power')
  expect(writeListQuery(params, defaultListQuery).toString()).toBe('claim=K')
})

test('every query survives the address', () => {
  const query = fc.record({
    search: fc.string({ maxLength: 100 }),
    filter: fc.constantFrom(...minerFilters),
    sort: fc.constantFrom(...minerSorts),
    direction: fc.constantFrom('ascending' as const, 'descending' as const),
  })
  fc.assert(
    fc.property(query, (value) => {
      const written = writeListQuery(new URLSearchParams(), value).toString()
      expect(parseListQuery(new URLSearchParams(written))).toEqual(value)
    }),
  )
})

test('only the first look is the default', () => {
  expect(isDefaultQuery(parseListQuery(new URLSearchParams('claim=K')))).toBe(true)
  for (const address of ['q=a', 'group=b', 'status=online', 'sort=name', 'dir=desc']) {
    expect(isDefaultQuery(parseListQuery(new URLSearchParams(address)))).toBe(false)
  }
})

test.each(minerSorts)('clicking %s sorts its way first, then turns round', (sort) => {
  const other = { ...defaultListQuery, sort: sort === 'name' ? ('power' as const) : ('name' as const) }
  const once = sortBy(other, sort)
  expect(once).toMatchObject({ sort, direction: firstDirection(sort) })
  expect(sortBy(once, sort).direction).not.toBe(once.direction)
  expect(sortBy(sortBy(once, sort), sort)).toEqual(once)
})

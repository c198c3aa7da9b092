import { expect, test } from 'vitest'
import { defaultListQuery } from './list-query.ts'
import { readSavedFilters, savedFiltersName } from './saved-filters.ts'

const memory = (text: string) => ({
  getItem: (key: string) => (key === savedFiltersName('anna') ? text : null),
})

test('what a browser kept is read, for the same person only', () => {
  const store = memory('[{"name":" hot ","query":"q=S19&sort=temperature&dir=desc"}]')
  expect(readSavedFilters(store, 'anna')).toEqual([
    {
      name: 'hot',
      query: { ...defaultListQuery, search: 'S19', sort: 'temperature', direction: 'descending' },
    },
  ])
  expect(readSavedFilters(store, 'ben')).toEqual([])
})

test.each(['', 'x', '{}', '[1]', '[{"name":" "}]', '[{"name":"a","query":5}]', 'null'])(
  'nothing is read from %s',
  (text) => expect(readSavedFilters(memory(text), 'anna')).toEqual([]),
)

test('a refused storage is no error', () => {
  const getItem = () => {
    throw new Error('refused')
  }
  expect(readSavedFilters({ getItem }, 'anna')).toEqual([])
})

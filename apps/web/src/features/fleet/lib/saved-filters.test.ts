import { expect, test } from 'vitest'
import { defaultListQuery } from './list-query.ts'
import {
  maxSaved,
  readSavedFilters,
  savedFiltersName,
  withFilter,
  writeSavedFilters,
} from './saved-filters.ts'

function memory(content: Record<string, string> = {}) {
  const kept = new Map(Object.entries(content))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const hot = {
  name: 'hot',
  query: {
    ...defaultListQuery,
    search: 'S19',
    sort: 'temperature' as const,
    direction: 'descending' as const,
  },
}

test('what is kept comes back, for the same person only', () => {
  const store = memory()
  writeSavedFilters(store, 'anna', [hot])
  expect(readSavedFilters(store, 'anna')).toEqual([hot])
  expect(readSavedFilters(store, 'ben')).toEqual([])
})

test.each(['', 'x', '{}', '[1]', '[{"name":""}]', '[{"name":"a","query":5}]', 'null'])(
  'nothing is read from %s',
  (text) => {
    expect(readSavedFilters(memory({ [savedFiltersName('anna')]: text }), 'anna')).toEqual([])
  },
)

test('a refused storage is no error', () => {
  const refuse = () => {
    throw new Error('refused')
  }
  const store = { getItem: refuse, setItem: refuse, removeItem: refuse }
  expect(() => writeSavedFilters(store, 'anna', [hot])).not.toThrow()
  expect(readSavedFilters(store, 'anna')).toEqual([])
})

test('the same name is one choice, and the number is bounded', () => {
  expect(withFilter([hot], { name: ' hot ', query: defaultListQuery })).toEqual([
    { name: 'hot', query: defaultListQuery },
  ])
  expect(withFilter([hot], { name: '  ', query: defaultListQuery })).toEqual([hot])
  const many = Array.from({ length: maxSaved }, (_, index) => ({
    name: String(index),
    query: defaultListQuery,
  }))
  expect(withFilter(many, hot).at(-1)?.name).toBe('hot')
  expect(withFilter(many, hot)).toHaveLength(maxSaved)
})

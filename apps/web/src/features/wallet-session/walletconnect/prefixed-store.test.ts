import { expect, test } from 'vitest'
import { prefixedStore } from './prefixed-store.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

test('keeps values of any kind under its own names and sees no others', async () => {
  const under = memory()
  under.setItem('shipminer.auth-token', 'at_x')
  const store = prefixedStore(under, 'wc.')
  await store.setItem('a', { deep: [1, null] })
  await store.setItem('b', 'text')
  expect(await store.getItem('a')).toEqual({ deep: [1, null] })
  expect(await store.getItem('shipminer.auth-token')).toBeUndefined()
  expect(await store.getKeys()).toEqual(['a', 'b'])
  expect(await store.getEntries()).toEqual([
    ['a', { deep: [1, null] }],
    ['b', 'text'],
  ])
  await store.removeItem('a')
  expect(await store.getItem('a')).toBeUndefined()
  expect(under.getItem('shipminer.auth-token')).toBe('at_x')
})

test('what cannot be read is not there', async () => {
  const under = memory()
  under.setItem('wc.broken', '{')
  expect(await prefixedStore(under, 'wc.').getItem('broken')).toBeUndefined()
})

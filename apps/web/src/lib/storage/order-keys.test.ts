import { expect, test } from 'vitest'
import { createOrderKeys, orderKeyName, readOrderKey } from './order-keys.ts'
import type { KeyValueStore } from './session-storage.ts'

function memory(): KeyValueStore & { values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

test('keeps one key an order, under a name of its own', () => {
  const store = memory()
  const keys = createOrderKeys(store)
  keys.set('3f2b8a52', 'ok_12345678')
  expect([...store.values]).toEqual([['shipminer.order-key.3f2b8a52', 'ok_12345678']])
  expect(createOrderKeys(store).get('3f2b8a52')).toBe('ok_12345678')
  expect(keys.get('other')).toBeNull()
  keys.remove('3f2b8a52')
  expect(keys.get('3f2b8a52')).toBeNull()
})

test('passes over what cannot be a key or an order', () => {
  const store = memory()
  const keys = createOrderKeys(store)
  keys.set('a', 'short')
  keys.set('../auth-token', 'ok_12345678')
  store.values.set(orderKeyName('b'), 'with blank inside')
  expect(keys.get('a')).toBeNull()
  expect(keys.get('b')).toBeNull()
  expect(keys.get('../auth-token')).toBeNull()
  expect(store.values.size).toBe(1)
})

test('where storage is refused a key lives as long as the page', () => {
  const refuse = () => {
    throw new Error('refused')
  }
  const keys = createOrderKeys({ getItem: refuse, setItem: refuse, removeItem: refuse })
  keys.set('a', 'ok_12345678')
  expect(keys.get('a')).toBe('ok_12345678')
  expect(keys.get('b')).toBeNull()
  keys.remove('a')
  expect(keys.get('a')).toBeNull()
})

test.each([
  ['#key=ok_12345678', 'ok_12345678'],
  ['#a=1&key=ok_12345678', 'ok_12345678'],
  ['#key=short', null],
  ['#token=ok_12345678', null],
  ['', null],
])('%j holds %j', (hash, key) => expect(readOrderKey(hash)).toBe(key))

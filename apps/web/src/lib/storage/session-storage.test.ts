import { beforeEach, expect, test } from 'vitest'
import { createSessionStorage, parseStoredUser, type SessionStorage, storageKeys } from './session-storage.ts'

let map: Map<string, string>
let storage: SessionStorage

beforeEach(() => {
  map = new Map()
  storage = createSessionStorage({
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => map.set(key, value),
    removeItem: (key) => map.delete(key),
  })
})

const user = { id: 'u1', name: 'Jan', email: null, wallet_address: '0x1' }

test('keeps exactly five keys', () => {
  storage.setTokens({ authToken: 'at_12345678', refreshToken: 'rt_12345678' })
  storage.setUser(user)
  storage.setLastAuthAttempt(5)
  storage.setUserDisconnected(true)
  expect([...map.keys()].sort()).toEqual(Object.values(storageKeys).sort())
  expect(Object.values(storageKeys)).toHaveLength(5)
  expect(storage.getTokens()).toEqual({ authToken: 'at_12345678', refreshToken: 'rt_12345678' })
  expect(storage.getUser()).toEqual(user)
  expect(storage.getLastAuthAttempt()).toBe(5)
})

test('clearing the session leaves the user-disconnected flag', () => {
  storage.setUser(user)
  storage.setLastAuthAttempt(5)
  storage.setUserDisconnected(true)
  storage.clearSession()
  expect([...map.keys()]).toEqual([storageKeys.userDisconnected])
  storage.setUserDisconnected(false)
  expect(map.size).toBe(0)
})

test.each(['', 'null', '[]', '{', '{"id":""}', '{"id":"u","name":1}', '{"id":"u","name":"x"}', '"u"'])(
  'a stored user of %s is none',
  (text) => expect(parseStoredUser(text)).toBeNull(),
)

test('tokens with spaces, line ends or half a pair are none', () => {
  map.set(storageKeys.authToken, 'at_12345678\nX: y')
  map.set(storageKeys.refreshToken, 'rt_12345678')
  expect(storage.getTokens()).toBeNull()
  map.delete(storageKeys.authToken)
  expect(storage.getTokens()).toBeNull()
})

test.each(['', 'x', '-1', '1e3', '99999999999999999'])('an attempt time of %s is none', (text) => {
  map.set(storageKeys.lastAuthAttempt, text)
  expect(storage.getLastAuthAttempt()).toBeNull()
})

test('a browser that refuses storage is survived', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const refused = createSessionStorage({ getItem: refuse, setItem: refuse, removeItem: refuse })
  refused.setUser(user)
  refused.clearSession()
  expect(refused.getUser()).toBeNull()
  expect(refused.isUserDisconnected()).toBe(false)
})

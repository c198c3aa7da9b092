import { beforeEach, expect, test } from 'vitest'
import {
  createRegistrationStorage,
  type RegistrationStorage,
  registrationKey,
  registrationLifetimeMs,
} from './registration-storage.ts'

const registration = { walletAddress: '0x1', ticket: 'reg_12345678' }

let map: Map<string, string>
let now: number
let storage: RegistrationStorage

beforeEach(() => {
  map = new Map()
  now = 1_000_000
  storage = createRegistrationStorage(
    {
      getItem: (key) => map.get(key) ?? null,
      setItem: (key, value) => map.set(key, value),
      removeItem: (key) => map.delete(key),
    },
    () => now,
  )
})

test('is kept until it is taken back, for as long as its ticket is good', () => {
  expect(storage.get()).toBeNull()
  storage.set(registration)
  now += registrationLifetimeMs - 1
  expect(storage.get()).toEqual(registration)
  now += 1
  expect(storage.get()).toBeNull()
  now -= registrationLifetimeMs
  storage.set(null)
  expect(storage.get()).toBeNull()
  expect(map.size).toBe(0)
})

test.each([
  '',
  'null',
  '[]',
  '{',
  '{"walletAddress":"0x1"}',
  '{"walletAddress":"0x1","ticket":"reg_12345678"}',
])('a kept text of %s is none', (text) => {
  map.set(registrationKey, text)
  expect(storage.get()).toBeNull()
})

test('a ticket with a line end, or from the future, is none', () => {
  map.set(registrationKey, JSON.stringify({ ...registration, ticket: 'reg_12345678\n', at: now }))
  expect(storage.get()).toBeNull()
  map.set(registrationKey, JSON.stringify({ ...registration, at: now + 1 }))
  expect(storage.get()).toBeNull()
})

test('a browser that refuses storage is survived', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const refused = createRegistrationStorage({ getItem: refuse, setItem: refuse, removeItem: refuse }, () => 0)
  refused.set(registration)
  expect(refused.get()).toBeNull()
})

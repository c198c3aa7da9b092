import { expect, test } from 'vitest'
import { isOrderKey, orderKeyHash, orderKeyOf } from './order-key.ts'

const secret = Buffer.alloc(32, 1)
const orderId = '6f1c2f1e-9c55-4b0e-8f0e-1d3b7d1c9a01'

test('a key can be made again, opens its order only, and goes into an address as it is', () => {
  const key = orderKeyOf(orderId, secret)
  expect(key).toMatch(/^[\w-]{32}$/)
  expect(orderKeyOf(orderId, secret)).toBe(key)
  const hash = orderKeyHash(key, secret)
  expect(isOrderKey(key, hash, secret)).toBe(true)
  expect(isOrderKey(orderKeyOf(crypto.randomUUID(), secret), hash, secret)).toBe(false)
  for (const wrong of ['', key.slice(1), `${key} `, key.toLowerCase()])
    expect(isOrderKey(wrong, hash, secret)).toBe(false)
})

test('another server key makes other keys and other hashes', () => {
  const other = Buffer.alloc(32, 2)
  const key = orderKeyOf(orderId, secret)
  expect(orderKeyOf(orderId, other)).not.toBe(key)
  expect(isOrderKey(key, orderKeyHash(key, secret), other)).toBe(false)
  expect(isOrderKey(key, new Uint8Array(0), secret)).toBe(false)
})

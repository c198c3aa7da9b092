import { expect, test } from 'vitest'
import { SecretKey } from '../secret-key/secret-key.ts'
import { createLinkKeys } from './link-keys.ts'

const orders = createLinkKeys(new SecretKey(Buffer.alloc(32, 1)), 'order')
const orderId = '6f1c2f1e-9c55-4b0e-8f0e-1d3b7d1c9a01'

test('a key can be made again, opens its order only, and goes into an address as it is', () => {
  const key = orders.of(orderId)
  expect(key).toMatch(/^[\w-]{32}$/)
  expect(orders.of(orderId)).toBe(key)
  expect(orders.fits(key, orderId)).toBe(true)
  expect(orders.fits(orders.of(crypto.randomUUID()), orderId)).toBe(false)
  for (const wrong of ['', key.slice(1), `${key} `, key.toLowerCase()])
    expect(orders.fits(wrong, orderId)).toBe(false)
})

test('keys of orders that were mailed before stay good', () => {
  expect(orders.of(orderId)).toBe('8mjojUHPx6M6ZfxJdM3S3ieqrcgk2M6y')
})

test('another server key makes other keys and other hashes', () => {
  const others = createLinkKeys(new SecretKey(Buffer.alloc(32, 2)), 'order')
  const key = orders.of(orderId)
  expect(others.of(orderId)).not.toBe(key)
  expect(others.hash(key)).not.toEqual(orders.hash(key))
  expect(others.fits(key, orderId)).toBe(false)
})

test('an offer and an order of one id have different keys', () => {
  const offers = createLinkKeys(new SecretKey(Buffer.alloc(32, 1)), 'offer')
  expect(offers.of(orderId)).not.toBe(orders.of(orderId))
  expect(offers.fits(orders.of(orderId), orderId)).toBe(false)
})

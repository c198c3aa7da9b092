import { expect, test } from 'vitest'
import { createLinkKeys } from './link-keys.ts'

const orders = createLinkKeys(Buffer.alloc(32, 1), 'order')
const orderId = '6f1c2f1e-9c55-4b0e-8f0e-1d3b7d1c9a01'

test('a key can be made again, opens its order only, and goes into an address as it is', () => {
  const key = orders.of(orderId)
  expect(key).toMatch(/^[\w-]{32}$/)
  expect(orders.of(orderId)).toBe(key)
  const hash = orders.hash(key)
  expect(orders.fits(key, hash)).toBe(true)
  expect(orders.fits(orders.of(crypto.randomUUID()), hash)).toBe(false)
  for (const wrong of ['', key.slice(1), `${key} `, key.toLowerCase()])
    expect(orders.fits(wrong, hash)).toBe(false)
})

test('keys of orders that were mailed before stay good', () => {
  expect(orders.of(orderId)).toBe('8mjojUHPx6M6ZfxJdM3S3ieqrcgk2M6y')
})

test('another server key makes other keys and other hashes', () => {
  const others = createLinkKeys(Buffer.alloc(32, 2), 'order')
  const key = orders.of(orderId)
  expect(others.of(orderId)).not.toBe(key)
  expect(others.fits(key, orders.hash(key))).toBe(false)
  expect(orders.fits(key, new Uint8Array(0))).toBe(false)
})

test('an offer and an order of one id have different keys', () => {
  const offers = createLinkKeys(Buffer.alloc(32, 1), 'offer')
  expect(offers.of(orderId)).not.toBe(orders.of(orderId))
  expect(offers.fits(orders.of(orderId), orders.hash(orders.of(orderId)))).toBe(false)
})

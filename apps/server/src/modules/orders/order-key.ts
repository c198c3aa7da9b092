import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The key that opens an order without an account, 192 bits. It is not stored: the server's key can derive it again, so that every mail
 * about the order can contain the link.
 */
export function orderKeyOf(orderId: string, secretKey: Buffer): string {
  return createHmac('sha256', secretKey)
    .update(`order-key\n${orderId}`)
    .digest()
    .subarray(0, 24)
    .toString('base64url')
}

/** The hash that the database stores: a stolen table opens nothing. */
export function orderKeyHash(orderKey: string, secretKey: Buffer): Uint8Array {
  return new Uint8Array(createHmac('sha256', secretKey).update(`order-key-hash\n${orderKey}`).digest())
}

/** Whether a key belongs to an order, in constant time. */
export function isOrderKey(given: string, hash: Uint8Array, secretKey: Buffer): boolean {
  const givenHash = orderKeyHash(given, secretKey)
  return givenHash.length === hash.length && timingSafeEqual(givenHash, hash)
}

/** Derives and verifies the keys of orders. */
export type OrderKeys = {
  of(orderId: string): string
  hash(orderKey: string): Uint8Array
  fits(given: string, hash: Uint8Array): boolean
}

export function createOrderKeys(secretKey: Buffer): OrderKeys {
  return {
    of: (orderId) => orderKeyOf(orderId, secretKey),
    hash: (orderKey) => orderKeyHash(orderKey, secretKey),
    fits: (given, hash) => isOrderKey(given, hash, secretKey),
  }
}

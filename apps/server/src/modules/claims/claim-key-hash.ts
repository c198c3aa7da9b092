import { createHmac } from 'node:crypto'

/**
 * The hash of a claim key that the database stores: keyed, because 82.7 bits alone would not withstand guessing against a stolen table for
 * ever.
 */
export function claimKeyHash(claimKey: string, secretKey: Buffer): Uint8Array {
  return new Uint8Array(createHmac('sha256', secretKey).update(`claim-key\n${claimKey}`).digest())
}

import { createHmac } from 'node:crypto'

/** What the database keeps of a claim key: keyed, because its 82.7 bits alone would not withstand guessing at a stolen table for ever. */
export function claimKeyHash(claimKey: string, secretKey: Buffer): Uint8Array {
  return new Uint8Array(createHmac('sha256', secretKey).update(`claim-key\n${claimKey}`).digest())
}
